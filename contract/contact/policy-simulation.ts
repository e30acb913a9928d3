import { z } from 'zod';
import { ContactPolicy, type ContactChannel, type ComplianceRule } from './contact-compliance.js';
import { IsoTime } from '../shared/date.js';
import { ClientRequestId, Id } from '../shared/id.js';

/** Days of decisions that a proposed policy is replayed over. */
export const SIMULATION_DAYS = 30;

/** `guard/policy/lab`: replays a policy before it is saved. What the person asked for before and is not finished ends. */
export const AskSimulation = z.object({
  institutionId: Id.optional(),
  policy: ContactPolicy,
  clientRequestId: ClientRequestId.optional(),
});
export type AskSimulation = z.infer<typeof AskSimulation>;

export const SIMULATION_STATES = ['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;

/**
 * Why the rule in force does not give the decision that was stored. OVERRIDE: a leader had set a rule aside. VERSION: an
 * older version held then. The others are facts as they are now: a slot given back at a time that was not kept, a
 * call back agreed on at a time that was not kept, a hold, an address, any other.
 */
export const SIMULATION_CAUSES = [
  'OVERRIDE', 'VERSION', 'SLOT_RETURNED', 'CALL_BACK', 'HOLD', 'ADDRESS', 'LATER_FACT',
] as const; // prettier-ignore
export type SimulationCause = (typeof SIMULATION_CAUSES)[number];

/** One act: by which rules it was refused then, and would be. None: allowed. */
export interface SimulationExample {
  taskId: number;
  loanId: string;
  at: string;
  channel: ContactChannel;
  then: ComplianceRule[];
  instead: ComplianceRule[];
}
export interface SimulationDifference {
  cause: SimulationCause;
  count: number;
  examples: SimulationExample[];
}
/** A rule's effect: acts it would newly refuse, and acts it would newly allow. */
export interface SimulationRule {
  rule: ComplianceRule;
  refused: number;
  allowed: number;
  examples: SimulationExample[];
}

export interface SimulationResult {
  from: string;
  to: string;
  /** Acts that the guard judged in that time, each once. */
  decisions: number;
  /** The rule in force: what it decided again as it is stored, and each difference by its cause. */
  inForce: { version: number; reproduced: number; differences: SimulationDifference[] };
  /**
   * The proposed policy beside the one in force, each replayed from the first act on: an act that is refused takes no slot,
   * one that is allowed instead takes one and becomes no conversation.
   */
  proposed: { refused: number; allowed: number; rules: SimulationRule[] };
}

/** A result's sums, kept with the version that was saved after it. */
export const PolicyTrial = z.object({
  from: IsoTime,
  to: IsoTime,
  decisions: z.int(),
  refused: z.int(),
  allowed: z.int(),
});
export type PolicyTrial = z.infer<typeof PolicyTrial>;

/** `GET guard/policy/lab`: the institution's newest, or null; `done` and `total` are borrowers. */
export interface PolicySimulationRow {
  labId: number;
  institutionId: number;
  status: (typeof SIMULATION_STATES)[number];
  policy: ContactPolicy;
  done: number;
  total: number;
  askedAt: string;
  finishedAt: string | null;
  /** Set once it is DONE. */
  result: SimulationResult | null;
}
