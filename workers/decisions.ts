import type {
  DECISION_OUTCOMES,
  DecisionKind,
  DecisionNotice,
} from '../contract/administration/decisions.js';
import type { AnyEvent, EventName, EventPayload } from '../contract/events/events.js';
import type { Decision } from '../server/features/decisions/decisions.queries.js';

type Facts = Omit<Decision, 'id' | 'decidedBy'>;
type Subtype = DecisionNotice['subtype'];

/**
 * The events that are a second person's word. Administrators are notified of them wherever they are. An event of one person
 * alone gives null: a complaint's other steps, a mark of a guarantor that is taken away.
 */
export const DECISIONS: { [Name in EventName]?: (payload: EventPayload<Name>) => Facts | null } = {
  'approval.decided': ({ approvalId, kind, approved }) =>
    facts('APPROVAL', approved ? 'APPROVED' : 'REFUSED', approvalId, kind),
  'approval.ended': ({ approvalId, kind }) => facts('APPROVAL', 'ENDED', approvalId, kind),
  'stop.lifted': ({ stopId, kind }) => facts('STOP', 'LIFTED', stopId, kind),
  'stop.numberLifted': ({ stopId, undone }) => (undone ? null : facts('STOP', 'LIFTED', stopId, 'NUMBER')),
  'contact.guarantorMarked': ({ contactId, guarantor }) =>
    guarantor ? facts('GUARANTOR', 'APPROVED', contactId) : null,
  'contact.guarantorRefused': ({ contactId }) => facts('GUARANTOR', 'REFUSED', contactId),
  'request.decided': ({ requestId, kind, granted }) =>
    facts('REQUEST', granted ? 'APPROVED' : 'REFUSED', requestId, kind),
  'complaint.moved': ofComplaint,
  'quality.scored': ({ sampleId }) => facts('QUALITY', 'SCORED', sampleId),
  'receivable.writtenOff': ({ receivableId, requestedBy }) =>
    facts('WRITE_OFF', 'APPROVED', receivableId, null, requestedBy),
  'receivable.kept': ({ receivableId, requestedBy }) =>
    facts('WRITE_OFF', 'REFUSED', receivableId, null, requestedBy),
};

/** Null: the event is no decision of a person. */
export function decisionOf(event: AnyEvent): Decision | null {
  const { id, name, actorId, payload } = event;
  const read = DECISIONS[name] as ((payload: object) => Facts | null) | undefined;
  const found = actorId === null ? null : read?.(payload);
  return found && actorId !== null ? { ...found, id, decidedBy: actorId } : null;
}

/** Whoever closes a complaint is not who handled it, and may send it back instead. */
function ofComplaint({ complaintId, act, statusBefore }: EventPayload<'complaint.moved'>): Facts | null {
  if (act === 'done') return facts('COMPLAINT', 'CLOSED', complaintId);
  const isRefused = act === 'return' && statusBefore === 'PENDING_CLOSURE';
  return isRefused ? facts('COMPLAINT', 'RETURNED', complaintId) : null;
}

function facts<Kind extends DecisionKind>(
  kind: Kind,
  outcome: (typeof DECISION_OUTCOMES)[Kind][number],
  subjectId: number,
  subtype: Subtype = null,
  requestedBy: number | null = null,
): Facts {
  return { kind, outcome, subjectId, subtype, requestedBy };
}
