import { z } from 'zod';
import {
  CALL_RESULTS,
  CALL_STATUSES,
  CASE_STATUSES,
  COLLECTION_RESULTS,
  CONTACT_TYPES,
  PROMISE_STATUSES,
  RELATIONS,
  SEND_CHANNELS,
} from '../codes.js';
import { AllocationRef, HandedOver, SeatGap } from '../team/allocation.js';
import { PRESENCE_EVENTS } from '../team/presence.js';
import { SCHEDULE_EVENTS } from '../team/schedules.js';
import { SHEET_EVENTS } from '../administration/sheet-uploads.js';
import { PLAN_EVENTS } from '../team/what-if.js';
import { CALL_EVENTS } from './call-events.js';
import { IMPORT_EVENTS } from './import-events.js';
import { EXPORTED_LISTS } from '../administration/exports.js';
import { PICTURE_KINDS, REVEAL_PURPOSES } from '../cases/borrowers.js';
import { MONEY_EVENTS } from './money-events.js';
import { MONITORING_EVENTS } from './monitoring-events.js';
import { REPAYMENT_EVENTS } from './repayment-events.js';
import { SETTINGS_EVENTS } from './settings-events.js';
import { SCRIPT_STATES } from '../contact/first-contact.js';
import { INCOMING_CHANNELS, MEANINGS } from '../contact/incoming-messages.js';
import { MESSAGE_REASONS } from '../contact/messages.js';
import { REQUEST_EVENTS } from '../cases/requests.js';
import { COMPLAINT_EVENTS } from '../supervision/complaints.js';
import { CONTACT_EVENTS } from './contact-events.js';
import { STOP_EVENTS } from '../contact/stops.js';
import { VIOLATION_EVENTS } from '../supervision/violations.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { Id } from '../shared/id.js';
import { Centavos, PositiveCentavos } from '../shared/money.js';

/**
 * Every domain event: name -> payload. An event is written in the transaction that changes the state it tells of, is
 * never changed, and carries all that the score card, the boards and the case's timeline are rebuilt from. No payload
 * holds personal data: names, numbers and notes stay in their own rows.
 *
 * Actor, request, case and times stand in the event's row, not in its payload.
 */
const CaseRef = z.object({ caseId: Id });
const status = z.enum(CASE_STATUSES);

/** A collector who lost or gained a case. `amount` is the amount due when it happened. */
const Ownership = CaseRef.extend({
  from: Id.nullable(),
  to: Id.nullable(),
  amount: Centavos,
  /** On the day of the move. Not noted before: then the case adds nothing to a target. */
  daysPastDue: z.int().optional(),
  statusBefore: status,
  statusAfter: status,
  reason: z.string().max(200).nullable(),
});

/** Thousandths of a case's amount, or of a case: `flat`, or those of the last step that its days past due have reached. */
const TargetTerms = z.object({
  flat: z.int().nonnegative(),
  /** [from how many days past due, thousandths], in order */
  steps: z.array(z.tuple([z.int(), z.int().nonnegative()])),
});
export type TargetTerms = z.infer<typeof TargetTerms>;

const PromiseFacts = CaseRef.extend({
  promiseId: Id,
  collectorId: Id,
  amount: PositiveCentavos,
  dueDate: IsoDay,
});

/** `statusAfter`: of one that a leader granted; else the record beside it says what the case became. */
const NewPromise = PromiseFacts.extend({ statusAfter: status.optional() });

const MessageRef = CaseRef.extend({ messageId: Id });

const ExportRef = z.object({ userId: Id, fileId: Id });

export const EVENTS = {
  'case.opened': CaseRef.extend({
    loanItemId: Id,
    queueId: Id,
    institutionId: Id,
    amount: Centavos,
    previousCaseId: Id.nullable(),
  }),
  'case.assigned': Ownership,
  'case.reassigned': Ownership,
  'case.released': Ownership,
  'case.withdrawn': Ownership,
  'case.reinstated': Ownership,
  'case.closed': Ownership,
  /** Its loan item went into the borrower's long-aging case. */
  'case.merged': Ownership,
  'case.turnedLongAging': CaseRef.extend({ days: z.int().nonnegative() }),
  /** The due came to zero by a posted payment (C31), or an extension's fee was received (C32). */
  'case.settled': CaseRef.extend({
    creditedTo: Id.nullable(),
    statusBefore: status,
    statusAfter: z.enum(['C31', 'C32']),
  }),
  /** A settled case whose payment was reversed, at once or when its refund was rejected. */
  'case.reopened': CaseRef.extend({
    creditedTo: Id.nullable(),
    ownerId: Id.nullable(),
    statusAfter: status,
    amount: Centavos,
  }),
  ...MONEY_EVENTS,
  ...MONITORING_EVENTS,
  'action.recorded': CaseRef.extend({
    recordId: Id,
    collectorId: Id,
    contactId: Id.nullable(),
    channel: z.enum(CONTACT_TYPES).nullable(),
    callStatus: z.enum(CALL_STATUSES).nullable(),
    result: z.enum(CALL_RESULTS),
    collectionResult: z.enum(COLLECTION_RESULTS).nullable(),
    statusBefore: status,
    statusAfter: status,
    nextFollowUpAt: IsoTime.nullable(),
    /** Set at a first contact; records of before have none. */
    script: z.enum(SCRIPT_STATES).optional(),
  }),
  /** Its author took a record back. The promise is the one that is open again, or still. */
  'action.undone': CaseRef.extend({
    recordId: Id,
    collectorId: Id,
    contactId: Id.nullable(),
    result: z.enum(CALL_RESULTS),
    statusBefore: status,
    statusAfter: status,
    nextFollowUpAt: IsoTime.nullable(),
    promiseId: Id.nullable(),
    amount: PositiveCentavos.nullable(),
    dueDate: IsoDay.nullable(),
    /** The undone record was the collector's first action on the case that day. */
    firstAction: z.boolean(),
  }),
  'promise.created': NewPromise,
  'promise.rescheduled': NewPromise.extend({ supersedes: Id }),
  /** It came with a case that was merged into this one. */
  'promise.carried': PromiseFacts.extend({ fromCaseId: Id, statusAfter: status }),
  'promise.settled': PromiseFacts.extend({
    status: z.enum(PROMISE_STATUSES),
    paid: Centavos,
    statusAfter: status,
    /** The owner when the day was over; left out when a payment, a move or a reversal ended it. */
    ownerId: Id.nullish(),
    groupId: Id.nullish(),
  }),
  /** Money that had kept it was taken back before its last day was over. */
  'promise.reopened': PromiseFacts.extend({ paid: Centavos, statusAfter: status }),
  /** By the system when `senderId` is null. A person's own message is an action on the case; a spoken one (IVR) is not. */
  'message.queued': MessageRef.extend({
    senderId: Id.nullable(),
    contactId: Id,
    channel: z.enum(SEND_CHANNELS),
    statusBefore: status,
    statusAfter: status,
  }),
  /** Given up before, and tried again by a person. */
  'message.requeued': MessageRef.extend({ version: z.int() }),
  /** Somebody wrote to the lender. `agentId`: the case's owner. */
  'message.received': MessageRef.extend({
    contactId: Id,
    channel: z.enum(INCOMING_CHANNELS),
    meaning: z.enum(MEANINGS),
    agentId: Id.nullable(),
  }),
  'message.sent': MessageRef,
  'message.delivered': MessageRef,
  /** Whether the carrier has it is not known. */
  'message.unknown': MessageRef,
  /** `dead`: given up after retries; not refused by the carrier. */
  'message.failed': MessageRef.extend({ reason: z.enum(MESSAGE_REASONS), dead: z.boolean() }),
  'message.cancelled': MessageRef.extend({ reason: z.enum(MESSAGE_REASONS) }),
  ...CALL_EVENTS,
  /** An emergency contact was added, or the mark was set or taken away. */
  'contact.saved': CaseRef.extend({
    contactId: Id,
    relation: z.enum(RELATIONS),
    emergency: z.boolean(),
    added: z.boolean(),
  }),
  /** Somebody was shown a number in full; the borrower's own when contactId is null. */
  'phone.revealed': CaseRef.extend({ contactId: Id.nullable(), purpose: z.enum(REVEAL_PURPOSES) }),
  /** Everything kept about the borrower has left as a file. `rows`: decisions and events in it. */
  'evidence.taken': CaseRef.extend({
    borrowerId: Id,
    rows: z.int(),
    sha256: z.string().length(64),
  }),
  'picture.viewed': CaseRef.extend({ kind: z.enum(PICTURE_KINDS) }),
  /** From the lender's platform, of a borrower; `effective_at` says of when it is. */
  'borrower.pictureReceived': z.object({ borrowerId: Id, kind: z.enum(PICTURE_KINDS) }),
  'borrower.identityReceived': z.object({ borrowerId: Id }),
  'borrower.appVisited': z.object({ borrowerId: Id }),
  /** kind null: on the identity document as a whole. */
  'picture.commented': CaseRef.extend({ commentId: Id, kind: z.enum(PICTURE_KINDS).nullable() }),
  /** An open cash code gives a promise one more day. */
  'promise.graceGiven': CaseRef.extend({ promiseId: Id, deadlineAt: IsoTime }),
  ...REPAYMENT_EVENTS,
  ...SETTINGS_EVENTS,
  ...STOP_EVENTS,
  ...VIOLATION_EVENTS,
  /** The cases a collector owned at 00:00: the base of the day's score card. */
  'day.opened': z.object({
    collectorId: Id,
    day: IsoDay,
    institutionId: Id,
    groupId: Id,
    queueId: Id,
    ranked: z.boolean(),
    indicatorVersion: z.int().nullable(),
    /** The target that the day begins with, in centavos; with RATE_CASES, the number of cases to settle. */
    target: z.int().nonnegative(),
    targetUnit: z.enum(['centavos', 'cases']),
    /** How it follows the cases that come and go; none: it stays, as every target did before this was noted. */
    targetTerms: TargetTerms.nullish(),
    /** [caseId, amount due in centavos, days past due] */
    cases: z.array(z.tuple([Id, Centavos, z.int().optional()])),
  }),
  ...PRESENCE_EVENTS,
  ...IMPORT_EVENTS,
  ...CONTACT_EVENTS,
  ...REQUEST_EVENTS,
  ...COMPLAINT_EVENTS,
  'allocation.asked': AllocationRef,
  'allocation.planned': AllocationRef,
  /** A collector got a part of a plan; each case says so besides. */
  'allocation.handedOver': HandedOver,
  'allocation.gapFound': SeatGap,
  'allocation.finished': AllocationRef,
  'allocation.undoAsked': AllocationRef,
  /** All cases of the run that nobody had touched wait again. */
  'allocation.undone': AllocationRef,
  ...SCHEDULE_EVENTS,
  ...SHEET_EVENTS,
  ...PLAN_EVENTS,
  /** A list was taken out as a file. */
  'list.exported': z.object({
    list: z.enum(EXPORTED_LISTS),
    filter: z.record(z.string().max(24), z.string().max(60)),
    rows: z.int().nonnegative(),
  }),
  /** A list is too long to be answered at once: a job writes the file. */
  'list.exportAsked': ExportRef,
  'list.exportEnded': ExportRef.extend({ ready: z.boolean() }),
  /** Each face that was shown between the password and the session. `failures` counts those refused in a row. */
  'liveness.judged': z.object({ userId: Id, sessionId: Id, live: z.boolean(), failures: z.int() }),
  /** A wrong code of an authenticator; `failures` counts them in a row. */
  'session.codeRefused': z.object({ userId: Id, sessionId: Id, failures: z.int() }),
  /** `wallIn`: of a wallboard, the institution of whose people it is. */
  'session.opened': z.object({ userId: Id, sessionId: Id, wallIn: Id.optional() }),
  'session.revoked': z.object({
    userId: Id,
    sessionId: Id,
    wallIn: Id.optional(),
    reason: z.enum([
      'signedOut',
      'replaced',
      'disabled',
      'passwordChanged',
      'revoked',
      'livenessFailed',
      'codeFailed',
      'addressRefused',
    ]),
  }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventPayload<Name extends EventName> = z.infer<(typeof EVENTS)[Name]>;

/** A row of the event log as readers see it. `id` orders the events of one case. */
export interface DomainEvent<Name extends EventName = EventName> {
  id: number;
  name: Name;
  subjectType: string;
  subjectId: number;
  caseId: number | null;
  actorId: number | null;
  payload: EventPayload<Name>;
  requestId: string | null;
  effectiveAt: Date;
  recordedAt: Date;
}
export type AnyEvent = { [Name in EventName]: DomainEvent<Name> }[EventName];
