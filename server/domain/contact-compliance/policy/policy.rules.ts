import { LRUCache } from 'lru-cache';
import type { ContactPolicy } from '../../../../contract/contact/contact-compliance.js';
import { strictest } from '../../../../contract/contact/policy-levels.js';

/**
 * "MX": what holds where no level has made a policy; its version is 0. Sources differ on whether the law's days are Monday to
 * Friday, so Saturday is taken on by whoever saves a version with it.
 */
export const DEFAULT_POLICY: ContactPolicy = {
  legalHours: { known: { from: '07:00', to: '22:00' }, unknown: { from: '09:00', to: '21:00' } },
  operatingHours: { hours: { from: '08:00', to: '20:00' }, days: [1, 2, 3, 4, 5], onHolidays: false },
  attempts: { perDay: 3, perWeek: 7, apartMinutes: 120 },
  conversations: { perDay: 1 },
  messages: { perDay: 2 },
  relations: ['R01'],
};

/** A policy of one institution. */
export interface PolicyLevel {
  institutionId: number;
  version: number;
  policy: ContactPolicy;
  /** Grows downwards. */
  depth: number;
}

export interface PolicyInForce {
  /** The institution's own; 0 when it has made none. */
  version: number;
  /** The strictest of all levels, rule by rule. */
  policy: ContactPolicy;
  /** Levels above that have a policy, the topmost first. */
  above: readonly PolicyLevel[];
}

/** The row of policy_in_force, joined. */
export interface PolicyRow {
  institutionId: number;
  levels: string | null;
}

const parsed = new LRUCache<string, { levels: PolicyLevel[]; policy: ContactPolicy }>({
  max: 500,
  memoMethod: (text) => {
    const levels = (JSON.parse(text) as PolicyLevel[]).sort((one, other) => one.depth - other.depth);
    return { levels, policy: strictest(levels.map(({ policy }) => policy)) };
  },
});

/** The policy that binds an institution, or the default when no level has one. Documents are parsed and joined once. */
export function policyOf({ institutionId, levels: text }: PolicyRow): PolicyInForce {
  if (text === null) return { version: 0, policy: DEFAULT_POLICY, above: [] };
  const { levels, policy } = parsed.memo(text);
  const own = levels.find((level) => level.institutionId === institutionId);
  return { version: own?.version ?? 0, policy, above: levels.filter((level) => level !== own) };
}

/**
 * The policy that a change may not loosen without a second administrator: the newest own one, or the default where no level has any.
 * Null below a level that has: a first version can only add to what binds already.
 */
export function loosest(own: ContactPolicy | undefined, { above }: PolicyInForce): ContactPolicy | null {
  return own ?? (above.length > 0 ? null : DEFAULT_POLICY);
}

/** For a receipt: "institution:version" of each level above; null when there is none. */
export function namesOf(above: readonly PolicyLevel[]): string | null {
  return above.map(({ institutionId, version }) => `${institutionId}:${version}`).join() || null;
}
