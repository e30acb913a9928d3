import type { CallOutcome } from '../../../../contract/contact/call-results.js';
import type { RecordCall, RecordCallOlder } from '../../../../contract/cases/records.js';
import type { CallResult, CaseStatus } from '../../../../contract/codes.js';
import { businessDay } from '../../../../contract/shared/date.js';
import { fieldError, AppError } from '../../../platform/http/app-error.js';
import { nextStatus, refusalOf, type CaseEvent } from '../case.rules.js';

const PAYMENT_CHECK_MS = 24 * 3_600_000;
/** Results that say what the borrower wants to do. */
const WILLINGNESS: readonly CallResult[] = ['PTP', 'PTCPST', 'WTP', 'PTN', 'DTP'];

/** A record as either client sends it; the older one may leave the request's id and the promise's amount out. */
export type RecordInput = Omit<RecordCall, 'clientRequestId'> & {
  clientRequestId?: string | undefined;
  /** A promise without an amount is for all that is due. */
  wholeAmount?: boolean;
};

export type ContactBlock = 'WRONG' | 'BAD_NUMBER' | 'OPT_OUT';

export interface RecordedContact {
  unreachedOn: string | null;
  blocked: ContactBlock | null;
}

/** A case's status after a record, promise apart. @throws case.closed, case.notAllowed */
export function statusAfter(
  state: { status: CaseStatus; ownerId: number | null; promiseId: number | null },
  outcome: CallOutcome,
): CaseStatus {
  const event = eventOf(state.promiseId, outcome);
  const status = nextStatus(state.status, event, state.ownerId !== null);
  if (status === null) throw new AppError(refusalOf(state.status));
  return status;
}

function eventOf(promiseId: number | null, outcome: CallOutcome): CaseEvent {
  if (outcome.result === 'MEMO') return 'noteRecorded';
  if (!outcome.promise) return 'actionRecorded';
  return promiseId === null ? 'promiseCreated' : 'promiseRescheduled';
}

/**
 * When to work on the case next: what the collector said; else an action has dealt with what was due, and a memo leaves
 * it as it is. @throws record.followUpRequired, request.invalid for a time that is over
 */
export function followUpAfter(
  outcome: CallOutcome,
  wanted: string | null | undefined,
  before: Date | null,
  now: Date,
): Date | null {
  if (wanted) {
    const at = new Date(wanted);
    if (at <= now) throw fieldError('request.invalid', 'nextFollowUpAt');
    return at;
  }
  if (outcome.followUp) throw fieldError('record.followUpRequired', 'nextFollowUpAt');
  return outcome.result === 'MEMO' ? before : null;
}

/** The borrower says he has paid. */
export function asksForCheck({ result }: CallOutcome): boolean {
  return result === 'RPD';
}

/** A borrower who claims to have paid is left alone for a day while the ledger is checked. */
export function holdAfter(outcome: CallOutcome, before: Date | null, now: Date): Date | null {
  return asksForCheck(outcome) ? new Date(now.getTime() + PAYMENT_CHECK_MS) : before;
}

export function willingnessAfter(outcome: CallOutcome, before: CallResult | null): CallResult | null {
  return WILLINGNESS.includes(outcome.result) ? outcome.result : before;
}

/** Whoever answered is not the borrower and does not know him: the number is somebody else's. */
export function isStrangers({ result }: CallOutcome): boolean {
  return result === 'NORLVT' || result === 'NOVLD';
}

/**
 * A result's effect on the number: out of service on two different days makes it bad, a stranger's voice makes it wrong.
 * An opt-out is never overwritten.
 */
export function contactAfter(outcome: CallOutcome, contact: RecordedContact, now: Date): RecordedContact {
  if (outcome.result === 'LC') {
    const today = businessDay(now);
    const again = contact.unreachedOn !== null && contact.unreachedOn !== today;
    return {
      unreachedOn: contact.unreachedOn ?? today,
      blocked: contact.blocked ?? (again ? 'BAD_NUMBER' : null),
    };
  }
  if (isStrangers(outcome))
    return { ...contact, blocked: contact.blocked === 'OPT_OUT' ? 'OPT_OUT' : 'WRONG' };
  if (outcome.callStatus !== 'CONNECTED') return contact;
  return { unreachedOn: null, blocked: contact.blocked === 'BAD_NUMBER' ? null : contact.blocked };
}

/** The older client's record: its CR code gets the code's default result, its promise is for all that is due. */
export function fromOlder(taskId: number, body: RecordCallOlder): RecordInput {
  return {
    taskId,
    contactId: body.contactId,
    callStatus: body.callStatus,
    contactType: 'CALL',
    collectionResult: body.callResult,
    nextFollowUpAt: body.nextFollowUpTime,
    notes: body.remark,
    promiseAmount: body.amount,
    promiseDate: body.promiseDate,
    clientRequestId: body.clientRequestId,
    wholeAmount: true,
  };
}
