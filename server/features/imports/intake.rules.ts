import { LOAN_STATUSES, type LoanStatus } from '../../../contract/codes.js';
import { totalOf, type LoanRow } from './loan-row.rules.js';

export interface Institution {
  id: number;
  code: string;
  path: string;
  deviceData: number;
}
export interface Queue {
  id: number;
  code: string;
  institutionId: number;
  kind: string;
}

/** The rows of one loan item, in the order of the file; the first says who owes it. */
export interface IntakeItem {
  institution: Institution;
  queue: Queue;
  rows: LoanRow[];
}

/** A period as it stands in the plan. Amounts are centavos. */
export interface PlanPeriod {
  period: number;
  dueDate: string;
  due: number;
  paid: number;
}

export interface Outstanding {
  amountDue: number;
  /** The earliest day with something unpaid; null when nothing is. */
  dueDate: string | null;
}

export function periodOf(row: LoanRow): PlanPeriod {
  return { period: row.period, dueDate: row.dueDate, due: totalOf(row), paid: row.paidAmount };
}

/** A case's amount is what the whole plan still lacks: the sum over its rows, so that the two can always be compared. */
export function outstanding(periods: readonly PlanPeriod[]): Outstanding {
  const open = periods.filter((period) => period.due > period.paid);
  return {
    amountDue: open.reduce((sum, period) => sum + period.due - period.paid, 0),
    dueDate: open.map((period) => period.dueDate).sort()[0] ?? null,
  };
}

export function loanStatusOf({ dueDate }: Outstanding, today: string): LoanStatus {
  if (dueDate === null) return LOAN_STATUSES.SETTLED;
  return dueDate < today ? LOAN_STATUSES.OVERDUE : LOAN_STATUSES.NOT_SETTLED;
}

/** A queue takes the cases of its own institution and of those below it. */
export function takes(queue: Queue, queueInstitution: Institution | undefined, of: Institution): boolean {
  return (
    queue.institutionId === of.id ||
    (queueInstitution !== undefined && of.path.startsWith(queueInstitution.path))
  );
}
