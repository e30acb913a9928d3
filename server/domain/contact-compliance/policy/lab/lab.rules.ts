import type { ComplianceRule } from '../../../../../contract/contact/contact-compliance.js';
import {
  type SimulationCause,
  type SimulationDifference,
  type SimulationExample,
  type SimulationResult,
  type SimulationRule,
} from '../../../../../contract/contact/policy-simulation.js';
import { reasonsOf } from '../../decide/compliance.rules.js';
import type { PolicyInForce } from '../policy.rules.js';
import {
  factsAt,
  type SimulatedContact,
  type SimulatedBorrower,
  type SimulatedSpan,
  type Taken,
} from './lab-facts.rules.js';

/** The policies to replay. */
export interface SimulatedPolicies {
  inForce: PolicyInForce;
  proposed: PolicyInForce;
  /** Every version that the institution ever had, the default among them. */
  versions: ReadonlyMap<number, PolicyInForce>;
  /** When the institution might contact what came from borrowers' devices. */
  approved: readonly SimulatedSpan[];
}

/** Rules against an act: all of them, and those left when overrides are set aside. None: it is allowed. */
interface Finding {
  alone: ComplianceRule[];
  left: ComplianceRule[];
}

const EXAMPLES = 5;

/** Adds the replays of many borrowers up. */
export class SimulationSum {
  private decisions = 0;
  private reproduced = 0;
  private refused = 0;
  private allowed = 0;
  private readonly causes = new Map<SimulationCause, SimulationDifference>();
  private readonly rules = new Map<ComplianceRule, SimulationRule>();

  constructor(private readonly policies: SimulatedPolicies) {}

  add(borrower: SimulatedBorrower): void {
    const { inForce, proposed } = this.policies;
    const again = this.replay(borrower, inForce, 'as it was');
    const byVersion = new Map<number, Map<SimulatedContact, Finding>>();
    let isSame = true;
    for (const [act, found] of again) {
      this.decisions += 1;
      const cause = this.causeOf(borrower, act, found, byVersion);
      if (cause === null) this.reproduced += 1;
      else {
        const line = lineOf(this.causes, cause, { cause, count: 0, examples: [] });
        line.count += 1;
        illustrate(line, () => exampleOf(act, rulesOf(act), found.alone));
      }
      isSame &&= sameRules(found.left, rulesOf(act));
    }
    // Where it decides as it did, what follows from its decisions is what was.
    const base = isSame ? again : this.replay(borrower, inForce, 'what follows');
    const instead = this.replay(borrower, proposed, 'what follows');
    for (const [act, { left: now }] of base) this.compare(act, now, instead.get(act)!.left);
  }

  result(from: Date, to: Date): SimulationResult {
    const { version } = this.policies.inForce;
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      decisions: this.decisions,
      inForce: { version, reproduced: this.reproduced, differences: [...this.causes.values()] },
      proposed: { refused: this.refused, allowed: this.allowed, rules: [...this.rules.values()] },
    };
  }

  private compare(act: SimulatedContact, now: ComplianceRule[], instead: ComplianceRule[]): void {
    if ((now.length === 0) === (instead.length === 0)) return;
    const way = now.length === 0 ? 'refused' : 'allowed';
    this[way] += 1;
    for (const rule of now.length === 0 ? instead : now) {
      const line = lineOf(this.rules, rule, { rule, refused: 0, allowed: 0, examples: [] });
      line[way] += 1;
      illustrate(line, () => exampleOf(act, now, instead));
    }
  }

  /** @param how by the slots as they were taken, or as they would have been had the policy decided from the first act on */
  private replay(
    borrower: SimulatedBorrower,
    policy: PolicyInForce,
    how: 'as it was' | 'what follows',
  ): Map<SimulatedContact, Finding> {
    const taken: Taken[] = [];
    const found = new Map<SimulatedContact, Finding>();
    for (const act of borrower.acts) {
      let isTaken = act.kind === 'MANUAL' || act.allowed;
      if (act.judged) {
        const finding = this.find(borrower, act, taken, policy);
        found.set(act, finding);
        if (how === 'what follows') isTaken = finding.left.length === 0;
      }
      if (isTaken) taken.push(countedAs(act));
    }
    return found;
  }

  private find(
    borrower: SimulatedBorrower,
    act: SimulatedContact,
    taken: readonly Taken[],
    policy: PolicyInForce,
  ): Finding {
    const facts = factsAt(borrower, act, taken, this.policies.approved, policy);
    const alone = [...new Set(reasonsOf(facts, { channel: act.channel }, act.at).map(({ rule }) => rule))];
    return { alone, left: alone.filter((rule) => !facts.waived.has(rule)) };
  }

  /** Why the rule in force does not give what was stored; null: it does. */
  private causeOf(
    borrower: SimulatedBorrower,
    act: SimulatedContact,
    { alone, left }: Finding,
    byVersion: Map<number, Map<SimulatedContact, Finding>>,
  ): SimulationCause | null {
    const stored = rulesOf(act);
    if (sameRules(alone, stored)) return null;
    if (sameRules(left, stored)) return 'OVERRIDE';
    const then = this.policies.versions.get(act.policyVersion);
    if (then && then.version !== this.policies.inForce.version) {
      const { version } = then;
      const by = byVersion.get(version) ?? this.replay(borrower, then, 'as it was');
      byVersion.set(version, by);
      if (sameRules(by.get(act)!.left, stored)) return 'VERSION';
    }
    return factOf(borrower, act, odd(left, stored));
  }
}

const LIMITS: readonly ComplianceRule[] = [
  'attemptsDay', 'attemptsWeek', 'attemptSpacing', 'conversation', 'messagesDay',
]; // prettier-ignore

/** Which of the facts that may have changed since explains rules that only one of the two decisions names. */
function factOf(
  { acts, where }: SimulatedBorrower,
  act: SimulatedContact,
  rules: readonly ComplianceRule[],
): SimulationCause {
  const isOneOf = (...some: ComplianceRule[]) => rules.some((rule) => some.includes(rule));
  if (isOneOf('hold', 'optOut')) return 'HOLD';
  if (isOneOf('legalHours', 'operatingHours') && act.zone !== where.zone) return 'ADDRESS';
  if (!isOneOf(...LIMITS)) return 'LATER_FACT';
  if (acts.some(({ at, released, releasedAt }) => at < act.at && released && !releasedAt))
    return 'SLOT_RETURNED';
  const isEasier = isOneOf('attemptSpacing', 'conversation') && act.callBackAt === null;
  return isEasier && act.allowed ? 'CALL_BACK' : 'LATER_FACT';
}

function countedAs({
  at,
  slot,
  conversationAt,
  allowed,
  kind,
  released,
  releasedAt,
}: SimulatedContact): Taken {
  // One that was refused then is allowed instead: nobody answered it.
  if (!allowed && kind === 'ACT') return { at, slot, conversationAt: null, until: null };
  // From before the time was kept: as if it had never been taken.
  return { at, slot, conversationAt, until: released ? (releasedAt ?? at) : null };
}

function rulesOf({ reasons }: SimulatedContact): ComplianceRule[] {
  return [...new Set(reasons.map(({ rule }) => rule))];
}

function odd(one: readonly ComplianceRule[], other: readonly ComplianceRule[]): ComplianceRule[] {
  return [...one.filter((rule) => !other.includes(rule)), ...other.filter((rule) => !one.includes(rule))];
}

function sameRules(one: readonly ComplianceRule[], other: readonly ComplianceRule[]): boolean {
  return odd(one, other).length === 0;
}

function exampleOf(
  { taskId, loanId, at, channel }: SimulatedContact,
  then: ComplianceRule[],
  instead: ComplianceRule[],
): SimulationExample {
  return { taskId, loanId, at: at.toISOString(), channel, then, instead };
}

function lineOf<Key, Line extends object>(lines: Map<Key, Line>, key: Key, first: Line): Line {
  const line = lines.get(key) ?? first;
  lines.set(key, line);
  return line;
}

function illustrate({ examples }: { examples: SimulationExample[] }, example: () => SimulationExample): void {
  if (examples.length < EXAMPLES) examples.push(example());
}
