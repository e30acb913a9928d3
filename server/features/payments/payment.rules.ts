/** How money is spread over a repayment plan, and taken back. Amounts are integer centavos. */

export interface PlanRowState {
  period: number;
  principal: number;
  interest: number;
  penalty: number;
  iva: number;
  paid: number;
}

/** [period, centavos] */
export type Spread = [period: number, amount: number][];

export function outstanding(row: PlanRowState): number {
  return row.principal + row.interest + row.penalty + row.iva - row.paid;
}

export function totalOutstanding(rows: readonly PlanRowState[]): number {
  return rows.reduce((sum, row) => sum + Math.max(0, outstanding(row)), 0);
}

/** Pays the oldest period first. `over` is what is left when nothing is due any more: a refund. */
export function spreadPayment(
  rows: readonly PlanRowState[],
  amount: number,
): { spread: Spread; over: number } {
  let left = amount;
  const spread: Spread = [];
  for (const row of [...rows].sort((first, second) => first.period - second.period)) {
    const part = Math.min(left, Math.max(0, outstanding(row)));
    if (part > 0) spread.push([row.period, part]);
    left -= part;
  }
  return { spread, over: left };
}

/** Takes money back from where a payment had put it, the newest period first. */
export function spreadReversal(paid: Spread, alreadyReversed: number, amount: number): Spread {
  let skip = alreadyReversed;
  let left = amount;
  const spread: Spread = [];
  for (const [period, part] of [...paid].reverse()) {
    const skipped = Math.min(skip, part);
    skip -= skipped;
    const taken = Math.min(left, part - skipped);
    if (taken > 0) spread.push([period, taken]);
    left -= taken;
  }
  return spread;
}

/** How much of a payment was taken back. */
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
