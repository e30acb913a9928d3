import type { HeldRefund } from '../refunds/refund.sql.js';
import { spreadReversal, type PlanRowState, type Spread } from '../loans/due.rules.js';

/** A payment or reversal of the loan item, and where its money went or came from. */
export interface PostedMoney {
  id: number;
  originalId: number | null;
  spread: string;
  fee: number;
  receivable: number;
}

/** Where the money of one reversal comes from. The parts add up to its amount. */
export interface TakenBack {
  /** From refunds that nobody has paid out. */
  refunds: { id: number; amount: number }[];
  /** Paid out as this payment's refund: owed from now on. */
  owed: { refundId: number; amount: number } | null;
  /** Had closed a receivable, which is open again. */
  reopened: number;
  spread: Spread;
  fee: number;
}

/**
 * Takes money back from where it can be missed best: first what waits to be refunded, by whichever payment of the loan
 * item, for nobody is owed money by a loan that owes; then what left the house as this payment's own refund, or had closed
 * a receivable; then what it had put on the plan, the last of it first, and its fee. What an earlier reversal has taken
 * from its rows in place of another payment's money comes from the rows of the others.
 */
export function takeBack(
  original: PostedMoney,
  amount: number,
  item: {
    plan: readonly PlanRowState[];
    refunds: readonly HeldRefund[];
    posted: readonly PostedMoney[];
  },
): TakenBack {
  let left = amount;
  const take = (max: number) => {
    const part = Math.max(0, Math.min(left, max));
    left -= part;
    return part;
  };
  const { refunds, posted } = item;
  const earlier = posted.filter(({ originalId }) => originalId === original.id);
  const before = (of: 'fee' | 'receivable') => earlier.reduce((sum, reversal) => sum + reversal[of], 0);
  const held = inOrder(refunds, original.id)
    .map(({ id, amount: max }) => ({ id, amount: take(max) }))
    .filter((part) => part.amount > 0);
  const own = refunds.find(({ paymentId, status }) => paymentId === original.id && status === 'COMPLETED');
  const owed = own ? take(own.amount - own.owedBack) : 0;
  const closed = original.receivable;
  const reopened = take(Math.min(closed, closed - before('receivable') + (own?.owedBack ?? 0)));
  const rows = new RowMoney(item.plan, posted);
  const reversed = earlier.flatMap(({ spread }) => spreadOf(spread));
  const ownSpread = spreadReversal(spreadOf(original.spread), sumOf(reversed), left);
  for (const part of ownSpread) rows.take(part, take);
  const fee = take(original.fee - before('fee'));
  for (const { originalId, spread } of [...posted].reverse())
    if (originalId === null) for (const part of spreadOf(spread).reverse()) rows.take(part, take);
  const owing = own ?? (left > 0 ? lastPaidOut(refunds) : undefined);
  return {
    refunds: held,
    owed: owing && owed + left > 0 ? { refundId: owing.id, amount: owed + left } : null,
    reopened,
    spread: rows.taken(),
    // With no money left anywhere else the loan has only the fees of others.
    fee: owing ? fee : fee + left,
  };
}

/** Undecided refunds before rejected ones, the payment's own before others', the newest first. */
function inOrder(refunds: readonly HeldRefund[], paymentId: number): HeldRefund[] {
  const open = (refund: HeldRefund) => Number(refund.status === 'OPEN');
  const own = (refund: HeldRefund) => Number(refund.paymentId === paymentId);
  return refunds
    .filter(({ status }) => status === 'OPEN' || status === 'REJECTED')
    .sort((first, second) => open(second) - open(first) || own(second) - own(first) || second.id - first.id);
}

function lastPaidOut(refunds: readonly HeldRefund[]): HeldRefund | undefined {
  return refunds
    .filter(({ status }) => status === 'COMPLETED')
    .sort((first, second) => second.id - first.id)[0];
}

/** Money that payments have put on rows and reversals have left there; a row that came in partly paid keeps that part. */
class RowMoney {
  private readonly there = new Map<string, number>();
  private readonly spread = new Map<string, Spread[number]>();

  constructor(plan: readonly PlanRowState[], posted: readonly PostedMoney[]) {
    for (const { originalId, spread } of posted) {
      for (const part of spreadOf(spread)) {
        const key = keyOf(part);
        this.there.set(key, (this.there.get(key) ?? 0) + (originalId === null ? part[1] : -part[1]));
      }
    }
    // Rows of another item may have been taken back from by payments of that item, which are not among these.
    for (const { period, other, paid } of plan) {
      const key = keyOf([period, 0, other ?? undefined]);
      this.there.set(key, Math.min(this.there.get(key) ?? 0, paid));
    }
  }

  take([period, max, other]: Spread[number], take: (max: number) => number): void {
    const key = keyOf([period, max, other]);
    const part = take(Math.min(max, this.there.get(key) ?? 0));
    if (part === 0) return;
    this.there.set(key, this.there.get(key)! - part);
    const sum = (this.spread.get(key)?.[1] ?? 0) + part;
    this.spread.set(key, other ? [period, sum, other] : [period, sum]);
  }

  taken(): Spread {
    return [...this.spread.values()];
  }
}

function spreadOf(spread: string): Spread {
  return JSON.parse(spread) as Spread;
}

function keyOf([period, , other]: readonly [number, number, (number | undefined)?]): string {
  return `${other ?? 0}/${period}`;
}

function sumOf(spread: Spread): number {
  return spread.reduce((sum, [, amount]) => sum + amount, 0);
}
