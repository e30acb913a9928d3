import { z } from 'zod';
import { CASE_STATUSES, PAY_CHANNELS } from '../codes.js';
import { IsoDay } from '../shared/date.js';
import { Id } from '../shared/id.js';
import { Centavos, PositiveCentavos } from '../shared/money.js';

const CaseRef = z.object({ caseId: Id });
const status = z.enum(CASE_STATUSES);

/**
 * Parts of a payment: towards what was due, an extension's fee included, and prepaid for later rows; the rest was over.
 * Events from before rows fell due one by one have neither: all of their amount counts.
 */
const Parts = { towardsDue: Centavos.optional(), prepaid: Centavos.optional() };

const RefundFacts = CaseRef.extend({ refundId: Id, institutionId: Id, amount: PositiveCentavos });
const RefundEnd = RefundFacts.extend({ statusBefore: status, statusAfter: status });
const ReceivableFacts = CaseRef.extend({
  receivableId: Id,
  institutionId: Id,
  loanItemId: Id,
  amount: PositiveCentavos,
  left: Centavos,
});

/** Events that change the amount a case claims. */
export const MONEY_EVENTS = {
  /** Another loan item of the borrower joined a long-aging case; `amount` is what is due after it. */
  'case.extended': CaseRef.extend({ loanItemId: Id, addedAmount: Centavos, amount: Centavos }),
  /** The day of a plan's row came: `addedAmount` is unpaid of it, `amount` is due after it. */
  'case.rowFellDue': CaseRef.extend({
    loanItemId: Id,
    period: z.int().positive(),
    addedAmount: Centavos,
    amount: Centavos,
  }),
  /** By the product's terms the whole balance of the loan item is due from this day on. */
  'case.accelerated': CaseRef.extend({
    loanItemId: Id,
    day: IsoDay,
    addedAmount: Centavos,
    amount: Centavos,
  }),
  /** It had claimed its whole plan (`before`), rows that were not due among it; from now on it claims what is due. */
  'case.dueRestated': CaseRef.extend({ before: Centavos, amount: Centavos }),
  'case.accrued': CaseRef.extend({
    day: IsoDay,
    interest: Centavos,
    penalty: Centavos,
    iva: Centavos,
    amount: Centavos,
  }),
  'payment.posted': CaseRef.extend({
    paymentId: Id,
    loanItemId: Id,
    amount: PositiveCentavos,
    ...Parts,
    channel: z.enum(PAY_CHANNELS),
    creditedTo: Id.nullable(),
    amountDueAfter: Centavos,
    statusAfter: status,
  }),
  'payment.reversed': CaseRef.extend({
    paymentId: Id,
    originalId: Id,
    loanItemId: Id,
    amount: PositiveCentavos,
    ...Parts,
    creditedTo: Id.nullable(),
    amountDueAfter: Centavos,
    statusAfter: status,
  }),
  /** The borrower opened a payment page; `effective_at` says when. */
  'payment.pageVisited': z.object({ loanItemId: Id }),
  'refund.opened': RefundFacts.extend({ institutionId: Id.optional() }),
  /** A reversal took this amount back of what nobody had paid out; `left` is left of it. */
  'refund.reduced': RefundEnd.extend({ paymentId: Id, left: Centavos }),
  'refund.completed': RefundEnd,
  'refund.rejected': RefundEnd,
  /** A reversal took this amount back of what had been paid out already; `left` is owed after it. */
  'receivable.opened': ReceivableFacts.extend({ paymentId: Id }),
  'receivable.paid': ReceivableFacts.extend({ paymentId: Id }),
  'receivable.writeOffAsked': ReceivableFacts,
  'receivable.writtenOff': ReceivableFacts.extend({ requestedBy: Id }),
  'receivable.kept': ReceivableFacts.extend({ requestedBy: Id }),
} as const;
