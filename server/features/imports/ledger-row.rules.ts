import { z } from 'zod';
import { PAY_CHANNELS } from '../../../contract/codes.js';
import { PaymentCallback } from '../../../contract/money/payments.js';
import { IsoDay } from '../../../contract/shared/date.js';
import { pesosToCentavos, PositiveCentavos } from '../../../contract/shared/money.js';
import { errorsOf, unreadableRow, type RowError, type SourceRow } from './loan-row.rules.js';

const Cells = z.object({
  loanItemExternalId: z.string().max(40),
  // A day without a time is its noon in Mexico City: the same day for every rule.
  paidAt: z.union([z.iso.datetime({ offset: true }), IsoDay.transform((day) => `${day}T18:00:00Z`)]),
  amount: z.string().transform((cell, context) => {
    const centavos = pesosToCentavos(cell);
    if (PositiveCentavos.safeParse(centavos).success) return centavos!;
    context.addIssue({ code: 'custom', message: 'format' });
    return z.NEVER;
  }),
  channel: z.enum(PAY_CHANNELS),
  providerReference: z.string().min(4).max(64),
  type: z.enum(['PAYMENT', 'REVERSAL']),
  originalReference: z.string().min(4).max(64).optional(),
});

/** @returns the row as the message that the payment rails would have sent, or what is wrong with it. */
export function parseLedgerRow(source: SourceRow): PaymentCallback | { errors: RowError[] } {
  const unreadable = unreadableRow(source);
  if (unreadable) return { errors: [unreadable] };
  const { line } = source;
  const parsed = Cells.safeParse(source.cells);
  if (!parsed.success) return { errors: errorsOf(parsed.error, line) };
  const { type, loanItemExternalId, originalReference, channel, ...common } = parsed.data;
  if (type === 'PAYMENT') return { type, loanItemExternalId, channel, ...common };
  if (!originalReference) return { errors: [{ line, field: 'originalReference', reason: 'required' }] };
  return { type, originalReference, ...common };
}
