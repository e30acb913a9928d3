import { z } from 'zod';
import type { CaseStatus } from '../codes.js';
import { ClientRequestId, Id } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';
import type { Receivable } from './receivables.js';

/** TAKEN_BACK: reversals took back all of it before anybody decided. What was rejected stays with the loan, and is taken back next. */
export const REFUND_STATES = ['OPEN', 'COMPLETED', 'REJECTED', 'TAKEN_BACK'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** RECEIVABLE: of what was paid out, something is owed back. */
export const REFUND_FILTERS = [...REFUND_STATES, 'RECEIVABLE'] as const;

/** `refund/list`: the oldest first unless asked otherwise. */
export const RefundsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['openedAt', 'amount']),
  status: z.enum(REFUND_FILTERS).optional(),
});
export type RefundsQuery = z.infer<typeof RefundsQuery>;

export interface RefundRow {
  id: number;
  version: number;
  status: RefundState;
  taskId: number;
  caseStatus: CaseStatus;
  /** The lender's number. */
  loanId: string;
  borrowerName: string;
  /** The amount left of it, centavos. */
  amount: number;
  /** The amount that reversals took back, centavos. */
  takenBack: number;
  /** The paid-out part that its payment no longer covers; null when nothing of it was ever taken back. */
  receivable: Receivable | null;
  openedAt: string;
  /** Reference of the transfer that paid it back. */
  reference: string | null;
  voucher: string | null;
  /** Why it was rejected. */
  reason: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

const RefundRef = z.object({ refundId: Id, version: Id, clientRequestId: ClientRequestId });
const number = z
  .string()
  .trim()
  .regex(/^[\w./-]{1,64}$/);

/** `refund/complete`: the money has gone back. `amount`: how much of it, which has to be what is left. */
export const RefundCompletion = RefundRef.extend({
  reference: number,
  voucher: number,
  amount: PositiveCentavos.optional(),
});
export type RefundCompletion = z.infer<typeof RefundCompletion>;

/** `refund/reject` */
export const RefundRejection = RefundRef.extend({ reason: z.string().trim().min(1).max(200) });
export type RefundRejection = z.infer<typeof RefundRejection>;
