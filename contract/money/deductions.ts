import { z } from 'zod';
import { IsoTime } from '../shared/date.js';
import { ClientRequestId, Id } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';

/** `task/partDeduce`: a direct debit of a part of the due. The amount is strictly less than the due. */
export const PartDeduce = z.object({
  taskId: Id,
  amount: PositiveCentavos,
  clientRequestId: ClientRequestId,
});
export type PartDeduce = z.infer<typeof PartDeduce>;

/** `repay/deduct/{id}`: a direct debit of the whole due; the id is the case's. */
export const WholeDeduct = z.object({ clientRequestId: ClientRequestId });
export type WholeDeduct = z.infer<typeof WholeDeduct>;

/** As in the deduction log: 0 initialised, 1 failed, 2 success. */
export interface DeductionAnswer {
  deductionId: number;
  amount: number;
  status: 0;
}

/** NOT_DUE: nothing was owed any more when it was submitted. NO_ANSWER: no result came; a late success is still posted. */
export const DEDUCTION_REASONS = ['NO_FUNDS', 'REFUSED', 'NOT_DUE', 'NO_ANSWER', 'OTHER'] as const;
export type DeductionReason = (typeof DEDUCTION_REASONS)[number];

/** `repay/deduct/callback`: the debit provider's signed message. `eventId` is unique: a repeat changes nothing. */
export const DeductionCallback = z.object({
  eventId: z.string().min(4).max(64),
  chargeId: z.string().min(4).max(48),
  idempotencyKey: z.string().min(4).max(64),
  status: z.enum(['SUCCESS', 'FAILED']),
  reason: z.string().max(40).nullish(),
  amount: PositiveCentavos,
  at: IsoTime,
});
export type DeductionCallback = z.infer<typeof DeductionCallback>;
