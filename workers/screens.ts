import type { AnyEvent, EventName, EventPayload } from '../contract/events/events.js';
import { rooms, type Tag } from '../contract/realtime.js';
import {
  deductionDoubled,
  deductionEnded,
  leadersOf,
  listenedTo,
  scored,
  exporting,
  granted,
  imported,
  inTree,
  personal,
  phoneOf,
  pictured,
  sheetOf,
  type Told,
} from './told.js';

type Types = readonly Tag['type'][];

export interface Screen<Name extends EventName = EventName> {
  /** The case's row as it is now: to its collector, to the group's leaders, and to those who have the case open. */
  row?: true;
  /** The call as it is now: to its collector and to those who have its case open. */
  call?: true;
  /** Tags for people who have the case open. */
  ofCase?: Types;
  /** Tags for people who have any case of the borrower open. */
  ofBorrower?: Types;
  /** Tags for all people of the institution. */
  ofInstitution?: Types | ((payload: EventPayload<Name>) => Types);
  tells?: (payload: EventPayload<Name>) => Told[];
  /** Every open browser is given the rights that its person has now. */
  rights?: true;
}

const row = true;
const call = true;
const rights = true;
/** Handed out by a plan: the collector hears of all of them at once, by allocation.handedOver. */
export const BY_PLAN = 'ALLOCATION';
const MAY_BE_CONTACTED: Types = ['Contact'];
const CODES: Types = ['RepaymentCode', 'Extension'];
const CLAIM: Types = ['Case', 'Plan'];
/** The team's lists: of a part of a plan its leaders hear once, and not case by case. */
const LISTS: Tag[] = [{ type: 'CaseList' }, { type: 'CaseCounts' }];
const REFUNDS: Types = ['Refund'];
const COMPLAINTS: Types = ['Complaint'];
const QUALITY: Types = ['Quality'];
const ALLOCATION: Types = ['Allocation', 'Queue', 'Job'];
const SCHEDULE: Types = ['Schedule', 'Job'];
const QUEUES: Types = ['Queue', 'Institution'];
/** People are listed with their softphones. */
const PHONES: Types = ['Softphone', 'User'];
const PLAN: Types = ['Extension', 'Plan'];

/**
 * When this happens, who hears what: everything that an event changes on screens, on one page. Score cards and boards follow
 * from what an event adds to a collector's day (live-models.ts), and ended sessions are cut off (ended-sessions.ts).
 *
 * A night's openings, claims and accruals are too many to push one by one: lists fetch them when the day opens.
 */
export const SCREENS: { [Name in EventName]?: Screen<Name> } = {
  'case.assigned': { row, tells: moves },
  'case.reassigned': { row, tells: moves },
  'case.released': { row, tells: moves },
  'case.withdrawn': { row, ofBorrower: MAY_BE_CONTACTED, tells: moves },
  'case.reinstated': { row, ofBorrower: MAY_BE_CONTACTED, tells: moves },
  'case.closed': { row, ofBorrower: MAY_BE_CONTACTED, tells: moves },
  'case.merged': { row, tells: moves },
  'case.turnedLongAging': { row },
  'case.settled': { row },
  'case.reopened': { row },
  'case.extended': { row },
  'case.rowFellDue': { ofCase: CLAIM },
  'case.accelerated': { ofCase: CLAIM },
  'case.dueRestated': { ofCase: CLAIM },
  'action.recorded': { row, ofBorrower: MAY_BE_CONTACTED },
  'action.undone': { row, ofBorrower: MAY_BE_CONTACTED },
  'promise.created': { row },
  'promise.rescheduled': { row },
  'promise.carried': { row },
  'promise.graceGiven': { row },
  'promise.reopened': { row },
  'promise.settled': { row, tells: broken },
  'payment.posted': { row, ofBorrower: MAY_BE_CONTACTED },
  'payment.reversed': { row, ofBorrower: MAY_BE_CONTACTED },
  'payment.pageVisited': { ofCase: ['Case'] },
  'refund.opened': { row, ofInstitution: REFUNDS },
  'refund.reduced': { row, ofInstitution: REFUNDS },
  'refund.completed': { row, ofInstitution: REFUNDS },
  'refund.rejected': { row, ofInstitution: REFUNDS },
  'receivable.opened': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.paid': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.writeOffAsked': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.writtenOff': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'receivable.kept': { ofCase: CLAIM, ofInstitution: REFUNDS },
  'complaint.opened': { ofInstitution: COMPLAINTS },
  'complaint.moved': { ofInstitution: COMPLAINTS },
  'stop.placed': { tells: heard('Stop', 'Contact') },
  'stop.lifted': { tells: heard('Stop', 'Contact') },
  'message.queued': { row, ofCase: ['Message'] },
  'message.requeued': { ofCase: ['Message'] },
  'message.sent': { ofCase: ['Message'] },
  'message.delivered': { ofCase: ['Message', 'CollectionLog'] },
  'message.failed': { ofCase: ['Message', 'CollectionLog'], ofBorrower: MAY_BE_CONTACTED },
  'message.cancelled': { ofCase: ['Message'], ofBorrower: MAY_BE_CONTACTED },
  'call.requested': { call },
  'call.received': { call },
  'call.progressed': { call, ofBorrower: MAY_BE_CONTACTED },
  'call.hangUpRequested': { call },
  'call.answerRequested': { call },
  'call.recordingOffered': { call },
  'call.recorded': { call },
  'recording.noted': { ofInstitution: ['Recording'] },
  'qualitySheet.created': { ofInstitution: QUALITY },
  'qualitySheet.changed': { ofInstitution: QUALITY },
  'quality.sampled': { ofInstitution: QUALITY },
  'quality.scored': { ofInstitution: QUALITY, tells: scored },
  'quality.answered': { ofInstitution: QUALITY },
  'listening.begun': { tells: listenedTo },
  'listening.ended': { tells: listenedTo },
  'contact.saved': { row, ofCase: ['Case'] },
  'contact.judged': { ofBorrower: MAY_BE_CONTACTED },
  'contact.optedOut': { ofBorrower: MAY_BE_CONTACTED },
  'contact.held': { ofBorrower: MAY_BE_CONTACTED },
  'contact.holdLifted': { ofBorrower: MAY_BE_CONTACTED },
  'request.opened': { ofInstitution: ['Request'], tells: asked },
  'request.decided': { row, ofInstitution: ['Request'], tells: decided },
  'contact.overridden': { ofBorrower: MAY_BE_CONTACTED },
  'contact.guarantorRequested': { ofBorrower: MAY_BE_CONTACTED },
  'contact.guarantorRefused': { ofBorrower: MAY_BE_CONTACTED },
  'contact.guarantorMarked': { ofBorrower: MAY_BE_CONTACTED },
  'phone.revealed': { row },
  'picture.viewed': { row },
  'borrower.pictureReceived': { ofBorrower: ['Pictures', 'Timeline'] },
  'borrower.identityReceived': { ofBorrower: ['Identity', 'Timeline'] },
  'borrower.appVisited': { ofBorrower: ['Case'] },
  'picture.commented': { row, ofCase: ['Pictures'] },
  'repaymentCode.requested': { ofCase: CODES },
  'repaymentCode.activated': { ofCase: CODES },
  'repaymentCode.ended': { ofCase: CODES },
  'deduction.requested': { ofCase: ['PayLog'] },
  'deduction.settled': { ofCase: ['PayLog'], tells: deductionEnded },
  'deduction.doubled': { ofCase: ['PayLog'], tells: deductionDoubled },
  'extension.requested': { ofCase: PLAN },
  'extension.applied': { ofCase: PLAN },
  'extension.ended': { ofCase: PLAN },
  'messageLimits.changed': { ofInstitution: ['MessageLimits'] },
  'priorities.changed': { ofInstitution: ['Weights'] },
  'guardPolicy.changed': { ofInstitution: ['Contact', 'GuardPolicy'] },
  'policyLab.asked': { ofInstitution: ['PolicyLab', 'Job'] },
  'policyLab.ended': { ofInstitution: ['PolicyLab', 'Job'] },
  // A change of who sees full numbers concerns every screen that shows one.
  'numberViewers.changed': {
    tells: heard('Configuration', 'CaseList', 'Case', 'Call', 'Contact', 'Identity'),
  },
  'systemLimits.changed': { tells: heard('Configuration') },
  'addressList.changed': { tells: heard('Configuration') },
  'anomalyRules.changed': { tells: heard('Configuration') },
  'messagePlaces.changed': { tells: heard('Configuration') },
  'anomaly.found': { ofInstitution: ['Anomaly'] },
  'anomaly.handled': { ofInstitution: ['Anomaly'] },
  'approval.requested': { ofInstitution: ['Approval'] },
  'approval.decided': { ofInstitution: ['Approval', 'Contact'] },
  'approval.ended': { ofInstitution: ['Approval', 'Contact'] },
  'allocation.asked': { ofInstitution: ALLOCATION },
  'allocation.planned': { ofInstitution: ALLOCATION },
  'allocation.handedOver': { ofInstitution: ALLOCATION, tells: handedOver },
  'allocation.gapFound': { ofInstitution: ALLOCATION, tells: seatGap },
  'allocation.finished': { ofInstitution: ALLOCATION },
  'schedule.uploaded': { ofInstitution: SCHEDULE },
  'schedule.applied': { ofInstitution: SCHEDULE },
  'schedule.refused': { ofInstitution: SCHEDULE },
  'schedule.statusChanged': { ofInstitution: SCHEDULE },
  'seatPlan.applied': { ofInstitution: SCHEDULE },
  'seatPlan.undone': { ofInstitution: SCHEDULE },
  'schedule.carriedOut': { ofInstitution: SCHEDULE },
  'queue.created': { ofInstitution: QUEUES },
  'queue.changed': { ofInstitution: QUEUES },
  'template.created': { tells: heard('Template') },
  'template.changed': { tells: heard('Template') },
  'productTerms.created': { tells: heard('ProductTerms') },
  'productTerms.changed': { tells: heard('ProductTerms') },
  'indicator.created': { tells: heard('Indicator') },
  'indicator.changed': { tells: heard('Indicator') },
  'institution.created': { rights, tells: inTree },
  'institution.changed': { rights, tells: inTree },
  'institution.closed': { rights, tells: inTree },
  'group.created': { ofInstitution: ['Institution'] },
  'group.changed': { ofInstitution: ['Institution'] },
  'grants.changed': { rights, ofInstitution: ['Grants'] },
  'user.created': { ofInstitution: ['User'] },
  'user.changed': { ofInstitution: ['User'], tells: granted },
  'user.passwordChanged': { ofInstitution: ['User'] },
  'user.disabled': { ofInstitution: ['User'] },
  'user.checksAdded': { ofInstitution: ['User'] },
  'user.pictureChanged': { tells: pictured },
  'sheet.uploaded': { ofInstitution: ['Job'] },
  'sheet.confirmed': { ofInstitution: ['Job'] },
  'sheet.handled': { ofInstitution: ['Job'], tells: ({ userId, uploadId }) => sheetOf(userId, uploadId) },
  'softphone.created': { ofInstitution: PHONES },
  'softphone.changed': { ofInstitution: PHONES, tells: ({ ownerId }) => phoneOf(ownerId) },
  'softphone.bound': { ofInstitution: PHONES, tells: ({ userId }) => phoneOf(userId) },
  'softphone.unbound': { ofInstitution: PHONES, tells: ({ userId }) => phoneOf(userId) },
  'presence.changed': { tells: present },
  'import.finished': { tells: imported },
  'list.exportAsked': { tells: exporting },
  'list.exportEnded': { tells: exporting },
  'announcement.drafted': { ofInstitution: announced },
  'announcement.published': { tells: announce },
  'announcement.read': { tells: readBy },
  'announcement.changed': { ofInstitution: announced },
  'announcement.withdrawn': { ofInstitution: announced },
};

export function screenOf(event: AnyEvent): Screen | undefined {
  return SCREENS[event.name] as Screen | undefined;
}

function moves({ caseId, from, to, reason }: EventPayload<'case.assigned'>): Told[] {
  if (from === to || reason === BY_PLAN) return [];
  const told: Told[] = [];
  if (from !== null) {
    const data = { caseId, direction: 'out', reason } as const;
    told.push({ to: [rooms.user(from)], name: 'case.moved', data, leaves: rooms.case(caseId) });
  }
  if (to !== null) {
    const data = { caseId, direction: 'in', reason } as const;
    told.push({ to: [rooms.user(to)], name: 'case.moved', data });
  }
  return told;
}

/** Only when its day was over: one that is judged again is long out of mind. */
function broken(payload: EventPayload<'promise.settled'>): Told[] {
  const { caseId, promiseId, amount, status, ownerId, groupId } = payload;
  if (status !== 'BROKEN' || ownerId === undefined) return [];
  const to = [...personal(ownerId), ...leadersOf(groupId)];
  return [{ to, name: 'promise.broken', data: { caseId, promiseId, amount } }];
}

function asked({ caseId, requestId, kind, groupId }: EventPayload<'request.opened'>): Told[] {
  return [{ to: leadersOf(groupId), name: 'request.opened', data: { caseId, requestId, kind } }];
}

function decided(payload: EventPayload<'request.decided'>): Told[] {
  const { caseId, requestId, kind, granted, requestedBy } = payload;
  const to = personal(requestedBy ?? null);
  return [{ to, name: 'request.decided', data: { caseId, requestId, kind, granted } }];
}

function handedOver(payload: EventPayload<'allocation.handedOver'>): Told[] {
  const { agentId, groupId, runId, part, cases, amount } = payload;
  const told: Told[] = [
    { to: [rooms.user(agentId)], name: 'cases.assigned', data: { runId, part, cases, amount } },
  ];
  if (groupId) told.push({ to: [rooms.group(groupId)], name: 'tags.changed', data: { tags: LISTS } });
  return told;
}

function seatGap({ groupIds, queueId, queueName, left, missingSeats }: EventPayload<'allocation.gapFound'>) {
  const data = { queueId, queueName, left, missingSeats };
  const told: Told = { to: groupIds.map(rooms.group), name: 'seatGap.found', data };
  return [told];
}

function announce({ announcementId, institutionId }: EventPayload<'announcement.published'>): Told[] {
  const to = [rooms.institution(institutionId)];
  return [{ to, name: 'announcement.published', data: { msgId: announcementId } }];
}

/** The author of an announcement sees its readers. */
function readBy({ authorId }: EventPayload<'announcement.read'>): Told[] {
  return [{ to: personal(authorId), name: 'tags.changed', data: { tags: [{ type: 'Violation' }] } }];
}

/** All people of the institutions that it holds for refetch. */
function heard(...types: Types): (payload: { heardBy: number[] }) => Told[] {
  const data = { tags: types.map((type) => ({ type })) };
  return ({ heardBy }) => [{ to: heardBy.map(rooms.institution), name: 'tags.changed', data }];
}

export function announced({ kind }: Pick<EventPayload<'announcement.withdrawn'>, 'kind'>): Types {
  return [kind === 'NOTICE' ? 'Notice' : 'Announcement'];
}

function present({ collectorId, groupId, state, since }: EventPayload<'presence.changed'>): Told[] {
  const to = [rooms.board(groupId), rooms.user(collectorId)];
  return [{ to, name: 'presence.changed', data: { collectorId, state, since } }];
}
