export function reversalOf(payment: { amount: number; reversedAmount: number }): 'NONE' | 'PARTIAL' | 'FULL' {
  if (payment.reversedAmount === 0) return 'NONE';
  return payment.reversedAmount < payment.amount ? 'PARTIAL' : 'FULL';
}

const CREDIT_WINDOW_MS = 24 * 3_600_000;

/**
 * Who a payment counts for: the owner when it is posted; the taker of a live promise that it meets when the case has
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
