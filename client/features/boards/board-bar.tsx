import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { BoardRow } from '../../../contract/boards';
import { addDays, businessDay } from '../../../contract/shared/date';
import { useWords } from '../../i18n/use-words';
import { LANGUAGE_TAGS } from '../../lib/language';
import { useShortcut } from '../../lib/shortcuts';
import { useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { DateInput } from '../../ui/date-input';
import { GenericSelect } from '../../ui/generic-select';
import { type BoardAddress, writeAddress } from './board-address';
import type { BoardGroup } from './boards-api';
import { useStamp } from './freshness';

interface BoardBarProps {
  group: BoardGroup;
  groups: readonly BoardGroup[];
  address: BoardAddress;
  rows: readonly BoardRow[] | undefined;
  asOf: string | undefined;
  readAt: number | undefined;
}

export function BoardBar({ group, groups, address, rows, asOf, readAt }: BoardBarProps) {
  const { t } = useWords('boards');
  const go = useGo();
  const wall = address.wall;
  useShortcut('esc', () => void leaveWall(go), wall);
  return (
    <header className="board-bar">
      <h1>
        {t('boards:title')}{' '}
        {(wall || groups.length === 1) && <span className="board-team">{group.name}</span>}
      </h1>
      {!wall && groups.length > 1 && (
        <GenericSelect
          label={t('boards:group')}
          choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={group.id}
          onChange={(groupId) => groupId && go({ groupId, queue: undefined })}
          clearable={false}
          className="board-select"
        />
      )}
      {!wall && <QueueSelect rows={rows} address={address} go={go} />}
      {address.unused.length > 0 && <span className="board-unused">{t('boards:unused')}</span>}
      <span className="board-gap" />
      {(!wall || address.date) && <DayControl date={address.date} go={go} />}
      {!address.date && <StampText asOf={asOf} readAt={readAt} />}
      <Button
        small
        onClick={() => void (wall ? leaveWall(go) : enterWall(go))}
        {...(wall && { title: 'Esc' })}
      >
        {t(wall ? 'boards:wall.leave' : 'boards:wall.enter')}
      </Button>
    </header>
  );
}

type Go = (change: Parameters<typeof writeAddress>[2]) => void;

function useGo(): Go {
  const params = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (change) => void navigate(writeAddress(params, search, change));
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

function QueueSelect({
  rows,
  address,
  go,
}: {
  rows: readonly BoardRow[] | undefined;
  address: BoardAddress;
  go: Go;
}) {
  const { t } = useWords('boards');
  const queues = new Map((rows ?? []).map((row) => [row.queueId, row.queueName]));
  if (queues.size < 2 && !address.queueId) return null;
  return (
    <GenericSelect
      label={t('boards:all-queues')}
      choices={[...queues].map(([value, label]) => ({ value, label }))}
      value={address.queueId}
      onChange={(queue) => go({ queue })}
      className="board-select"
    />
  );
}

/** Back through the days that are over; live stands at the right end. */
function DayControl({ date, go }: { date: string | undefined; go: Go }) {
  const { t } = useWords('boards');
  const today = businessDay(new Date(useNow()));
  const shown = date ?? today;
  const to = (day: string) => go({ date: day >= today ? undefined : day });
  return (
    <div className="board-days" role="group" aria-label={t('boards:day.label')}>
      <button type="button" aria-label={t('boards:day.before')} onClick={() => to(addDays(shown, -1))}>
        ‹
      </button>
      <DateInput
        label={t('boards:day.label')}
        max={today}
        value={shown}
        allowClear={false}
        onChange={(day) => day && to(day)}
      />
      <button
        type="button"
        aria-label={t('boards:day.after')}
        disabled={!date}
        onClick={() => to(addDays(shown, 1))}
      >
        ›
      </button>
      <button type="button" className="board-live" aria-pressed={!date} onClick={() => to(today)}>
        {t('boards:day.live')}
      </button>
    </div>
  );
}

function StampText({ asOf, readAt }: { asOf: string | undefined; readAt: number | undefined }) {
  const { t, language } = useWords('boards');
  const stamp = useStamp(asOf, readAt);
  if (!stamp) return <span className="board-stamp" />;
  const time = new Date(stamp.asOf).toLocaleTimeString(LANGUAGE_TAGS[language], { hourCycle: 'h23' });
  return (
    <span className={`board-stamp board-stamp-${stamp.freshness} figure`}>
      <span className="lamp" aria-hidden="true" />
      {t('boards:stamp.as-of', { time })}
      <span role="status" className="board-stamp-word">
        {stamp.freshness !== 'fresh' && t(`boards:stamp.${stamp.freshness}`)}
      </span>
    </span>
  );
}
