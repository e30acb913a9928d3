import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardGroup } from '../../../contract/team/boards';
import { useAbsentAmong } from '../../domain/schedules/absent-tag';
import { useNow } from '../../state/clock';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { type BoardAddress, casesFrom } from './board-address';
import { BoardBar } from './board-bar';
import { BoardTiles } from './board-tiles';
import { HelpLine } from './help-line';
import { SeatGrid } from './seat-grid';
import { statesOf } from './seat-rows';
import { useBoard } from './use-board';

const HourChart = lazy(() => import('./hour-chart'));

/** A wall with more seats than this gives all of its width to them. */
const WITH_PICTURE = 16;

interface BoardProps {
  group: BoardGroup;
  groups: readonly BoardGroup[];
  address: BoardAddress;
  /** By a wallboard's token: there is nothing to come back to from the full screen. */
  isWallboard: boolean;
}

export function Board({ group, groups, address, isWallboard }: BoardProps) {
  const { t } = useTranslation('boards');
  const { date, at, queueId, device, product, institutionId, wall } = address;
  const args = { groupId: group.id, date, queueId, device, product, institutionId };
  const { summary, seats, readAt, failed, busy, paused, pause } = useBoard(args, at);
  const clock = useNow();
  useWallboard(wall);
  const live = date === undefined && at === undefined;
  const here = seats ? statesOf(seats).filter((state) => state !== 'AWAY').length : 0;
  const absent = useAbsentAmong(seats?.rows.map(({ collectorId }) => collectorId) ?? []);
  const full = wall && (seats?.rows.length ?? 0) > WITH_PICTURE;
  // The cases of a minute that is looked back to are not known.
  const countedFrom = wall || at !== undefined ? null : casesFrom(args);
  const narrow = device !== undefined || product !== undefined;
  const looks = [wall && 'board-wall', full && 'board-wall-full', busy && 'board-busy'];
  return (
    <div className={['board', ...looks].filter(Boolean).join(' ')} aria-busy={busy}>
      <BoardBar
        group={group}
        groups={groups}
        address={address}
        isWallboard={isWallboard}
        summary={summary}
        readAt={readAt}
        paused={paused}
        pause={pause}
      />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <BoardTiles
            summary={summary}
            online={live ? here : null}
            absent={live ? absent : 0}
            now={momentOf(summary?.asOf, live, at, clock)}
            wall={wall}
            narrow={narrow}
            help={!isWallboard && at === undefined && <HelpLine groupId={group.id} date={date} />}
            countedFrom={countedFrom}
            uncoveredAt={`/queue/uncovered?groupId=${group.id}${queueId ? `&queueId=${queueId}` : ''}`}
          />
          <SeatGrid
            seats={seats}
            queryKey={[group.id, date, queueId, device, product].join(' ')}
            live={live}
            countedFrom={countedFrom}
            lookedBackTo={at && seats?.asOf}
            wall={wall}
          />
          {!full && (
            <section className="board-panel board-hours" aria-label={t('boards:hours.title')}>
              <h2>{t(queueId || narrow ? 'boards:hours.title-team' : 'boards:hours.title')}</h2>
              <Suspense fallback={<PanelSkeleton lines={4} />}>
                {summary && (
                  <HourChart summary={summary} wall={wall} at={at ? Date.parse(summary.asOf) : clock} />
                )}
              </Suspense>
            </section>
          )}
        </>
      )}
    </div>
  );
}

/** By which the target's pace is told; null for a day that is over. */
function momentOf(
  asOf: string | undefined,
  live: boolean,
  at: string | undefined,
  clock: number,
): Date | null {
  if (live) return new Date(clock);
  return at && asOf ? new Date(asOf) : null;
}

/** On the wall the board covers header and rail: they must not be reached by the keyboard then. */
function useWallboard(wall: boolean): void {
  useEffect(() => {
    if (!wall) return;
    const main = document.getElementById('main');
    const covered = [...(main?.parentElement?.children ?? [])].filter((element) => element !== main);
    for (const element of covered) element.toggleAttribute('inert', true);
    return () => {
      for (const element of covered) element.removeAttribute('inert');
    };
  }, [wall]);
}
