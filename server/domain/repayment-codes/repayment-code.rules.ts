import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import {
  REFRESH_SECONDS,
  type CodeChannel,
  type CodeEndReason,
  type CodePurpose,
  type CodeStatus,
  type CodeType,
} from '../../../contract/money/repayment-codes.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';

/** Every step there is. EXPIRED and SUPERSEDED end in PAID when money was on its way already. */
export const CODE_TRANSITIONS: Record<CodeStatus, readonly CodeStatus[]> = {
  REQUESTED: ['ACTIVE', 'SUPERSEDED', 'FAILED'],
  ACTIVE: ['PAID', 'EXPIRED', 'SUPERSEDED'],
  PAID: [],
  EXPIRED: ['PAID'],
  SUPERSEDED: ['PAID'],
  FAILED: [],
};

export function mayBecome(from: CodeStatus, to: CodeStatus): boolean {
  return CODE_TRANSITIONS[from].includes(to);
}

/** A code that can still be paid by, or will be. */
export const LIVE_STATUSES = ['REQUESTED', 'ACTIVE'] as const satisfies readonly CodeStatus[];
export function isLive(status: CodeStatus): boolean {
  return (LIVE_STATUSES as readonly string[]).includes(status);
}

/** Centavos that a channel takes by one code. Product defaults: a bank transfer has no limit of its own. */
export const CHANNEL_LIMITS: Record<CodeChannel, number | null> = { SPEI: null, OXXO: 1_000_000 };

export function maximumOf(channel: CodeChannel, due: number): number {
  return Math.min(due, CHANNEL_LIMITS[channel] ?? due);
}

/**
 * The amount of a code for the due, centavos.
 *
 * @throws repaymentCode.amount (field) when a chosen amount is not less than the due; repaymentCode.channelLimit (field)
 */
export function amountOf(channel: CodeChannel, wish: number | null | undefined, due: number): number {
  if (wish && wish >= due) throw fieldError('repaymentCode.amount', 'amount');
  const amount = wish ?? due;
  if (amount > maximumOf(channel, amount)) {
    const limit = ((CHANNEL_LIMITS[channel] ?? 0) / 100).toLocaleString('es-MX');
    throw fieldError('repaymentCode.channelLimit', 'amount', { channel, limit });
  }
  return amount;
}

/** The amount of a refreshed code: a chosen part stays as it was while it is still less than the due. */
export function refreshedWish(before: { custom: number; amount: number }, due: number): number | null {
  return before.custom === 1 && before.amount < due ? before.amount : null;
}

/** Why a code may no longer be paid by; null while it may. What was paid by it already is asked for no more. */
export function endReasonOf(
  code: { amount: number; paid: number },
  state: { status: CaseStatus; amountDue: number },
): CodeEndReason | null {
  if (!isOpen(state.status)) return 'CASE_ENDED';
  return code.amount - code.paid > state.amountDue ? 'MORE_THAN_DUE' : null;
}

export function typeOf(purpose: CodePurpose, custom: number): CodeType {
  if (purpose === 'EXTENSION') return 'EXTENSION';
  return custom === 1 ? 'CUSTOM' : 'FULL';
}

/** Business days in which a code can be paid by, the day it was asked for among them. */
const CODE_DAYS = 3;

/** The end of a business day in Mexico City. */
export function codeExpiry(now: Date): Date {
  return startOfBusinessDay(addDays(businessDay(now), CODE_DAYS));
}

/** A provider that did not answer for this long has failed; a person may ask again. */
export const GIVE_UP_MS = 90_000;

export function refreshAtOf(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + REFRESH_SECONDS * 1_000);
}

/**
 * Refuses a code within the cool-down of those that it would stand beside or supersede, newest first: the codes of its channel,
 * whatever they collect. One that failed is not among them, so the next may be asked for at once.
 *
 * @throws repaymentCode.coolDown with the seconds left
 */
export function checkCoolDown([newest]: readonly { requestedAt: Date }[], now: Date): void {
  if (!newest) return;
  const seconds = Math.ceil((refreshAtOf(newest.requestedAt).getTime() - now.getTime()) / 1_000);
  if (seconds <= 0) return;
  throw new AppError('repaymentCode.coolDown', { seconds }, [], { seconds });
}

const CLABE_WEIGHTS = [3, 7, 1] as const;

/** 18 digits; the last by the weights 3, 7, 1 over the first 17, each product modulo 10. */
export function isClabe(text: string): boolean {
  if (!/^\d{18}$/.test(text)) return false;
  const sum = [...text.slice(0, 17)].reduce(
    (total, digit, place) => total + ((Number(digit) * CLABE_WEIGHTS[place % 3]!) % 10),
    0,
  );
  return (10 - (sum % 10)) % 10 === Number(text[17]);
}

/** Whether the last digit is the others' by Luhn. */
export function hasLuhnDigit(text: string): boolean {
  if (!/^\d{2,}$/.test(text)) return false;
  const sum = [...text].reverse().reduce((total, digit, place) => {
    const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

const OXXO_REFERENCE = /^\d{14}$/;
/** Reference, expiry (yymmdd), centavos (7 digits), Luhn digit. */
const OXXO_BARCODE = /^(\d{14})(\d{6})(\d{7})(\d)$/;

/** Whether what a provider gave out is a reference of this channel for this amount: a borrower pays by it unseen. */
export function isGenuine(
  channel: CodeChannel,
  amount: number,
  { reference, barcode }: { reference: string; barcode: string | null },
): boolean {
  if (channel === 'SPEI') return isClabe(reference) && barcode === null;
  const parts = OXXO_BARCODE.exec(barcode ?? '');
  return (
    OXXO_REFERENCE.test(reference) &&
    hasLuhnDigit(reference) &&
    parts !== null &&
    parts[1] === reference &&
    Number(parts[3]) === amount &&
    hasLuhnDigit(barcode!)
  );
}
