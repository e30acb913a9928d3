import { z } from 'zod';
import { PAY_CHANNELS } from '../codes.js';
import { IsoTime } from '../shared/date.js';
import { IdText } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/**
 * `payment/callback`: the rails' signed message. Headers `x-signature` (hex HMAC-SHA256 over `${timestamp}.${body}`) and
 * `x-timestamp` (epoch seconds, five minutes' tolerance). `providerReference` is unique: a repeat changes nothing.
 */
export const PaymentCallback = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('PAYMENT'),
    providerReference: z.string().min(4).max(64),
    loanItemExternalId: z.string().min(1).max(40),
    amount: PositiveCentavos,
    channel: z.enum(PAY_CHANNELS),
    paidAt: IsoTime,
    /** The repayment code that it was paid by, when it was by one: a CLABE, or a till's reference. */
    reference: z
      .string()
      .regex(/^\d{10,24}$/)
      .optional(),
  }),
  z.object({
    type: z.literal('REVERSAL'),
    providerReference: z.string().min(4).max(64),
    originalReference: z.string().min(4).max(64),
    amount: PositiveCentavos,
    paidAt: IsoTime,
  }),
]);
export type PaymentCallback = z.infer<typeof PaymentCallback>;

/** `payment/pageVisit`: the rails' message, signed like `payment/callback`, that a borrower opened a payment page. */
export const PageVisit = z.object({ loanItemExternalId: z.string().min(1).max(40), visitedAt: IsoTime });
export type PageVisit = z.infer<typeof PageVisit>;

export interface PaymentAnswer {
  paymentId: number;
  /** True when this reference had been posted before: nothing changed. */
  repeated: boolean;
}

export const CLAIM_ERRORS = ['AHEAD', 'BEFORE_LOAN'] as const;
/** The claimed time is in the future, or before the day on which the loan was paid out. */
export type ClaimError = (typeof CLAIM_ERRORS)[number];

/** `payment/claimedTimes`, newest first. */
export const ClaimedTimesQuery = z.object({ ...pageQuery(PAGE_SIZE.table) });
export type ClaimedTimesQuery = z.infer<typeof ClaimedTimesQuery>;

/** A payment whose provider claimed a time that can not be. */
export interface ClaimedTimeRow {
  id: number;
  /** The lender's number. */
  loanId: string;
  type: 'PAYMENT' | 'REVERSAL';
  /** Centavos. */
  amount: number;
  channel: string;
  providerReference: string;
  reason: ClaimError;
  claimedAt: string;
  /** When it was received: it counts from then on. */
  countedAt: string;
}

export const PlanQuery = z.object({
  taskId: IdText,
  loanItemId: IdText.optional(),
  ...pageQuery(PAGE_SIZE.plan),
});
export type PlanQuery = z.infer<typeof PlanQuery>;
export const PayLogQuery = z.object({
  taskId: IdText,
  loanItemId: IdText.optional(),
  ...pageQuery(PAGE_SIZE.payLogs),
});
export type PayLogQuery = z.infer<typeof PayLogQuery>;

/** Deduction log row, named by the specification. */
export interface PayLogRow {
  id: number;
  opTime: string;
  /** 1 active repayment, 3 automatic deduction, 4 collection. */
  type: number;
  amount: number;
  /** 0 initialised, 1 failed, 2 success. */
  status: number;
  remark: string;
  /** It took back what had been paid; the amount is negative. */
  reversal: boolean;
  /** Charges of this deduction that succeeded besides the one that counts: the provider took the money again. */
  doubled: number;
  /** A simulator reported it: no money moved. */
  simulated: boolean;
}

/** `payment/details`. */
export const PaymentVoucherQuery = z.object({ taskId: IdText, ...pageQuery(PAGE_SIZE.table) });
export type PaymentVoucherQuery = z.infer<typeof PaymentVoucherQuery>;

/** A payment as its voucher shows it. Amounts are centavos. */
export interface PaymentVoucher {
  id: number;
  /** The provider's number of it. */
  providerReference: string;
  payChannel: (typeof PAY_CHANNELS)[number];
  /** When the borrower paid. */
  valueTime: string;
  /** When it was posted here. */
  postTime: string;
  amount: number;
  dueBefore: number;
  reversal: 'NONE' | 'PARTIAL' | 'FULL';
  reversedAmount: number;
  /** The part that paid rows not due yet: credited to nobody. */
  prepaidAmount: number;
  /** Paid beyond the whole balance. */
  refundAmount: number;
  /** It was the fee of an extension. */
  extensionFee: number | null;
  appName: string;
  loanId: string;
  borrowerName: string;
  /** A simulator reported it: no money moved. */
  simulated: boolean;
  /** Periods of the plan that it paid, with what each got. */
  periods: { period: number; amount: number }[];
}
