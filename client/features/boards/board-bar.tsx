import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BoardGroup, BoardSummary } from '../../../contract/team/boards';
import { SiteChip } from '../../domain/site/site-chip';
import { useShortcut } from '../../lib/keyboard/shortcuts';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';
import { WallIcon } from '../../ui/icons';
import { usePageTitle } from '../../ui/page-header';
import { BoardFilters } from './bar/board-filters';
import { DayControl } from './bar/day-control';
import { MinuteSlider } from './bar/minute-slider';
import { LiveStamp, StillStamp } from './bar/stamp';
import { type Go, useGo } from './bar/use-go';
import type { BoardAddress } from './board-address';

interface BoardBarProps {
  group: BoardGroup;
  groups: readonly BoardGroup[];
  address: BoardAddress;
  isWallboard: boolean;
  summary: BoardSummary | undefined;
  readAt: number | undefined;
  paused: boolean;
  pause: (on: boolean) => void;
}

export function BoardBar(props: BoardBarProps) {
  const { group, groups, address, isWallboard, summary, readAt, paused, pause } = props;
  const { t } = useTranslation('boards');
  const go = useGo();
  usePageTitle(`${t('boards:title')} ${group.name}`);
  const { wall, date, at } = address;
  const live = date === undefined && at === undefined;
  const { institutionId } = address;
  const offered = groups.filter((each) => !institutionId || each.institutionId === institutionId);
  useShortcut('esc', () => void leaveWall(go), wall && !isWallboard);
  return (
    <header className="board-head">
      <div className="board-bar">
        <h1>
          {t('boards:title')}{' '}
          {(wall || groups.length === 1) && <span className="board-team">{group.name}</span>}
        </h1>
        {!wall && groups.length > 1 && (
          <>
            <GenericSelect
              label={t('boards:group')}
              choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
              value={group.id}
              onChange={(groupId) => groupId && go({ groupId, queue: undefined })}
              clearable={false}
              className="board-select"
            />
            <Link to="/dashboard/teams">{t('boards:teams.compare')}</Link>
          </>
        )}
        {wall && <SiteChip />}
        <span className="board-gap" />
        {(!wall || date) && <DayControl date={date} live={live} go={go} />}
        {at !== undefined && <StillStamp asOf={summary?.asOf} word="past" />}
        {live && !paused && <LiveStamp asOf={summary?.asOf} readAt={readAt} />}
        {live && paused && <StillStamp asOf={summary?.asOf} word="paused" />}
        {live && !wall && (
          <Button small aria-pressed={paused} onClick={() => pause(!paused)}>
            {t(paused ? 'boards:pause.off' : 'boards:pause.on')}
          </Button>
        )}
        {!isWallboard && !wall && (
          <Button label={t('boards:wall.enter')} icon={<WallIcon />} onClick={() => void enterWall(go)} />
        )}
        {!isWallboard && wall && (
          <Button small onClick={() => void leaveWall(go)} title="Esc">
            {t('boards:wall.leave')}
          </Button>
        )}
      </div>
      {!wall && (
        <div className="board-filters">
          <BoardFilters groups={groups} address={address} summary={summary} go={go} />
          <MinuteSlider address={address} go={go} />
        </div>
      )}
    </header>
  );
}

/** A browser may refuse the full screen: the board then covers the page alone. */
async function enterWall(go: Go): Promise<void> {
  go({ wall: true });
  try {
    await document.documentElement.requestFullscreen();
  } catch (cause) {
    console.info('no full screen here', cause);
  }
}

async function leaveWall(go: Go): Promise<void> {
  go({ wall: false });
  if (document.fullscreenElement) await document.exitFullscreen();
}
