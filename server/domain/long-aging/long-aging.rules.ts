import { daysBetween } from '../../../contract/shared/date.js';
import type { MovedCase } from '../cases/moves/move.rules.js';

export interface AgingCase extends MovedCase {
  borrowerId: number;
  loanItemId: number;
  /** The earliest day with something unpaid. */
  dueDate: string;
  accruedOn: string | null;
  /** Days past due from which its queue's cases are long-aging; null: they never are. */
  agesFrom: number | null;
  nextFollowUpAt: Date | null;
}

export interface Merge {
  /** The case that holds everything from now on; it keeps its collector, its state and its promise. */
  lead: AgingCase;
  /** It was a standard case until now. */
  turns: boolean;
  /** Cases that end in it. */
  joining: AgingCase[];
  /** One of `joining`: its promise goes on with the lead, which has none of its own. */
  carried: AgingCase | null;
}

/**
 * A borrower with a long-aging case, or with a case that becomes one today, has all overdue ones merged into it. Only cases
 * that have had the day's accrual take part, so that no item has it twice; and while the long-aging case is withdrawn
 * nothing is joined, because the joined items would be out of work.
 */
export function planMerge(cases: readonly AgingCase[], day: string): Merge | null {
  const known = cases.filter(({ kind }) => kind === 'LONG_AGING');
  if (known.some(({ status }) => status === 'C40')) return null;
  const ready = cases.filter((state) => isReady(state, day));
  const turned = ready.some(({ dueDate, agesFrom }) => daysBetween(dueDate, day) >= agesFrom!);
  const found = known.at(-1);
  if (ready.length === 0 || (!found && !turned)) return null;
  const lead = found ?? [...ready].sort(byClaim)[0]!;
  const joining = ready.filter((state) => state !== lead);
  const carried =
    lead.promiseId === null ? (joining.find(({ promiseId }) => promiseId !== null) ?? null) : null;
  return { lead, turns: lead !== found, joining, carried };
}

function isReady({ kind, agesFrom, dueDate, accruedOn }: AgingCase, day: string): boolean {
  return kind === 'STANDARD' && agesFrom !== null && dueDate < day && accruedOn === day;
}

/** Order of the lead: a promised case before others, an owned one before an unowned, then the oldest. */
function byClaim(left: AgingCase, right: AgingCase): number {
  return (
    Number(left.promiseId === null) - Number(right.promiseId === null) ||
    Number(left.ownerId === null) - Number(right.ownerId === null) ||
    left.dueDate.localeCompare(right.dueDate) ||
    left.id - right.id
  );
}

/** The next follow-up of the merged case: the first that anybody planned. */
export function firstFollowUp({ lead, joining }: Merge): Date | null {
  return [lead, ...joining].reduce<Date | null>(
    (first, { nextFollowUpAt: at }) => (at && (!first || at < first) ? at : first),
    null,
  );
}
