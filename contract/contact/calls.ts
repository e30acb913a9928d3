import { z } from 'zod';
import { RecordCursor } from '../supervision/behaviour.js';
import type { CALL_TYPES, CallStatus, Relation } from '../codes.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import type { ScriptState } from './first-contact.js';
import type { PartyAnswer } from './who-answers.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

export const CALL_STATES = ['REQUESTED', 'RINGING', 'ANSWERED', 'ENDED', 'FAILED'] as const;
export type CallState = (typeof CALL_STATES)[number];
export const LIVE_CALL_STATES = ['REQUESTED', 'RINGING', 'ANSWERED'] as const satisfies readonly CallState[];
export function isLiveCall(state: CallState): boolean {
  return (LIVE_CALL_STATES as readonly string[]).includes(state);
}

/** Why a call ended, as the supplier says it. NO_COLLECTOR: the collector's own telephone was not picked up. */
export const HANG_UP_CAUSES = [
  'HUNG_UP', 'NO_ANSWER', 'BUSY', 'REJECTED', 'EMPTY_NUMBER', 'SHUT_OFF', 'DOWNTIME', 'OTHER',
  'NO_COLLECTOR',
] as const; // prettier-ignore
/**
 * And as we do: CANCELLED before the supplier was asked, PAID while it rang, CALLER_NUMBER when the callee was shown another
 * number than we stated, UNREACHABLE when the supplier did not take it, LOST when its hang-up never came.
 */
export const CALL_REASONS = [
  ...HANG_UP_CAUSES,
  'CANCELLED',
  'PAID',
  'HELD',
  'STOPPED',
  'CALLER_NUMBER',
  'UNREACHABLE',
  'LOST',
] as const;
export type CallReason = (typeof CALL_REASONS)[number];

export const CALL_PARTIES = ['AGENT', 'CUSTOMER', 'SYSTEM'] as const;
export type CallParty = (typeof CALL_PARTIES)[number];
export type CallDirection = 'OUT' | 'IN';

/** `softPhone/makeCall`. */
export const MakeCall = z.object({ taskId: Id, contactId: Id, clientRequestId: ClientRequestId });
export type MakeCall = z.infer<typeof MakeCall>;
export interface MadeCall {
  callId: number;
}
/** `softPhone/hangUp`, `softPhone/answer`: the own live call. */
export const CallRef = z.object({ callId: Id });
export type CallRef = z.infer<typeof CallRef>;

export const REPORT_TYPES = ['INCOMING', 'RINGING', 'ANSWERED', 'ENDED', 'FAILED', 'RECORDING'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];
const word = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\w.:-]+$/);

/** `softPhone/callback`: what the supplier says of a call. `idempotencyKey` is ours, when we asked for the call. */
export const CallReport = z
  .object({
    supplier: z.string().trim().min(1).max(40),
    eventId: word,
    callId: word,
    idempotencyKey: word.nullish(),
    type: z.enum(REPORT_TYPES),
    at: IsoTime,
    /** An unknown cause must not make us lose the hang-up. */
    reason: z.enum(HANG_UP_CAUSES).nullish().catch('OTHER'),
    hungUpBy: z.enum(['AGENT', 'CUSTOMER']).nullish().catch(null),
    recordingUrl: z.url().max(500).nullish(),
    /** INCOMING: who calls, and which extension rings. RINGING and ANSWERED: the number that the callee is shown. */
    from: z.string().max(24).nullish(),
    extension: z.string().max(32).nullish(),
  })
  .refine(({ type, extension }) => type !== 'INCOMING' || extension, { path: ['extension'] })
  .refine(({ type, recordingUrl }) => type !== 'RECORDING' || recordingUrl, { path: ['recordingUrl'] });
export type CallReport = z.infer<typeof CallReport>;
export interface CallReportAnswer {
  /** True when this event was already stored. */
  repeated: boolean;
}

/** By one person, on one loan, with one number (typed, or by the key of its group), of one team, on Mexico's days (both included). */
export const CallFilter = z.object({
  username: z.string().trim().max(64).optional(),
  loanId: z.string().trim().max(40).optional(),
  phone: z.string().trim().max(24).optional(),
  number: z
    .string()
    .regex(/^[0-9A-F]{32}$/)
    .optional(),
  groupId: IdText.optional(),
  dateFrom: IsoDay.optional(),
  dateTo: IsoDay.optional(),
});
export type CallFilter = z.infer<typeof CallFilter>;

/**
 * `softPhone/callRecordList`: newest first. With `taskId` the case's calls, else those of the viewer's people, all or those
 * that run. With `after` what follows a row, at any depth.
 */
export const CallListQuery = CallFilter.extend({
  ...pageQuery(PAGE_SIZE.table),
  taskId: IdText.optional(),
  agentId: IdText.optional(),
  live: z.literal('1').optional(),
  after: RecordCursor.optional(),
});
export type CallListQuery = z.infer<typeof CallListQuery>;

export const CALL_GROUPINGS = ['person', 'case', 'number'] as const;
/** `softPhone/callRecordFold`: the newest FOLDED calls of a list, one row for each person, case or number. */
export const CallGroupQuery = CallFilter.extend({
  ...pageQuery(PAGE_SIZE.table),
  by: z.enum(CALL_GROUPINGS),
});
export type CallGroupQuery = z.infer<typeof CallGroupQuery>;

/** A pushed change of a call: no name and no number. */
export interface CallChange {
  callId: number;
  taskId: number | null;
  contactId: number | null;
  agentId: number | null;
  direction: CallDirection;
  /** 1 incoming, 2 outgoing, 3 missed, 5 rejected. */
  type: (typeof CALL_TYPES)[number];
  state: CallState;
  callTime: string;
  ringTime: string | null;
  answerTime: string | null;
  endTime: string | null;
  /** Seconds from answer to end; 0 when nobody answered. */
  duration: number;
  reason: CallReason | null;
  hangUpDirection: CallParty | null;
  /** The hang-up was asked for and has not come yet. */
  hangingUp: boolean;
  recording: boolean;
  /** It waits for who answers, and its case with it. */
  asksWho: boolean;
  party: PartyAnswer | null;
  /** Set when the result of a first contact is recorded. */
  script: ScriptState | null;
  /** A simulator answered instead of a telephone. */
  simulated: boolean;
  version: number;
}

/** The specification's call record. */
export interface CallRow extends CallChange {
  /** Why its collector was not asked who answers. */
  skipReason: string | null;
  /** The loan's number, and the loan item for a link to the case; null for a stranger. */
  orderId: string | null;
  loanItemId: number | null;
  /** The collector's user name, name and extension. */
  seatAccount: string | null;
  agentName: string | null;
  extensionNumber: string;
  contactName: string | null;
  contactRelation: Relation | null;
  /** Masked: who was called, or who called in; null when the case no longer exists for the viewer. */
  calledNumber: string | null;
}

/** A call as it is pushed to who supervises: no name, and no text that may hold one. */
export type MonitoredCall = Omit<CallRow, 'contactName' | 'skipReason'> & { groupId: number | null };

export interface CallGroup {
  /** The person's id, the case's id, or what tells a number from others; empty for none. */
  key: string;
  /** The person's name, the loan or the masked number; null for calls of nobody, about no case, with no number. */
  label: string | null;
  /** The person's, where one row is one person. */
  username: string | null;
  taskId: number | null;
  records: number;
  people: number;
  cases: number;
  numbers: number;
  answered: number;
  /** Seconds, of all together. */
  talk: number;
  /** Calls whose collector was asked who answers; those skipped, and those that a wrong number answered. */
  asked: number;
  skipped: number;
  wrongNumber: number;
  /** First contacts that were recorded by a client that knows no script. */
  noScript: number;
  /** Seconds from answer to word, on average; null before the first. */
  secondsToSay: number | null;
  firstAt: string;
  lastAt: string;
}

/** `softPhone/currentCalls`: the own live calls. `now` is the server's clock, which timers are measured by. */
export interface CurrentCalls {
  now: string;
  /** A call begins with the collector's own telephone, which has to be picked up. */
  collectorFirst: boolean;
  calls: CallRow[];
}

const STATUS_OF: Partial<Record<CallReason, CallStatus>> = {
  NO_ANSWER: 'NO_ANSWER',
  BUSY: 'REJECTED',
  REJECTED: 'REJECTED',
  EMPTY_NUMBER: 'EMPTY_NUMBER',
  SHUT_OFF: 'SHUT_OFF',
  DOWNTIME: 'DOWNTIME',
};

/** The form's call status that a call implies; null when it implies none, e.g. a call that we cancelled. */
export function callStatusOf(
  call: Pick<CallChange, 'answerTime' | 'reason' | 'hangUpDirection' | 'direction'>,
): CallStatus | null {
  if (call.answerTime !== null) return 'CONNECTED';
  if (call.direction === 'IN' || call.reason === null) return null;
  if (call.reason === 'HUNG_UP') return call.hangUpDirection === 'CUSTOMER' ? 'HUNG_UP' : null;
  return STATUS_OF[call.reason] ?? null;
}
