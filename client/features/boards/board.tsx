import { lazy, Suspense, useEffect } from 'react';
import { useWords } from '../../i18n/use-words';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import type { BoardAddress } from './board-address';
import { BoardBar } from './board-bar';
import { BoardTiles } from './board-tiles';
import type { BoardGroup } from './boards-api';
import { SeatGrid } from './seat-grid';
import { useBoard } from './use-board';

const HourChart = lazy(() => import('./hour-chart'));

interface BoardProps {
  group: BoardGroup;
  groups: readonly BoardGroup[];
  address: BoardAddress;
}

export function Board({ group, groups, address }: BoardProps) {
  const { t } = useWords('boards');
  const { date, queueId, wall } = address;
  const { summary, seats, opened } = useBoard({ groupId: group.id, date, queueId });
  useWallboard(wall);
  const failed = summary.error && !summary.data ? summary : seats.error && !seats.data ? seats : null;
  return (
    <div className={wall ? 'board board-wall' : 'board'}>
      <BoardBar
        group={group}
        groups={groups}
        address={address}
        rows={seats.data?.rows}
        asOf={summary.currentData?.asOf}
        readAt={summary.currentData && summary.fulfilledTimeStamp}
      />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <>
          <BoardTiles
            totals={summary.currentData?.totals}
            online={date ? null : (seats.currentData?.online.length ?? 0)}
            wall={wall}
          />
          <SeatGrid
            seats={seats.currentData}
            opened={opened}
            question={`${group.id} ${date ?? ''} ${queueId ?? ''}`}
            live={date === undefined}
            wall={wall}
          />
          <section className="board-panel board-hours" aria-label={t('boards:hours.title')}>
            <h2>{t(queueId ? 'boards:hours.title-team' : 'boards:hours.title')}</h2>
            <Suspense fallback={<PanelSkeleton lines={4} />}>
              {summary.currentData && <HourChart summary={summary.currentData} wall={wall} />}
            </Suspense>
          </section>
        </>
      )}
    </div>
  );
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
