import { z } from 'zod';
import { type COMPLIANCE_RULES, ContactPolicy } from './contact-compliance.js';
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
}
/** A field that a level above makes stricter than the institution's own version. */
export interface BoundField {
  /** The contract's path of it: `attempts.perDay`. */
  field: string;
  institution: string;
  version: number;
}

/** `guard/policy`: who may set each rule aside is the same for all and comes along. */
export interface PolicyAnswer extends PolicyVersion {
  rules: typeof COMPLIANCE_RULES;
  /** By which contacts are judged: the strictest of all levels, field by field. */
  inForce: ContactPolicy;
  bound: BoundField[];
}

/** `version` is the one that was edited. */
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
