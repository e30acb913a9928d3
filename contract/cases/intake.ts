import { z } from 'zod';
import { PICTURE_KINDS } from './borrowers.js';
import { IsoTime } from '../shared/date.js';

/**
 * Data that the lender's platform sends about a borrower: calls with the headers `x-signature` (hex HMAC-SHA256 over
 * `${timestamp}.${body}`) and `x-timestamp` (epoch seconds, five minutes' tolerance). `externalId` is the sender's number of
 * the message: the same message again changes nothing, another one under its number is refused.
 */
const notice = {
  institutionCode: z.string().min(1).max(32),
  borrowerExternalId: z.string().min(1).max(40),
  externalId: z
    .string()
    .min(4)
    .max(64)
    .regex(/^[\w.:-]+$/),
};

export const LARGEST_PICTURE = 1024 * 1024;
/** `intake/picture`: replaces the picture of its kind unless that one is newer. JPEG or PNG, in base64. */
export const PictureIntake = z.strictObject({
  ...notice,
  kind: z.enum(PICTURE_KINDS),
  takenAt: IsoTime,
  content: z.base64().max(Math.ceil(LARGEST_PICTURE / 3) * 4),
});
export type PictureIntake = z.infer<typeof PictureIntake>;

/** `intake/identity`: what a third party answered about identity and credit; null where it said nothing. */
export const IdentityIntake = z.strictObject({
  ...notice,
  provider: z.string().trim().min(1).max(40),
  /** The third party's number of its answer. */
  reference: z.string().trim().min(1).max(64),
  checkedAt: IsoTime,
  identityMatch: z.boolean().nullable().default(null),
  phoneMatch: z.boolean().nullable().default(null),
  faceSimilarity: z.number().min(0).max(1).nullable().default(null),
  creditScore: z.int().min(0).max(9_999).nullable().default(null),
  riskLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']).nullable().default(null),
  recentLenders: z.int().min(0).max(9_999).nullable().default(null),
  overdueElsewhere: z.boolean().nullable().default(null),
});
export type IdentityIntake = z.infer<typeof IdentityIntake>;

/** `intake/visit`: the borrower opened the lender's app. */
export const VisitIntake = z.strictObject({ ...notice, visitedAt: IsoTime });
export type VisitIntake = z.infer<typeof VisitIntake>;

/** OUTDATED: what is stored is as new or newer, so nothing changed. */
export const INTAKE_OUTCOMES = ['TAKEN', 'REPEATED', 'OUTDATED'] as const;
export interface IntakeAnswer {
  outcome: (typeof INTAKE_OUTCOMES)[number];
}
