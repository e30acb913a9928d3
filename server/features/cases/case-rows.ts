import type { CaseRow } from '../../../contract/cases.js';
import { daysBetween } from '../../../contract/shared/date.js';

/** What CASE_COLUMNS select. */
export interface CaseRecord extends Omit<
  CaseRow,
  'penaltyDay' | 'promise' | 'lastCallTime' | 'nextFollowUpAt'
> {
  lastCallTime: Date | null;
  nextFollowUpAt: Date | null;
  promiseAmount: number | null;
  promiseDue: string | null;
}

export function toCaseRow(record: CaseRecord, today: string): CaseRow {
  return {
    id: record.id,
    loanId: record.loanId,
    borrowerId: record.borrowerId,
    borrowerName: record.borrowerName,
    borrowerPhone: record.borrowerPhone,
    penaltyDate: record.penaltyDate,
    penaltyDay: daysBetween(record.penaltyDate, today),
    amount: record.amount,
    status: record.status,
    lastCallResult: record.lastCallResult,
    lastCallTime: iso(record.lastCallTime),
    lastCallAgent: record.lastCallAgent,
    nextFollowUpAt: iso(record.nextFollowUpAt),
    promise:
      record.promiseAmount === null || record.promiseDue === null
        ? null
        : { amount: record.promiseAmount, dueDate: record.promiseDue },
    ownerId: record.ownerId,
    ownerName: record.ownerName,
    version: record.version,
  };
}

export function iso(at: Date): string;
export function iso(at: Date | null): string | null;
export function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
