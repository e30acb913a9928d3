import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import type { ExtensionStatus } from '../../../contract/money/extensions.js';
import { addDays, businessDay, daysBetween } from '../../../contract/shared/date.js';
import { fieldError } from '../../platform/http/app-error.js';

/** Cost and effect of a product's extension. */
export interface ExtensionTerms {
  /** Percent of the due; the default when nobody chooses another. */
  percent: number;
  days: number;
  /** Extensions that one loan may have. */
  limit: number;
}

/** Product default, for products without terms of their own. */
export const DEFAULT_TERMS: ExtensionTerms = { percent: 10, days: 7, limit: 2 };

/** Every step there is. An extension whose fee was already on its way when its time ended is applied all the same. */
export const EXTENSION_TRANSITIONS: Record<ExtensionStatus, readonly ExtensionStatus[]> = {
  REQUESTED: ['APPLIED', 'CANCELLED', 'EXPIRED'],
  EXPIRED: ['APPLIED'],
  APPLIED: ['REVOKED'],
  CANCELLED: [],
  REVOKED: [],
};

export function mayBecome(from: ExtensionStatus, to: ExtensionStatus): boolean {
  return EXTENSION_TRANSITIONS[from].includes(to);
}

/**
 * The fee in centavos: `percent` of the due.
 *
 * @throws extension.percent above 100, extension.percentLow at 0 and below and beyond two decimals (field)
 */
export function feeOf(percent: number, due: number): number {
  if (percent > 100) throw fieldError('extension.percent', 'percent');
  const hundredths = Math.round(percent * 100);
  if (hundredths <= 0 || Math.abs(hundredths - percent * 100) > 1e-6)
    throw fieldError('extension.percentLow', 'percent');
  return Math.max(1, Math.round((due * hundredths) / 10_000));
}

export interface ExtensionState {
  id: number;
  caseId: number;
  status: ExtensionStatus;
  fee: number;
  days: number;
  expiresAt: Date;
  shiftDays: number | null;
}

/**
 * Whether money that came by the fee's code is the fee: paid in time, at least as much, and not so much that the rest
 * pays the whole due. Anything else is a payment like others.
 */
export function isFee(
  offer: ExtensionState,
  payment: { amount: number; valueAt: Date },
  state: { caseId: number | null; status: CaseStatus | null; due: number },
): boolean {
  return (
    mayBecome(offer.status, 'APPLIED') &&
    offer.caseId === state.caseId &&
    state.status !== null &&
    isOpen(state.status) &&
    payment.valueAt <= offer.expiresAt &&
    payment.amount >= offer.fee &&
    payment.amount - offer.fee < state.due
  );
}

/** How far the unpaid periods move, so that the oldest falls due `days` after the fee was paid; their distances stay. */
export function shiftOf(
  unpaidDueDates: readonly string[],
  paidAt: Date,
  days: number,
): { shiftDays: number; newDueDate: string } {
  const oldest = unpaidDueDates.reduce((first, date) => (date < first ? date : first));
  const wanted = daysBetween(oldest, addDays(businessDay(paidAt), days));
  const shiftDays = Math.max(days, wanted);
  return { shiftDays, newDueDate: addDays(oldest, shiftDays) };
}
