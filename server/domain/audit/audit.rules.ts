import { isDeepStrictEqual } from 'node:util';
import { nounOf, type AuditedName } from '../../../contract/events/audit-events.js';
import type { EventName } from '../../../contract/events/events.js';
import { nounsOf, type RevertedNoun } from '../../../contract/nouns.js';
import type { Permission } from '../../../contract/permissions.js';
import type { Changes } from '../../../contract/shared/changes.js';
import type { Fact } from '../../../contract/cases/timeline.js';
import type { Actor } from '../../platform/auth/actor.js';
import { AppError } from '../../platform/http/app-error.js';

/** Revertible changes of what is no noun of NOUNS, by the first part of their event, and the permission for them. */
const SETTINGS = {
  addressList: 'addressList:manage',
  grants: 'grants:manage',
  messageLimits: 'messageLimits:manage',
  priorities: 'priority:manage',
  guardPolicy: 'guard:manage',
  numberViewers: 'config:manage',
  systemLimits: 'system:manage',
  anomalyRules: 'monitor:manage',
  messagePlaces: 'template:manage',
  authenticatorRoles: 'system:manage',
  firstContact: 'guard:manage',
  regulatorTerms: 'system:manage',
  sealMail: 'system:manage',
  legalSources: 'guard:manage',
} as const satisfies Partial<Record<NounOf<AuditedName>, Permission>>;
export type RevertedSetting = keyof typeof SETTINGS;
export type Reverted = RevertedSetting | RevertedNoun;

const REVERTED: ReadonlyMap<string, Permission> = new Map<string, Permission>([
  ...Object.entries(SETTINGS),
  ...nounsOf().flatMap(([noun, { manage, final }]) => (final ? [] : [[noun, manage as Permission] as const])),
]);

const OWN = [
  'messageLimits',
  'numberViewers',
  'systemLimits',
  'addressList',
  'messagePlaces',
  'authenticatorRoles',
  'firstContact',
  'regulatorTerms',
  'sealMail',
  'legalSources',
];
/** A picture that was replaced is destroyed. */
const GONE = ['picture'];

export interface Back {
  /** The change that is put back. */
  eventId: number;
  institutionId: number;
  changes: Changes;
  /** The event's other facts. */
  facts: Record<string, Fact>;
  /** The address from which it is asked for. */
  from: string;
}

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never;

/** @returns how a change is put back; null when there is no way, the viewer may not, or a secret is a part of it. */
export function wayBack(
  {
    name,
    changes,
    institutionId,
  }: { name: EventName; changes: Changes | null; institutionId: number | null },
  { permissions, institutionId: own }: Pick<Actor, 'permissions' | 'institutionId'>,
): Reverted | null {
  const noun = nounOf(name);
  // These are set by the institution's own people alone.
  if (OWN.includes(noun) && institutionId !== own) return null;
  if (!changes || !/[.](changed|disabled)$/.test(name)) return null;
  const differences = Object.values(changes);
  if (differences.length === 0 || differences.includes('secret')) return null;
  if (GONE.some((field) => field in changes)) return null;
  const permission = REVERTED.get(noun);
  return permission && permissions.has(permission) ? (noun as Reverted) : null;
}

/** A copy with the values from before a change. @throws entity.changed with what is in force where the change stands no more */
export function undone<Row extends object>(inForce: Row, changes: Changes): Row {
  const copy = structuredClone(inForce) as Row;
  for (const [path, difference] of Object.entries(changes)) {
    if (difference === 'secret') continue;
    const [holder, field] = holderOf(copy, path);
    const value: unknown = JSON.parse(JSON.stringify(holder[field] ?? null));
    if (!isDeepStrictEqual(value, difference.after))
      throw new AppError('entity.changed', {}, [], { inForce: { [path]: value } });
    holder[field] = difference.before;
  }
  return copy;
}

/** For "hours.saturday.from": the document of the saturday, created when it is missing. */
function holderOf(row: object, path: string): [Record<string, unknown>, string] {
  const fields = path.split('.');
  const last = fields.pop()!;
  let holder = row as Record<string, unknown>;
  for (const field of fields) holder = (holder[field] ??= {}) as Record<string, unknown>;
  return [holder, last];
}

/** People by their ids, and what stands elsewhere in the row. */
const UNTOLD = new Set(['changes', 'from', 'to', 'creditedTo', 'version']);

/** The payload's own words: no ids, and not what the changes say. */
export function factsOf(payload: object): Record<string, Fact> {
  const facts: Record<string, Fact> = {};
  for (const [key, value] of Object.entries(payload) as [string, unknown][]) {
    if (/(Id|By)$/.test(key) || UNTOLD.has(key)) continue;
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, fact] of Object.entries(value)) if (isFact(fact)) facts[inner] = fact;
    } else if (isFact(value)) facts[key] = value;
  }
  return facts;
}

function isFact(value: unknown): value is Fact {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** "perCapitaMax: 60 → 80; open: true → false", for a file. */
export function changesText(changes: Changes | null, facts: Record<string, Fact>): string {
  const valueText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const differences = Object.entries(changes ?? {}).map(([field, difference]) =>
    difference === 'secret'
      ? `${field}: ••`
      : `${field}: ${valueText(difference.before)} → ${valueText(difference.after)}`,
  );
  return [
    ...differences,
    ...Object.entries(facts).map(([fact, value]) => `${fact}: ${valueText(value)}`),
  ].join('; ');
}
