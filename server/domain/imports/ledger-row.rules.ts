import { z } from 'zod';
import { PAY_CHANNELS } from '../../../contract/codes.js';
import { PaymentCallback } from '../../../contract/money/payments.js';
import { businessDay, IsoDay } from '../../../contract/shared/date.js';
import { pesosToCentavos, PositiveCentavos } from '../../../contract/shared/money.js';
import { errorsOf, unreadableRow, type RowError, type SourceRow } from './loan-row.rules.js';

const Cells = z.object({
  loanItemExternalId: z.string().max(40),
  paidAt: z.union([z.iso.datetime({ offset: true }), IsoDay]),
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

/** A day without a time is its noon in Mexico City: the same day for every rule; today, it is not later than `now`. */
function momentOf(paidAt: string, now: Date): string {
  if (paidAt.length > 10) return paidAt;
  const noon = new Date(`${paidAt}T18:00:00Z`);
  return (paidAt === businessDay(now) && noon > now ? now : noon).toISOString();
}

/** @returns the row as the message that the payment rails would have sent, or what is wrong with it. */
export function parseLedgerRow(source: SourceRow, now: Date): PaymentCallback | { errors: RowError[] } {
  const unreadable = unreadableRow(source);
  if (unreadable) return { errors: [unreadable] };
  const { line } = source;
  const parsed = Cells.safeParse(source.cells);
  if (!parsed.success) return { errors: errorsOf(parsed.error, line, source.cells) };
  const { type, loanItemExternalId, originalReference, channel, paidAt, ...cells } = parsed.data;
  const common = { ...cells, paidAt: momentOf(paidAt, now) };
  if (type === 'PAYMENT') return { type, loanItemExternalId, channel, ...common };
  if (!originalReference) return { errors: [{ line, field: 'originalReference', reason: 'required' }] };
  return { type, originalReference, ...common };
}
