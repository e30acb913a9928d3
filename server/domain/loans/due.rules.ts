import { LOAN_STATUSES, type CaseStatus, type LoanStatus } from '../../../contract/codes.js';

/**
 * The due part of a plan, and how money is spread over it. Amounts are integer centavos, days are "2026-11-22".
 *
 * A row is claimed from the 00:00 event of its due date on, or from the one that accelerates its loan; the claimed rows are
 * the amount of the loan's case. Rows that are not claimed are not due yet.
 */
export interface PlanRowState {
  period: number;
  dueDate: string;
  principal: number;
  interest: number;
  penalty: number;
  iva: number;
  paid: number;
  claimed: number;
  /** In a long-aging case: another loan item of it, whose row this is. */
  other?: number | null;
}

/** [period, centavos], and the loan item when it is not the one that the payment names. */
export type Spread = [period: number, amount: number, other?: number][];

type Amounts = Pick<PlanRowState, 'principal' | 'interest' | 'penalty' | 'iva' | 'paid'>;

/** Never below zero. */
export function unpaidOf({ principal, interest, penalty, iva, paid }: Amounts): number {
  return Math.max(0, principal + interest + penalty + iva - paid);
}

/** Money pays penalty, IVA and interest first, so the principal is what is paid last. */
export function unpaidPrincipalOf(row: Amounts): number {
  return Math.min(row.principal, unpaidOf(row));
}

/** The day has come, or acceleration has claimed it before. */
export function isDue(
  { claimed, dueDate }: Pick<PlanRowState, 'claimed' | 'dueDate'>,
  today: string,
): boolean {
  return claimed === 1 || dueDate <= today;
}

export function claimedOf(rows: readonly PlanRowState[]): number {
  return sum(rows.filter(({ claimed }) => claimed === 1));
}

export function balanceOf(rows: readonly PlanRowState[]): number {
  return sum(rows);
}

function sum(rows: readonly PlanRowState[]): number {
  return rows.reduce((total, row) => total + unpaidOf(row), 0);
}

/** The due date of the oldest unpaid claimed row, from which days past due are counted; null when nothing is claimed. */
export function oldestClaimed(rows: readonly PlanRowState[]): string | null {
  const unpaid = rows.filter((row) => row.claimed === 1 && unpaidOf(row) > 0);
  return unpaid.map(({ dueDate }) => dueDate).sort()[0] ?? null;
}

/** The claim of a new case; null while nothing is overdue. */
export function newClaimOf(
  rows: readonly (Amounts & { dueDate: string })[],
  today: string,
): { amountDue: number; dueDate: string } | null {
  const due = rows.filter((row) => row.dueDate <= today && unpaidOf(row) > 0);
  const dueDate = due.map((row) => row.dueDate).sort()[0];
  if (dueDate === undefined || dueDate >= today) return null;
  return { amountDue: due.reduce((total, row) => total + unpaidOf(row), 0), dueDate };
}

/**
 * Whether a loan item's next case may open after its newest one; one that ended in the borrower's long-aging case counts as
 * over with that.
 */
export function mayFollow(newest: { status: CaseStatus; mergedInto: number | null } | undefined): boolean {
  if (!newest || newest.mergedInto !== null) return true;
  return newest.status === 'C31' || newest.status === 'C32';
}

/** Which loan item is paid first: the one that the payment names, then the others of its case; or the oldest row of all. */
export type SpreadOrder = 'named' | 'oldest';

export interface Spreading {
  spread: Spread;
  /** Went to what is due. */
  towardsDue: number;
  /** Closed the loan's receivable. */
  receivable: number;
  /** Went to rows that are not due yet. */
  prepaid: number;
  /** More than the whole balance: a refund. */
  over: number;
}

/**
 * Pays what is due, oldest first, then the receivable, then later rows in advance. What a payment puts last, a reversal
 * takes back first.
 */
export function spreadPayment(
  rows: readonly PlanRowState[],
  amount: number,
  order: SpreadOrder = 'named',
  receivable = 0,
): Spreading {
  const result: Spreading = { spread: [], towardsDue: 0, receivable: 0, prepaid: 0, over: amount };
  const within = order === 'named' ? byItem : byDueDate;
  const put = (row: PlanRowState, to: 'towardsDue' | 'prepaid') => {
    const part = Math.min(result.over, unpaidOf(row));
    if (part === 0) return;
    result.spread.push(row.other ? [row.period, part, row.other] : [row.period, part]);
    result[to] += part;
    result.over -= part;
  };
  const ordered = [...rows].sort(within);
  for (const row of ordered.filter(({ claimed }) => claimed === 1)) put(row, 'towardsDue');
  result.receivable = Math.min(result.over, receivable);
  result.over -= result.receivable;
  for (const row of ordered.filter(({ claimed }) => claimed === 0)) put(row, 'prepaid');
  return result;
}

function byItem(first: PlanRowState, second: PlanRowState): number {
  return (first.other ?? 0) - (second.other ?? 0) || byDueDate(first, second);
}

function byDueDate(first: PlanRowState, second: PlanRowState): number {
  return (
    first.dueDate.localeCompare(second.dueDate) ||
    (first.other ?? 0) - (second.other ?? 0) ||
    first.period - second.period
  );
}

/** Takes money back from where a payment had put it, the last of it first. */
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

/**
 * Parts of a reversal that had paid the due, and in advance: money that counted for nobody and nothing (a refund, a
 * receivable) is taken back first, then what was paid in advance.
 */
export function reversedParts(
  paid: { amount: number; towardsDue: number; prepaid: number },
  alreadyReversed: number,
  amount: number,
): { towardsDue: number; prepaid: number } {
  const uncounted = paid.amount - paid.towardsDue - paid.prepaid;
  const upTo = (reversed: number) => {
    const counted = Math.max(0, reversed - uncounted);
    const prepaid = Math.min(paid.prepaid, counted);
    return { prepaid, towardsDue: counted - prepaid };
  };
  const [before, after] = [upTo(alreadyReversed), upTo(alreadyReversed + amount)];
  return { towardsDue: after.towardsDue - before.towardsDue, prepaid: after.prepaid - before.prepaid };
}

/** The plan after money was spread over it (`sign` 1) or taken back (-1). */
export function afterSpread<Row extends PlanRowState>(
  rows: readonly Row[],
  spread: Spread,
  sign: 1 | -1,
): Row[] {
  const parts = new Map(spread.map(([period, amount, other]) => [`${other ?? 0}/${period}`, amount]));
  return rows.map((row) => ({
    ...row,
    paid: row.paid + sign * (parts.get(`${row.other ?? 0}/${row.period}`) ?? 0),
  }));
}

/** A loan item's status by its plan: settled, overdue, or running with nothing overdue. */
export function loanStatusOf(rows: readonly (Amounts & { dueDate: string })[], today: string): LoanStatus {
  const unpaid = rows.filter((row) => unpaidOf(row) > 0);
  if (unpaid.length === 0) return LOAN_STATUSES.SETTLED;
  return unpaid.some(({ dueDate }) => dueDate < today) ? LOAN_STATUSES.OVERDUE : LOAN_STATUSES.NOT_SETTLED;
}

/** The statuses of the loan items that a spread touched; `named` is the one whose rows name no other. */
export function statusesAfter(
  rows: readonly PlanRowState[],
  spread: Spread,
  named: number,
  today: string,
): Map<LoanStatus, number[]> {
  const statuses = new Map<LoanStatus, number[]>();
  for (const item of new Set([named, ...spread.map(([, , other]) => other ?? named)])) {
    const own = rows.filter(({ other }) => (other ?? named) === item);
    const status = loanStatusOf(own, today);
    statuses.set(status, [...(statuses.get(status) ?? []), item]);
  }
  return statuses;
}
