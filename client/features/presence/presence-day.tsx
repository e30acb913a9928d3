import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Language } from '../../../contract/codes';
import type { PresenceSegment, PresenceTimeline } from '../../../contract/team/presence';
import { wallClock } from '../../../contract/shared/wall-clock';
import { type DayArgs, usePresenceTimelineQuery } from '../../domain/presence/presence-day-api';
import { useMay } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatSpan } from '../../lib/format';
import { MINUTE_MS, useNow } from '../../state/clock';
import { DaySteps } from '../../ui/dates/day-steps';
import { DayPicture } from '../../domain/presence/day-picture';
import { PresenceMark } from '../../domain/presence/presence-mark';
import { StopMark } from '../../domain/stops/stop-mark';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { writeAddress } from './presence-address';

/** One person's day: the states as lanes, and each change as a line. Its times are Mexico City's, as the day is. */
export function PresenceDay({ collectorId, date }: DayArgs) {
  const { t } = useTranslation('presence');
  const { currentData: day, error, refetch } = usePresenceTimelineQuery({ collectorId, date });
  const now = useNow(date === undefined ? MINUTE_MS : null);
  const { ask, dialog } = useStopContact('COLLECTOR');
  return (
    <section className="presence-panel presence-day" aria-busy={!day && !error}>
      {day ? (
        <>
          <header>
            <h2>{day.name}</h2>
            <StopMark person={{ id: day.collectorId, name: day.name }} onStop={ask} />
            <DayLinks collectorId={day.collectorId} date={date} />
          </header>
          {day.segments.length === 0 ? (
            <EmptyState title={t('presence:none')} hint={t('presence:none-hint')} />
          ) : (
            <>
              <DayPicture day={day} now={now} />
              <Changes day={day} now={now} />
            </>
          )}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={8} />
      )}
      {dialog}
    </section>
  );
}

interface DayLinksProps {
  collectorId: number;
  date: string | undefined;
}

/** To other days, and to what was done on this one. */
function DayLinks({ collectorId, date }: DayLinksProps) {
  const { t } = useTranslation('presence');
  const { search } = useLocation();
  const navigate = useNavigate();
  const leads = useMay('user:read');
  return (
    <div className="presence-day-links">
      {leads && (
        <Link to={`/dashboard/events/${collectorId}${date ? `/${date}` : ''}`}>{t('presence:events')}</Link>
      )}
      <DaySteps date={date} onDay={(day) => void navigate(writeAddress(collectorId, day) + search)} />
    </div>
  );
}

const timeOf = (instant: string) => wallClock(new Date(instant)).slice(11);

function columnsOf(now: number, language: Language): SmallColumn<Row>[] {
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
        formatSpan(
          Math.max(0, Math.floor(((to ? Date.parse(to) : now) - Date.parse(from)) / 1000)),
          language,
        ),
    },
  ];
}

interface Row extends PresenceSegment {
  length: null;
}

/** The newest first. */
function Changes({ day, now }: { day: PresenceTimeline; now: number }) {
  const language = useLanguage();
  const rows = day.segments.map((segment): Row => ({ ...segment, length: null })).reverse();
  return (
    <SmallTable
      label="presence:changes"
      words="presence:column"
      columns={columnsOf(now, language)}
      rows={rows}
      rowKey={({ from }) => Date.parse(from)}
    />
  );
}
