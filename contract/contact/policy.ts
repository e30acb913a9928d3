import { z } from 'zod';
import type { WaitingChange } from '../administration/approvals.js';
import { type COMPLIANCE_RULES, ContactPolicy } from './contact-compliance.js';
import { PolicyTrial } from './policy-simulation.js';
import { Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

const institution = { institutionId: IdText.optional() };
export const PolicyQuery = z.object(institution);
export type PolicyQuery = z.infer<typeof PolicyQuery>;
export const PolicyHistoryQuery = z.object({ ...institution, ...pageQuery(PAGE_SIZE.table) });
export type PolicyHistoryQuery = z.infer<typeof PolicyHistoryQuery>;

export interface PolicyVersion {
  institutionId: number;
  /** 0 is the default, "MX". */
  version: number;
  policy: ContactPolicy;
  note: string;
  /** The version that it brought back. */
  reverts: number | null;
  createdBy: string | null;
  createdAt: string | null;
  /** The second administrator; null for one that loosened nothing. */
  approvedBy: string | null;
  /** How it would have decided past contacts, when that was tried out before. */
  trial: PolicyTrial | null;
}
/** A field that a level above makes stricter than the institution's own version. */
export interface BoundField {
  /** The contract's path of it: `attempts.perDay`. */
  field: string;
  institution: string;
  version: number;
}

/** A change that a second administrator decides; `version` is the one that it was made from. */
export type WaitingPolicy = WaitingChange & LoosePolicy;

/** `guard/policy`: who may set each rule aside is the same for all and comes along. */
export interface PolicyAnswer extends PolicyVersion {
  rules: typeof COMPLIANCE_RULES;
  /** By which contacts are judged: the strictest of all levels, field by field. */
  inForce: ContactPolicy;
  bound: BoundField[];
  /** The policy that a change may not loosen without a second administrator; null where a first version can only add. */
  loosest: ContactPolicy | null;
  institutionName: string;
  /** Null while nothing waits. */
  waiting: WaitingPolicy | null;
}

/** `version` is the one that was edited. The note is needed where it loosens: the second administrator reads it. */
export const PolicyChange = z.object({
  institutionId: Id.optional(),
  version: z.int().min(0),
  policy: ContactPolicy,
  note: z.string().trim().max(200).default(''),
});
export type PolicyChange = z.infer<typeof PolicyChange>;
export const PolicyRevert = z.object({
  institutionId: Id.optional(),
  version: z.int().min(0),
  to: z.int().min(0),
});
export type PolicyRevert = z.infer<typeof PolicyRevert>;

/** `guard/policy`, `guard/policy/revert`: in force at once, or asked for: then `version` is still the one before. */
export interface PolicySaved {
  version: number;
  approvalId: number | null;
}

/** An approval's document: what is written once it is approved. */
export const LoosePolicy = z.object({
  version: z.int().min(0),
  policy: ContactPolicy,
  note: z.string(),
  reverts: z.int().min(0).nullable(),
  trial: PolicyTrial.nullable(),
});
export type LoosePolicy = z.infer<typeof LoosePolicy>;
