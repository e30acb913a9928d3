/** How money is spread over a repayment plan, and taken back. Amounts are integer centavos. */

export interface PlanRowState {
  period: number;
  principal: number;
  interest: number;
  penalty: number;
  iva: number;
  paid: number;
  /** Of a long-aging case: another loan item of it, whose row this is. */
  other?: number | null;
}

/** [period, centavos], and the loan item when it is not the one that the payment names. */
export type Spread = [period: number, amount: number, other?: number][];

export function outstanding(row: PlanRowState): number {
  return row.principal + row.interest + row.penalty + row.iva - row.paid;
}

export function totalOutstanding(rows: readonly PlanRowState[]): number {
  return rows.reduce((sum, row) => sum + Math.max(0, outstanding(row)), 0);
}

/** Which due is paid first: the named loan item's, then the others' of its case; or the oldest of the whole case. */
export type SpreadOrder = 'named' | 'oldest';

/** Pays period by period. `over` is what is left when nothing is due any more: a refund. */
export function spreadPayment(
  rows: readonly (PlanRowState & { dueDate: string })[],
  amount: number,
  order: SpreadOrder = 'named',
): { spread: Spread; over: number } {
  let left = amount;
  const spread: Spread = [];
  for (const row of [...rows].sort(order === 'named' ? byItem : byDueDate)) {
    const part = Math.min(left, Math.max(0, outstanding(row)));
    if (part > 0) spread.push(row.other ? [row.period, part, row.other] : [row.period, part]);
    left -= part;
  }
  return { spread, over: left };
}

function byItem(first: PlanRowState, second: PlanRowState): number {
  return (first.other ?? 0) - (second.other ?? 0) || first.period - second.period;
}

function byDueDate<Row extends PlanRowState & { dueDate: string }>(first: Row, second: Row): number {
  return first.dueDate.localeCompare(second.dueDate) || byItem(first, second);
}

/** The loan items with nothing due after money was spread over them; `named` is the one that the payment names. */
export function itemsPaid(rows: readonly PlanRowState[], spread: Spread, named: number): number[] {
  const due = new Map([[named, 0]]);
  for (const row of rows) {
    const item = row.other ?? named;
    due.set(item, (due.get(item) ?? 0) + Math.max(0, outstanding(row)));
  }
  for (const [, part, other] of spread) due.set(other ?? named, (due.get(other ?? named) ?? 0) - part);
  const touched = new Set([named, ...spread.map(([, , other]) => other ?? named)]);
  return [...touched].filter((item) => due.get(item) === 0);
}

/** Takes money back from where a payment had put it, the newest period first. */
export function spreadReversal(paid: Spread, alreadyReversed: number, amount: number): Spread {
  let skip = alreadyReversed;
  let left = amount;
  const spread: Spread = [];
  for (const [period, part, other] of [...paid].reverse()) {
    const skipped = Math.min(skip, part);
    skip -= skipped;
    const taken = Math.min(left, part - skipped);
    if (taken > 0) spread.push(other ? [period, taken, other] : [period, taken]);
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
