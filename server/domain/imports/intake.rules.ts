import type { PlanRowState } from '../loans/due.rules.js';
import type { LoanRow } from './loan-row.rules.js';

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
export type PlanPeriod = Omit<PlanRowState, 'claimed' | 'other'>;

export function periodOf({ paidAmount: paid, ...row }: LoanRow): PlanPeriod {
  const { period, dueDate, principal, interest, penalty, iva } = row;
  return { period, dueDate, principal, interest, penalty, iva, paid };
}

/** A queue takes the cases of its own institution and of those below it. */
export function takes(queue: Queue, queueInstitution: Institution | undefined, of: Institution): boolean {
  return (
    queue.institutionId === of.id ||
    (queueInstitution !== undefined && of.path.startsWith(queueInstitution.path))
  );
}
