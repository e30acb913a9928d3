import { PAY_LOG_STATUSES } from '../../../contract/codes.js';
import { DEDUCTION_REASONS, type DeductionReason } from '../../../contract/money/deductions.js';
import { fieldError } from '../../platform/http/app-error.js';

const { INITIALISED, FAILED, SUCCESS } = PAY_LOG_STATUSES;
export type DeductionStatus = (typeof PAY_LOG_STATUSES)[keyof typeof PAY_LOG_STATUSES];

/** Every step there is. A failure that turns out to have taken the money is a success: money is never refused. */
export const DEDUCTION_TRANSITIONS: Record<DeductionStatus, readonly DeductionStatus[]> = {
  [INITIALISED]: [FAILED, SUCCESS],
  [FAILED]: [SUCCESS],
  [SUCCESS]: [],
};

export function mayBecome(from: DeductionStatus, to: DeductionStatus): boolean {
  return DEDUCTION_TRANSITIONS[from].includes(to);
}

/** A deduction without a result for this long has failed, and the next may be asked for. */
export const NO_ANSWER_MS = 24 * 3_600_000;

/**
 * The amount to be debited, centavos: a part that is less than the due, or the whole of it.
 *
 * @throws deduction.amount (field)
 */
export function debitAmount(wish: number | null, due: number): number {
  if (wish !== null && wish >= due) throw fieldError('deduction.amount', 'amount');
  return wish ?? due;
}

/** The provider's reason as one of ours: events hold no free text. */
export function reasonOf(text: string | null | undefined): DeductionReason {
  return DEDUCTION_REASONS.find((reason) => reason === text) ?? 'OTHER';
}
