import { z } from 'zod';
import { GuardPolicy, type GuardChannel, type GuardRule } from './contact-compliance.js';
import { ClientRequestId, Id } from '../shared/id.js';

/** Days of decisions that a proposed policy is replayed over. */
export const LAB_DAYS = 30;

/** `guard/policy/lab`: replays a policy before it is saved. What the person asked for before and is not finished ends. */
export const AskLab = z.object({
  institutionId: Id.optional(),
  policy: GuardPolicy,
  clientRequestId: ClientRequestId.optional(),
});
export type AskLab = z.infer<typeof AskLab>;

export const LAB_STATES = ['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;

/**
 * Why the rule in force does not give the decision that was stored. OVERRIDE: a leader had set a rule aside. VERSION: an
 * older version held then. The others are facts as they are now: a slot given back at a time that was not kept, a
 * call back agreed on at a time that was not kept, a hold, an address, any other.
 */
export const LAB_CAUSES = [
  'OVERRIDE', 'VERSION', 'SLOT_RETURNED', 'CALL_BACK', 'HOLD', 'ADDRESS', 'LATER_FACT',
] as const; // prettier-ignore
export type LabCause = (typeof LAB_CAUSES)[number];

/** One act: by which rules it was refused then, and would be. None: allowed. */
export interface LabExample {
  taskId: number;
  loanId: string;
  at: string;
  channel: GuardChannel;
  then: GuardRule[];
  instead: GuardRule[];
}
export interface LabDifference {
  cause: LabCause;
  count: number;
  examples: LabExample[];
}
/** A rule's effect: acts it would newly refuse, and acts it would newly allow. */
export interface LabRule {
  rule: GuardRule;
  refused: number;
  allowed: number;
  examples: LabExample[];
}

export interface LabResult {
  from: string;
  to: string;
  /** Acts that the guard judged in that time, each once. */
  decisions: number;
  /** The rule in force: what it decided again as it is stored, and each difference by its cause. */
  inForce: { version: number; reproduced: number; differences: LabDifference[] };
  /**
   * The proposed policy beside the one in force, each replayed from the first act on: an act that is refused takes no slot,
   * one that is allowed instead takes one and becomes no conversation.
   */
  proposed: { refused: number; allowed: number; rules: LabRule[] };
}

/** `GET guard/policy/lab`: the institution's newest, or null; `done` and `total` are borrowers. */
export interface PolicyLab {
  labId: number;
  institutionId: number;
  status: (typeof LAB_STATES)[number];
  policy: GuardPolicy;
  done: number;
  total: number;
  askedAt: string;
  finishedAt: string | null;
  /** Set once it is DONE. */
  result: LabResult | null;
}
