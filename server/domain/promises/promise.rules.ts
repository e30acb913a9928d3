import type { CaseStatus } from '../../../contract/codes.js';
import { EXTENDED_PROMISE_DAYS, PROMISE_DAYS } from '../../../contract/cases/promises.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { nextStatus, refusalOf } from '../cases/case.rules.js';

/** Days after the due date in which a payment still counts while a cash code is open; without one there are none. */
const CASH_GRACE_DAYS = 1;
/** A promise that reaches this part of its amount is kept. */
const KEPT_PART = 0.95;
export const MAX_RESCHEDULES = 2;

export type PromiseOutcome = 'KEPT' | 'PARTIAL' | 'BROKEN';

/** The outcome of a promise of `amount` when `paid` came in before its deadline. Centavos. */
export function outcomeOf(amount: number, paid: number): PromiseOutcome {
  if (paid >= amount * KEPT_PART) return 'KEPT';
  return paid > 0 ? 'PARTIAL' : 'BROKEN';
}

/** The instant at which a promise for this day is over: the end of the day in Mexico City. */
export function promiseDeadline(dueDate: string): Date {
  return startOfBusinessDay(addDays(dueDate, 1));
}

/** The same with the grace that an open cash code gives: money paid at a till arrives a day later. */
export function graceDeadline(dueDate: string): Date {
  return startOfBusinessDay(addDays(dueDate, 1 + CASH_GRACE_DAYS));
}

export interface PromiseWish {
  /** Centavos. */
  amount: number | null | undefined;
  /** Today when it is not said. */
  dueDate: string | null | undefined;
}

export interface PromiseContext {
  now: Date;
  amountDue: number;
  /** May promise later than the usual days. */
  extend: boolean;
  /** How often the live promise was moved already; null when there is none. */
  reschedules: number | null;
}

export interface PromiseTerms {
  amount: number;
  dueDate: string;
  deadlineAt: Date;
  reschedules: number;
}

/** @throws promise.amount, promise.date (fields), promise.rescheduledTwice */
export function promiseTerms(wish: PromiseWish, context: PromiseContext): PromiseTerms {
  const today = businessDay(context.now);
  const dueDate = wish.dueDate ?? today;
  const days = context.extend ? EXTENDED_PROMISE_DAYS : PROMISE_DAYS;
  if (context.amountDue === 0) throw new AppError('case.nothingDue');
  if (!wish.amount || wish.amount < 0 || wish.amount > context.amountDue)
    throw fieldError('promise.amount', 'promiseAmount');
  if (dueDate < today || dueDate > addDays(today, days))
    throw fieldError('promise.date', 'promiseDate', { days });
  if (context.reschedules !== null && context.reschedules >= MAX_RESCHEDULES)
    throw new AppError('promise.rescheduledTwice');
  const reschedules = context.reschedules === null ? 0 : context.reschedules + 1;
  return { amount: wish.amount, dueDate, deadlineAt: promiseDeadline(dueDate), reschedules };
}

interface PromisedCase {
  status: CaseStatus;
  ownerId: number | null;
  promiseId: number | null;
}

/**
 * A promise that only a leader may take, for a case as it is now.
 *
 * @returns `ownDays`: a collector could have taken it alone
 * @throws what `promiseTerms` throws; case.closed, case.notAllowed
 */
export function promisedLater(
  wish: PromiseWish,
  context: Omit<PromiseContext, 'extend'>,
  { status, ownerId, promiseId }: PromisedCase,
): { terms: PromiseTerms; statusAfter: CaseStatus; ownDays: boolean } {
  const event = promiseId === null ? 'promiseCreated' : 'promiseRescheduled';
  const statusAfter = nextStatus(status, event, ownerId !== null);
  if (statusAfter === null) throw new AppError(refusalOf(status));
  const terms = promiseTerms(wish, { ...context, extend: true });
  const ownDays = terms.dueDate <= addDays(businessDay(context.now), PROMISE_DAYS);
  return { terms, statusAfter, ownDays };
}
