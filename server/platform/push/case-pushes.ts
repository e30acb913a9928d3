import type { EventPayload } from '../../../contract/events/events.js';
import { rooms } from '../../../contract/realtime.js';
import { BY_PLAN } from '../inbox/causes.js';
import { leadersOf, personal, type EventPush, type EventRules, type Types } from './push-kinds.js';

const row = true;
const call = true;
const figures = true;
const kept = true;
const decision = true;
const MAY_BE_CONTACTED: Types = ['Contact'];
const CODES: Types = ['RepaymentCode', 'Extension'];
const CLAIM: Types = ['Case', 'Plan'];
/** Screens of a borrower, which may show more or less from then on. */
const LEFT_ALONE = {
  row: true,
  // A page that was refused is no page of the case any more, and hears as the institution does.
  ofInstitution: ['Privacy', 'Case'],
  ofBorrower: ['Case', 'Contact', 'Identity', 'Pictures'],
} as const;
const REFUNDS: Types = ['Refund'];
const PLAN: Types = ['Extension', 'Plan'];

/**
 * Events of cases, contacts and money. A night's openings, claims and accruals are too many to push one by one: queues count them
 * once a second, lists fetch them when the day opens.
 */
export const CASE_PUSHES: EventRules = {
  'day.opened': { figures },
  'case.opened': { queues: true },
  'case.assigned': { row, figures, pushes: moves },
  'case.reassigned': { row, figures, pushes: moves },
  'case.released': { row, figures, pushes: moves },
  'case.withdrawn': { row, figures, ofBorrower: MAY_BE_CONTACTED, pushes: moves },
  'case.reinstated': { row, figures, ofBorrower: MAY_BE_CONTACTED, pushes: moves },
  'case.closed': { row, figures, ofBorrower: MAY_BE_CONTACTED, pushes: moves },
  'case.merged': { row, figures, pushes: moves },
  'case.turnedLongAging': { row },
  'case.settled': { row, figures },
  'case.reopened': { row, figures },
  'case.extended': { row },
  'case.rowFellDue': { ofCase: CLAIM },
  'case.accelerated': { ofCase: CLAIM },
  'case.dueRestated': { ofCase: CLAIM },
  'action.recorded': { row, figures, ofBorrower: MAY_BE_CONTACTED },
  'action.undone': { row, figures, ofBorrower: MAY_BE_CONTACTED },
  'promise.created': { row },
  'promise.rescheduled': { row },
  'promise.carried': { row },
  'promise.graceGiven': { row },
  'promise.reopened': { row, figures, kept },
  'promise.settled': { row, figures, kept, pushes: broken },
  'payment.posted': { row, figures, ofBorrower: MAY_BE_CONTACTED },
  'payment.reversed': { row, figures, ofBorrower: MAY_BE_CONTACTED },
  'payment.pageVisited': { ofCase: ['Case'] },
  'refund.opened': { row, ofInstitution: REFUNDS },
  'refund.reduced': { row, ofInstitution: REFUNDS },
  'refund.completed': { row, ofInstitution: REFUNDS },
  'refund.rejected': { row, ofInstitution: REFUNDS },
  'receivable.opened': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.paid': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.writeOffAsked': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.writtenOff': { decision, ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.kept': { decision, ofCase: CLAIM, ofInstitution: REFUNDS },
  'message.queued': { row, figures, ofCase: ['Message'] },
  'message.requeued': { ofCase: ['Message'] },
  'message.unknown': { ofCase: ['Message'] },
  'message.received': { ofCase: ['Message'] },
  'message.sent': { ofCase: ['Message'] },
  'message.delivered': { ofCase: ['Message', 'CollectionLog'] },
  'message.failed': { ofCase: ['Message', 'CollectionLog'], ofBorrower: MAY_BE_CONTACTED },
  'message.cancelled': { ofCase: ['Message'], ofBorrower: MAY_BE_CONTACTED },
  'call.requested': { call },
  'call.received': { call },
  'call.progressed': { call, ofBorrower: MAY_BE_CONTACTED },
  'call.hangUpRequested': { call },
  'call.answerRequested': { call },
  'call.numberDiffered': { call },
  'call.whoAnswered': { call },
  'call.recordingOffered': { call },
  'call.recorded': { call },
  'contact.saved': { row, ofCase: ['Case'] },
  'contact.judged': { ofBorrower: MAY_BE_CONTACTED },
  'contact.optedOut': { ofBorrower: MAY_BE_CONTACTED },
  'contact.held': { ofBorrower: MAY_BE_CONTACTED },
  'contact.holdLifted': { ofBorrower: MAY_BE_CONTACTED },
  'contact.numberStopped': { ofBorrower: [...MAY_BE_CONTACTED, 'Case'] },
  'contact.numberReleased': { ofBorrower: [...MAY_BE_CONTACTED, 'Case'] },
  'contact.overridden': { ofBorrower: MAY_BE_CONTACTED },
  'contact.guarantorRequested': { ofBorrower: MAY_BE_CONTACTED },
  'contact.guarantorRefused': { decision, ofBorrower: MAY_BE_CONTACTED },
  'contact.guarantorMarked': { decision, ofBorrower: MAY_BE_CONTACTED },
  'phone.revealed': { row },
  'evidence.taken': { row },
  'privacy.accessed': { row },
  'privacy.blocked': LEFT_ALONE,
  'privacy.lifted': LEFT_ALONE,
  'privacy.erasureAsked': LEFT_ALONE,
  'privacy.decided': LEFT_ALONE,
  'privacy.erased': LEFT_ALONE,
  'picture.viewed': { row },
  'borrower.pictureReceived': { ofBorrower: ['Pictures', 'Timeline'] },
  'borrower.identityReceived': { ofBorrower: ['Identity', 'Timeline'] },
  'borrower.appVisited': { ofBorrower: ['Case'] },
  'picture.commented': { row, ofCase: ['Pictures'] },
  'repaymentCode.requested': { ofCase: CODES },
  'repaymentCode.activated': { ofCase: CODES },
  'repaymentCode.ended': { ofCase: CODES },
  'deduction.requested': { ofCase: ['PayLog'] },
  'deduction.settled': { ofCase: ['PayLog'], pushes: deductionEnded },
  'deduction.doubled': { ofCase: ['PayLog'], pushes: deductionDoubled },
  'extension.requested': { ofCase: PLAN },
  'extension.applied': { ofCase: PLAN },
  'extension.ended': { ofCase: PLAN },
};

function moves({ caseId, from, to, reason }: EventPayload<'case.assigned'>): EventPush[] {
  if (from === to || reason === BY_PLAN) return [];
  const pushes: EventPush[] = [];
  if (from !== null) {
    const data = { caseId, direction: 'out', reason } as const;
    pushes.push({ to: [rooms.user(from)], name: 'case.moved', data, leaves: rooms.case(caseId) });
  }
  if (to !== null) {
    const data = { caseId, direction: 'in', reason } as const;
    pushes.push({ to: [rooms.user(to)], name: 'case.moved', data });
  }
  return pushes;
}

/** Only when its day was over: one that is judged again is long out of mind. */
function broken(payload: EventPayload<'promise.settled'>): EventPush[] {
  const { caseId, promiseId, amount, status, ownerId, groupId } = payload;
  if (status !== 'BROKEN' || ownerId === undefined) return [];
  const to = [...personal(ownerId), ...leadersOf(groupId)];
  return [{ to, name: 'promise.broken', data: { caseId, promiseId, amount } }];
}

/** The person who asked for it is informed of its end, whatever screen they are on by then. */
function deductionEnded(payload: EventPayload<'deduction.settled'>): EventPush[] {
  const { caseId, deductionId, amount, status, requestedBy } = payload;
  const to = [rooms.case(caseId), ...personal(requestedBy)];
  return [{ to, name: 'deduction.changed', data: { caseId, deductionId, amount, status } }];
}

function deductionDoubled(payload: EventPayload<'deduction.doubled'>): EventPush[] {
  const { caseId, deductionId, amount, requestedBy, groupId } = payload;
  const to = [...personal(requestedBy), ...leadersOf(groupId)];
  return [{ to, name: 'deduction.doubled', data: { caseId, deductionId, amount } }];
}
