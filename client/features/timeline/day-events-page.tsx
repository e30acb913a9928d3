import './timeline.css';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import {
  type DayEvent,
  type DayEvents,
  TIMELINE_KINDS,
  type TimelineKind,
} from '../../../contract/cases/timeline';
import { usePresenceTimelineQuery } from '../../domain/presence/presence-day-api';
import { pastDay } from '../../lib/past-day';
import { useWatch } from '../../realtime/hooks';
import { MINUTE_MS, useNow } from '../../state/clock';
import { DaySteps } from '../../ui/dates/day-steps';
import { Money } from '../../ui/money';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { useLinkListVisit } from '../../ui/visits/use-list-visit';
import { DayPicture } from '../../domain/presence/day-picture';
import { StopMark } from '../../domain/stops/stop-mark';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { calls } from './calls';
import { Entries } from './entries';
import { Kinds } from './kinds';
import { useDayEventsInfiniteQuery } from './timeline-api';

/** Refetch interval of a day that goes on, for what moves no figure: pushes tell of the rest. */
const AGAIN_MS = 20_000;
const collapsed = (events: readonly DayEvent[]) => calls(events);

/** One collector's acts on a day and the events of their cases. The address names person, day and kind. */
export function Component() {
  const { t } = useTranslation(['timeline', 'boards']);
  const params = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const collectorId = Number(params.collectorId);
  const date = pastDay(params.date, new Date(useNow(null)));
  const kind = TIMELINE_KINDS.find((name) => name === search.get('kind')) ?? null;
  const answer = useDayEventsInfiniteQuery(
    { collectorId, date, kind },
    { pollingInterval: date ? 0 : AGAIN_MS, skipPollingIfUnfocused: true },
  );
  const events = answer.data?.pages.flatMap(({ result }) => result);
  useLinkListVisit(events?.flatMap(({ about }) => (about ? [pathOf(about)] : [])));
  const { name, groupId, total } = answer.data?.pages[0] ?? {};
  useWatch(groupId && !date ? { topic: 'board', groupId } : null);
  const { ask, dialog } = useStopContact('COLLECTOR');
  const show = (day: string | undefined, of: TimelineKind | null) =>
    void navigate(`/dashboard/events/${collectorId}${day ? `/${day}` : ''}${of ? `?kind=${of}` : ''}`);
  return (
    <div className="page timeline">
      <BackLink to="/dashboard" label={t('boards:title')} />
      <PageHeader
        title={name === undefined ? t('timeline:day.title') : t('timeline:day.of', { name })}
        beside={<DaySteps date={date} onDay={(day) => show(day, kind)} />}
        extra={
          <>
            {name !== undefined && <StopMark person={{ id: collectorId, name }} onStop={ask} />}
            <Link to={`/presence/${collectorId}${date ? `/${date}` : ''}`}>{t('timeline:day.presence')}</Link>
            <Link to={`/case/list?ownerId=${collectorId}`}>{t('timeline:day.cases')}</Link>
          </>
        }
      />
      {dialog}
      <Presence collectorId={collectorId} date={date} />
      <Kinds kind={kind} onKind={(of) => show(date, of)}>
        {total && <Total of={total} />}
      </Kinds>
      <Entries answer={answer} collapse={collapsed} about={caseOf} />
    </div>
  );
}

/** The list's count, and the money that came by it, which is the seat's figure on the board. */
function Total({ of: { events, received } }: { of: NonNullable<DayEvents['total']> }) {
  const { t } = useTranslation('timeline');
  return (
    <strong className="timeline-total">
      {t('timeline:day.events', { count: events })}
      {received !== 0 && (
        <>
          {' · '}
          {t('timeline:day.received')} <Money value={received} />
        </>
      )}
    </strong>
  );
}

/** Where the person was, over what they did. Who was never seen has no picture. */
function Presence({ collectorId, date }: { collectorId: number; date: string | undefined }) {
  const { currentData: day } = usePresenceTimelineQuery({ collectorId, date });
  const now = useNow(date === undefined ? MINUTE_MS : null);
  if (!day || day.segments.length === 0) return null;
  return <DayPicture day={day} now={now} />;
}

const pathOf = ({ taskId, loanId }: NonNullable<DayEvent['about']>) =>
  `/task/${taskId}/${encodeURIComponent(loanId)}`;

function caseOf({ about }: DayEvent) {
  return (
    about && (
      <Link to={pathOf(about)}>
        {about.borrowerName} · {about.loanId}
      </Link>
    )
  );
}
