import { z } from 'zod';
import { ClientRequestId, Id } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';
import { MAX_PAGE_SIZE, PAGE_SIZE, type Page } from '../shared/page.js';

/** Where a borrower pays by a code: a bank transfer to a CLABE, or cash at a till. */
export const CODE_CHANNELS = ['SPEI', 'OXXO'] as const;
export type CodeChannel = (typeof CODE_CHANNELS)[number];

export const CODE_STATUSES = ['REQUESTED', 'ACTIVE', 'PAID', 'EXPIRED', 'SUPERSEDED', 'FAILED'] as const;
export type CodeStatus = (typeof CODE_STATUSES)[number];

/** The purpose of a code: money towards the due, or the fee of an extension. */
export const CODE_PURPOSES = ['DUE', 'EXTENSION'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

/** FULL: the whole due. CUSTOM: a chosen part of it. EXTENSION: an extension's fee. */
export const CODE_TYPES = ['FULL', 'CUSTOM', 'EXTENSION'] as const;
export type CodeType = (typeof CODE_TYPES)[number];

/** REFUSED by the provider, UNAVAILABLE for too long, BAD_REFERENCE: its digits do not check; CASE_ENDED: nothing is left to pay;
 * MORE_THAN_DUE: less is due now than it asks for. */
export const CODE_END_REASONS = [
  'REFUSED',
  'UNAVAILABLE',
  'BAD_REFERENCE',
  'CASE_ENDED',
  'MORE_THAN_DUE',
] as const;
export type CodeEndReason = (typeof CODE_END_REASONS)[number];

export const REFRESH_SECONDS = 120;

/** `repay/repaymentCode/{taskId}`. */
export const RepaymentCodeQuery = z.object({
  pageNum: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce
    .number()
    .int()
    .min(1)
    .default(PAGE_SIZE.table)
    .transform((size) => Math.min(size, MAX_PAGE_SIZE)),
});
export type RepaymentCodeQuery = z.infer<typeof RepaymentCodeQuery>;

export interface RepaymentCodeRow {
  id: number;
  appName: string;
  updateTime: string;
  /** The amount the code asks for, centavos. */
  amount: number;
  type: CodeType;
  payChannel: CodeChannel;
  /** The most that could have been asked for when the code was requested, centavos. */
  maximumAmount: number;
  status: CodeStatus;
  reason: CodeEndReason | null;
  /** In full for who works the case while it can be paid by it, else masked; null until there is one. */
  reference: string | null;
  /** Digits of the till's barcode (OXXO), under the same rule. */
  barcode: string | null;
  expiresAt: string;
  paidAmount: number;
  requestedBy: string | null;
  createTime: string;
  /** A simulator made the reference: nobody can pay by it. */
  simulated: boolean;
}

/** The codes of a case's due. `result` is the whole history, newest first. */
export interface RepaymentCodes extends Page<RepaymentCodeRow> {
  /** The newest of each channel, unless it has ended for good: what a screen shows on top. */
  current: RepaymentCodeRow[];
  channels: ChannelState[];
  dueAmount: number;
  /** Whether the viewer may ask for codes on this case now. */
  mayAct: boolean;
}

export interface ChannelState {
  payChannel: CodeChannel;
  /** A code of this channel asks for at most this, centavos. */
  maximumAmount: number;
  /** Until then a code of this channel is refused, new or refreshed; null when it is not. */
  refreshAt: string | null;
}

/** `repay/repaymentCode/update/new`. Without an amount the code is for the whole due. */
export const NewRepaymentCode = z.object({
  taskId: Id,
  payChannel: z.enum(CODE_CHANNELS),
  amount: PositiveCentavos.nullish(),
  clientRequestId: ClientRequestId,
});
export type NewRepaymentCode = z.infer<typeof NewRepaymentCode>;

/** `repay/repayment/refreshRepayCode`: the newest code of this channel once more, with another reference. */
export const RefreshRepaymentCode = z.object({
  taskId: Id,
  payChannel: z.enum(CODE_CHANNELS),
  clientRequestId: ClientRequestId,
});
export type RefreshRepaymentCode = z.infer<typeof RefreshRepaymentCode>;

export interface RequestedCode {
  codeId: number;
  status: CodeStatus;
  amount: number;
  /** When it may be refreshed. */
  refreshAt: string;
}
