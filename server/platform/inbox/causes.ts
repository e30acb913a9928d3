import type { EventName, EventPayload } from '../../../contract/events/events.js';
import type { InboxCause } from '../../../contract/inbox.js';
import type { ChosenStopKind } from '../../../contract/contact/stops.js';
import { list, sql, type Statement } from '../db/sql.js';

/** A notification and the people who get it. */
export interface Notification {
  cause: InboxCause;
  /** Selects the ids of people who are enabled. The event's actor is left out. */
  to: Statement;
  /** Items of one person with the same key are one row until it is read. */
  key: number | string;
  subjectId: number;
  caseId?: number;
  detail?: string;
  times?: number;
}

/** Handed out by a plan: allocation.handedOver notifies of all of them at once. */
export const BY_PLAN = 'ALLOCATION';

const CAUSES: { [Name in EventName]?: (payload: EventPayload<Name>) => Notification | null } = {
  'case.assigned': assigned,
  'case.reassigned': assigned,
  'case.reinstated': assigned,
  'allocation.handedOver': ({ agentId, cases, queueId }) => ({
    ...{ cause: 'CASES_ASSIGNED', to: person(agentId), key: '', subjectId: queueId, times: cases },
  }),
  'request.opened': ({ groupId, requestId, caseId, kind }) => ({
    ...{
      cause: 'REQUEST_OPENED',
      to: leaders(groupId),
      key: kind,
      subjectId: requestId,
      caseId,
      detail: kind,
    },
  }),
  'request.decided': ({ requestedBy, requestId, caseId, kind, granted }) => ({
    ...{ cause: granted ? 'REQUEST_GRANTED' : 'REQUEST_REFUSED', to: person(requestedBy), key: requestId },
    ...{ subjectId: requestId, caseId, detail: kind },
  }),
  'message.received': ({ agentId, messageId, caseId, meaning }) =>
    agentId === null
      ? null
      : {
          ...{ cause: 'MESSAGE_RECEIVED', to: person(agentId), key: caseId, subjectId: messageId, caseId },
          detail: meaning,
        },
  'stop.placed': (payload) => stop('STOPPED', payload),
  'stop.lifted': (payload) => stop('RESUMED', payload),
  'stop.liftRequested': ({ stopId, institutionId }) => ({
    ...{ cause: 'LIFT_REQUESTED', key: '', subjectId: stopId },
    to: above(['supervisor', 'admin'], institutionId),
  }),
  'approval.requested': (payload) => ({
    cause: 'APPROVAL_OPENED',
    ...ofApproval(payload),
    key: payload.kind,
  }),
  'approval.decided': (payload) => ({
    cause: payload.approved ? 'APPROVAL_APPROVED' : 'APPROVAL_REFUSED',
    ...ofApproval(payload),
  }),
  'approval.ended': (payload) => ({ cause: 'APPROVAL_ENDED', ...ofApproval(payload) }),
  'connection.requested': ({ connectionId, institutionId, provider }) => ({
    ...{ cause: 'CONNECTION_OPENED', key: provider, subjectId: connectionId, detail: provider },
    to: above(['admin'], institutionId),
  }),
  'connection.decided': ({ connectionId, requestedBy, provider, approved }) => ({
    ...{ cause: approved ? 'CONNECTION_APPROVED' : 'CONNECTION_REFUSED', to: person(requestedBy) },
    ...{ key: connectionId, subjectId: connectionId, detail: provider },
  }),
  'site.partFailed': ({ institutionId, part }) => ({
    ...{ cause: 'PART_FAILED', key: part, subjectId: institutionId, detail: part },
    to: above(['admin'], institutionId),
  }),
  'privacy.erasureAsked': ({ blockId, institutionId }) => ({
    ...{ cause: 'ERASURE_ASKED', to: above(['admin'], institutionId), key: '', subjectId: blockId },
  }),
  'anomaly.handled': ({ anomalyId, assigneeId }) =>
    assigneeId === null
      ? null
      : { cause: 'ANOMALY_ASSIGNED', to: person(assigneeId), key: anomalyId, subjectId: anomalyId },
  'complaint.opened': ({ complaintId, institutionId }) => ({
    ...{
      cause: 'COMPLAINT_OPENED',
      to: above(['supervisor'], institutionId),
      key: '',
      subjectId: complaintId,
    },
  }),
  'complaint.moved': complaintMoved,
  'call.numberDiffered': ({ callId, institutionId }) => ({
    ...{ cause: 'CALLER_NUMBER_DIFFERED', key: '', subjectId: callId },
    to: above(['supervisor', 'admin'], institutionId),
  }),
  'complaintMonth.due': ({ monthId, institutionId, month, late }) => ({
    ...{ cause: late ? 'COMPLAINT_MONTH_LATE' : 'COMPLAINT_MONTH_DUE', key: monthId, subjectId: monthId },
    ...{ to: above(['supervisor', 'admin'], institutionId), detail: `${month} ${institutionId}` },
  }),
  'quality.scored': scored,
  'quality.corrected': scored,
  'quality.answered': ({ sampleId }) => ({
    ...{ cause: 'QUALITY_ANSWERED', to: inspectors(sampleId), key: sampleId, subjectId: sampleId },
  }),
  'quality.closed': ({ sampleId, agentId }) => ({
    ...{ cause: 'QUALITY_CLOSED', to: person(agentId), key: sampleId, subjectId: sampleId },
  }),
};

/** Null: nobody is notified of such an event. */
export function notificationOf<Name extends EventName>(
  name: Name,
  payload: EventPayload<Name>,
): Notification | null {
  return CAUSES[name]?.(payload) ?? null;
}

function assigned({ caseId, from, to, reason }: EventPayload<'case.assigned'>): Notification | null {
  if (to === null || from === to || reason === BY_PLAN) return null;
  return { cause: 'CASES_ASSIGNED', to: person(to), key: '', subjectId: caseId, caseId };
}

/** A template stops messages, not people. */
function stop(cause: InboxCause, payload: EventPayload<'stop.placed'>): Notification | null {
  const { stopId, kind, subjectId } = payload;
  if (kind === 'TEMPLATE') return null;
  return { cause, to: stopped(kind, subjectId), key: stopId, subjectId: stopId, detail: kind };
}

function ofApproval({ approvalId, kind, institutionId }: EventPayload<'approval.requested'>) {
  return { to: above(['admin'], institutionId), key: approvalId, subjectId: approvalId, detail: kind };
}

/** Returned by its handler or reopened, a complaint is nobody's. */
function complaintMoved(payload: EventPayload<'complaint.moved'>): Notification | null {
  const { complaintId, institutionId, act, statusAfter } = payload;
  const [handled, managed] = [handler(complaintId), above(['supervisor'], institutionId)];
  const complaint = { key: complaintId, subjectId: complaintId };
  if (act === 'allocate') return { cause: 'COMPLAINT_ALLOCATED', to: handled, ...complaint };
  if (act === 'process') return { cause: 'COMPLAINT_PROCESSED', to: managed, ...complaint };
  if (act !== 'return' && act !== 'reopen') return null;
  return statusAfter === 'PENDING'
    ? { cause: 'COMPLAINT_UNALLOCATED', to: managed, ...complaint }
    : { cause: 'COMPLAINT_RETURNED', to: handled, ...complaint };
}

function scored({ sampleId, agentId, total }: EventPayload<'quality.scored'>): Notification {
  const detail = `${total}`;
  return { cause: 'QUALITY_SCORED', to: person(agentId), key: sampleId, subjectId: sampleId, detail };
}

function person(id: number | null | undefined): Statement {
  return sql`SELECT u.id FROM user u WHERE u.id = ${id} AND u.enabled = 1`;
}

function leaders(groupId: number | null | undefined): Statement {
  return sql`SELECT u.id FROM user u WHERE u.group_id = ${groupId} AND u.role = 'leader' AND u.enabled = 1`;
}

/** In the institution and those above it. */
function above(roles: readonly ('supervisor' | 'admin')[], institutionId: number): Statement {
  return sql`
    SELECT u.id FROM institution own JOIN institution i ON own.path LIKE CONCAT(i.path, '%')
      JOIN user u ON u.institution_id = i.id AND u.role IN ${list(roles)} AND u.enabled = 1
    WHERE own.id = ${institutionId}`;
}

function handler(complaintId: number): Statement {
  return sql`
    SELECT u.id FROM complaint k JOIN user u ON u.id = k.handler_id AND u.enabled = 1 WHERE k.id = ${complaintId}`;
}

function inspectors(sampleId: number): Statement {
  return sql`
    SELECT u.id FROM quality_score s JOIN user u ON u.id = s.inspector_id AND u.enabled = 1
    WHERE s.sample_id = ${sampleId}`;
}

/** Collectors who may contact nobody, and their leaders. */
function stopped(kind: Exclude<ChosenStopKind, 'TEMPLATE'>, id: number): Statement {
  const subjects = {
    COLLECTOR: sql`m.id = ${id}`,
    QUEUE: sql`m.queue_id = ${id}`,
    INSTITUTION: sql`m.institution_id IN (
      SELECT b.id FROM institution i JOIN institution b ON b.path LIKE CONCAT(i.path, '%') WHERE i.id = ${id})`,
  };
  const members = sql`FROM user m WHERE ${subjects[kind]} AND m.role = 'member' AND m.enabled = 1`;
  return sql`
    SELECT m.id ${members} UNION SELECT l.id FROM user l
    WHERE l.role = 'leader' AND l.enabled = 1 AND l.group_id IN (SELECT m.group_id ${members})`;
}
