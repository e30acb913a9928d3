import { isOpen } from '../../../contract/codes.js';
import type { CaseRow } from '../../../contract/cases/cases.js';
import type { Weights } from '../../../contract/cases/priorities.js';
import { priorityOf, type Moment } from '../../../contract/cases/priority-score.js';
import { daysBetween } from '../../../contract/shared/date.js';

export interface CaseRecord extends Omit<
  CaseRow,
  'penaltyDay' | 'promise' | 'lastCallTime' | 'nextFollowUpAt' | 'reasons'
> {
  lastCallTime: Date | null;
  nextFollowUpAt: Date | null;
  promiseAmount: number | null;
  promiseDue: string | null;
  promiseBrokenAt: Date | null;
  holdUntil: Date | null;
}

export function toCaseRow(record: CaseRecord, weights: Weights, moment: Moment): CaseRow {
  return {
    id: record.id,
    loanId: record.loanId,
    borrowerId: record.borrowerId,
    borrowerName: record.borrowerName,
    borrowerPhone: record.borrowerPhone,
    penaltyDate: record.penaltyDate,
    penaltyDay: daysBetween(record.penaltyDate, moment.today),
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
    reasons: isOpen(record.status) ? priorityOf(record, weights, moment).reasons : [],
    version: record.version,
  };
}

export function iso(at: Date): string;
export function iso(at: Date | null): string | null;
export function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
