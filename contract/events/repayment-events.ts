import { z } from 'zod';
import { PAY_LOG_STATUSES } from '../codes.js';
import { DEDUCTION_REASONS } from '../money/deductions.js';
import { EXTENSION_STATUSES } from '../money/extensions.js';
import { CODE_CHANNELS, CODE_END_REASONS, CODE_PURPOSES, CODE_STATUSES } from '../money/repayment-codes.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { Id } from '../shared/id.js';
import { Centavos, PositiveCentavos } from '../shared/money.js';

const CaseRef = z.object({ caseId: Id });
const CodeFacts = CaseRef.extend({
  codeId: Id,
  channel: z.enum(CODE_CHANNELS),
  purpose: z.enum(CODE_PURPOSES),
  amount: PositiveCentavos,
});
const DeductionFacts = CaseRef.extend({
  deductionId: Id,
  amount: PositiveCentavos,
  /** Null: the system, on a promise's day. */
  requestedBy: Id.nullable(),
});
const ExtensionFacts = CaseRef.extend({ extensionId: Id, fee: PositiveCentavos, days: z.int().positive() });

/** Events of codes, deductions and extensions. A reference is personal data: no payload holds it. */
export const REPAYMENT_EVENTS = {
  'repaymentCode.requested': CodeFacts.extend({ requestedBy: Id.nullable() }),
  'repaymentCode.activated': CodeFacts.extend({ expiresAt: IsoTime }),
  'repaymentCode.ended': CodeFacts.extend({
    status: z.enum(CODE_STATUSES),
    reason: z.enum(CODE_END_REASONS).nullable(),
  }),
  'deduction.requested': DeductionFacts.extend({ whole: z.boolean() }),
  'deduction.settled': DeductionFacts.extend({
    status: z.union([z.literal(PAY_LOG_STATUSES.FAILED), z.literal(PAY_LOG_STATUSES.SUCCESS)]),
    reason: z.enum(DEDUCTION_REASONS).nullable(),
  }),
  /** A second charge of it succeeded: the provider took the money twice. `groupId` is whose leader is told. */
  'deduction.doubled': DeductionFacts.extend({ groupId: Id.nullable() }),
  'extension.requested': ExtensionFacts.extend({ dueAmount: Centavos, percent: z.number() }),
  /** Its fee arrived: the plan moved, and the case is settled as C32. */
  'extension.applied': ExtensionFacts.extend({ paymentId: Id, newDueDate: IsoDay }),
  'extension.ended': ExtensionFacts.extend({ status: z.enum(EXTENSION_STATUSES) }),
} as const;
