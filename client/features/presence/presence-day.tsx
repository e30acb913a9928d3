import { useLocation, useNavigate } from 'react-router';
import type { PresenceSegment, PresenceTimeline } from '../../../contract/presence';
import { businessDay } from '../../../contract/shared/date';
import { wallClock } from '../../../contract/shared/wall-clock';
import { useWords } from '../../i18n/use-words';
import { minutes } from '../../lib/format';
import { MINUTE_MS, useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { DateInput } from '../../ui/date-input';
import { PresenceMark } from '../../ui/presence/presence-mark';
import { SmallTable, type SmallColumn } from '../../ui/small-table';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { dayBeside, writeAddress } from './presence-address';
import { type DayAsked, usePresenceTimelineQuery } from './presence-api';
import { DayPicture } from './day-picture';
import { dayLanes } from './day-lanes';

/** One person's day: the states as lanes, and each change as a line. Its times are Mexico City's, as the day is. */
export function PresenceDay({ collectorId, date }: DayAsked) {
  const { t } = useWords('presence');
  const { currentData: day, error, refetch } = usePresenceTimelineQuery({ collectorId, date });
  const now = useNow(date === undefined ? MINUTE_MS : null);
  return (
    <section className="presence-panel presence-day" aria-busy={!day && !error}>
      {day ? (
        <>
          <header>
            <h2>{day.name}</h2>
            <DayControl collectorId={day.collectorId} date={date} now={new Date(now)} />
          </header>
          {day.segments.length === 0 ? (
            <EmptyState title={t('presence:none')} hint={t('presence:none-hint')} />
          ) : (
            <>
              <DayPicture drawn={dayLanes(day, now)} />
              <Changes day={day} now={now} />
            </>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </section>
  );
}

interface DayControlProps {
  collectorId: number;
  date: string | undefined;
  now: Date;
}

function DayControl({ collectorId, date, now }: DayControlProps) {
  const { t } = useWords('presence');
  const { search } = useLocation();
  const navigate = useNavigate();
  const today = businessDay(now);
  const show = (day: string | undefined) => void navigate(writeAddress(collectorId, day) + search);
  return (
    <div className="presence-days" role="group" aria-label={t('presence:day.label')}>
      <Button label={t('presence:day.before')} small onClick={() => show(dayBeside(date, -1, now))}>
        ‹
      </Button>
      <DateInput
        label={t('presence:day.label')}
        max={today}
        value={date ?? today}
        allowClear={false}
        onChange={(day) => day && show(day < today ? day : undefined)}
      />
      <Button
        label={t('presence:day.after')}
        small
        disabled={date === undefined}
        onClick={() => show(dayBeside(date, 1, now))}
      >
        ›
      </Button>
      <Button small disabled={date === undefined} onClick={() => show(undefined)}>
        {t('presence:day.today')}
      </Button>
    </div>
  );
}

const timeOf = (instant: string) => wallClock(new Date(instant)).slice(11);

function columnsOf(now: number): SmallColumn<Row>[] {
  return [
    { field: 'state', draw: ({ state }) => <PresenceMark state={state} word /> },
    { field: 'from', draw: ({ from }) => <span className="figure">{timeOf(from)}</span> },
    {
      field: 'to',
      draw: ({ to }, t) => (to ? <span className="figure">{timeOf(to)}</span> : t('presence:lasts')),
    },
    {
      field: 'length',
      kind: 'count',
      draw: ({ from, to }) =>
        minutes(Math.max(0, Math.floor(((to ? Date.parse(to) : now) - Date.parse(from)) / 1000))),
    },
  ];
}

interface Row extends PresenceSegment {
  length: null;
}

/** The newest first. */
function Changes({ day, now }: { day: PresenceTimeline; now: number }) {
  const rows = day.segments.map((segment): Row => ({ ...segment, length: null })).reverse();
  return (
    <SmallTable
      label="presence:changes"
      words="presence:column"
      columns={columnsOf(now)}
      rows={rows}
      rowKey={({ from }) => Date.parse(from)}
    />
  );
}
