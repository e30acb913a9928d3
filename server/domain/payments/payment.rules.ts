import type { ClaimError } from '../../../contract/money/payments.js';
import { businessDay } from '../../../contract/shared/date.js';

export function reversalOf(payment: { amount: number; reversedAmount: number }): 'NONE' | 'PARTIAL' | 'FULL' {
  if (payment.reversedAmount === 0) return 'NONE';
  return payment.reversedAmount < payment.amount ? 'PARTIAL' : 'FULL';
}

/** A provider's clock that runs ahead by less is no error. */
const AHEAD_MS = 5 * 60_000;

/**
 * When money counts: the moment that its sender claims, never later than now. What can not be (later than now, or before the
 * business day on which the loan was paid out) counts from its receipt, and the claim is an error.
 */
export function valueTimeOf(
  claimedAt: Date,
  disbursedAt: Date,
  now: Date,
): { valueAt: Date; error: ClaimError | null } {
  if (claimedAt.getTime() > now.getTime() + AHEAD_MS) return { valueAt: now, error: 'AHEAD' };
  if (businessDay(claimedAt) < businessDay(disbursedAt)) return { valueAt: now, error: 'BEFORE_LOAN' };
  return { valueAt: claimedAt < now ? claimedAt : now, error: null };
}

const CREDIT_WINDOW_MS = 24 * 3_600_000;

/**
 * The person a payment counts for: the owner when it is posted; the taker of a live promise that it meets when the case has
 * moved within 24 hours. Null when nobody owns the case.
 */
export function creditOf(
  state: { ownerId: number | null; movedAt: Date | null },
  livePromise: { collectorId: number } | undefined,
  now: Date,
): number | null {
  const movedLately = state.movedAt !== null && now.getTime() - state.movedAt.getTime() < CREDIT_WINDOW_MS;
  return livePromise && (movedLately || state.ownerId === null) ? livePromise.collectorId : state.ownerId;
}
