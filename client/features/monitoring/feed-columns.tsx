import { Link } from 'react-router';
import type { BehaviourRow } from '../../../contract/supervision/behaviour';
import type { MonitoredCall } from '../../../contract/contact/calls';
import { minutes } from '../../lib/format';
import type { Column } from '../../ui/list-page/columns';
import { Tag, type Tone } from '../../ui/status-tag';
import { aboutOf } from './about';
import { DayAndTime } from './day-and-time';

const CALL_TONES: Record<MonitoredCall['state'], Tone> = {
  REQUESTED: 'info',
  RINGING: 'info',
  ANSWERED: 'good',
  ENDED: 'plain',
  FAILED: 'muted',
};

export const BEHAVIOUR_COLUMNS: readonly Column<BehaviourRow>[] = [
  { field: 'at', width: 152, grow: 0, draw: ({ at }) => <DayAndTime value={at} /> },
  { field: 'name', width: 118, draw: (row) => <Person {...row} /> },
  {
    field: 'type',
    width: 116,
    lines: true,
    draw: ({ id, type }, t) => <Link to={`/behaviorDetail/${id}`}>{t(`monitoring:type.${type}`)}</Link>,
  },
  { field: 'loanId', width: 114, draw: ({ taskId, loanId }) => <Loan taskId={taskId} loanId={loanId} /> },
  { field: 'detail', width: 146, lines: true, draw: (row, t) => <About text={aboutOf(row, t)} /> },
  { field: 'address', width: 112 },
  {
    field: 'city',
    width: 112,
    shows: ({ city, isNew }) => `${city} ${isNew}`,
    draw: (row, t) => <Place row={row} word={t('monitoring:new-place')} />,
  },
  { field: 'groupName', width: 70 },
];

/** The columns that a supervisor looks for stand before the times that explain them: at 1280 the last four are beyond the edge. */
export const CALL_COLUMNS: readonly Column<MonitoredCall>[] = [
  {
    field: 'agentName',
    kind: 'name',
    width: 130,
    draw: (row) => <Person name={row.agentName} username={row.seatAccount} />,
  },
  {
    field: 'orderId',
    width: 112,
    draw: ({ taskId, orderId }) => <Loan taskId={taskId} loanId={orderId} />,
  },
  { field: 'calledNumber', width: 112 },
  {
    field: 'state',
    width: 106,
    draw: ({ state }, t) => <Tag tone={CALL_TONES[state]}>{t(`calls:state.${state}`)}</Tag>,
  },
  { field: 'callTime', width: 154, grow: 0, draw: ({ callTime }) => <DayAndTime value={callTime} /> },
  {
    field: 'duration',
    width: 76,
    grow: 0,
    kind: 'count',
    draw: ({ duration }) => <span className="figure">{minutes(duration)}</span>,
  },
  {
    field: 'hangUpDirection',
    width: 112,
    draw: ({ hangUpDirection: by }, t) => (by ? t(`calls:by.${by}`) : <span className="muted">—</span>),
  },
  {
    field: 'recording',
    width: 96,
    grow: 0,
    draw: ({ callId, recording }, t) =>
      recording ? (
        <Link to={`/recording/${callId}`}>{t('monitoring:recording')}</Link>
      ) : (
        <span className="muted">—</span>
      ),
  },
  { field: 'answerTime', width: 92, draw: ({ answerTime }) => <DayAndTime value={answerTime} short /> },
  { field: 'endTime', width: 84, draw: ({ endTime }) => <DayAndTime value={endTime} short /> },
  { field: 'seatAccount', width: 112 },
  { field: 'callId', width: 96, grow: 0 },
  { field: 'simulated', kind: 'yes', width: 96, grow: 0 },
];

/** An element of its own, which takes a second line before it is cut. */
function About({ text }: { text: string }) {
  return (
    <span className="feed-about" title={text}>
      {text}
    </span>
  );
}

function Person({ name, username }: { name: string | null; username: string | null }) {
  return <span title={username ?? undefined}>{name ?? '—'}</span>;
}

export function Loan({ taskId, loanId }: { taskId: number | null; loanId: string | null }) {
  if (taskId === null || loanId === null) return <span className="muted">—</span>;
  return <Link to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>{loanId}</Link>;
}

function Place({ row: { city, network, isNew }, word }: { row: BehaviourRow; word: string }) {
  if (city === null && !isNew) return <span className="muted">—</span>;
  return (
    <span title={network ?? undefined}>
      {city} {isNew && <Tag tone="warn">{word}</Tag>}
    </span>
  );
}
