/** A form's values by the contract's path of each field: `legalHours.known.from`. Null: the field is empty. */
export type Value = number | string | boolean | null | readonly (number | string)[];
export type Values = Readonly<Record<string, Value>>;

/** Values in force, or of before. */
export interface Version {
  version: number;
  values: Values;
  by?: string | null;
  at?: string | null;
  note?: string;
  /** The second person, where it took two. */
  approvedBy?: string | null;
  /** The version that this one brought back. */
  reverts?: number | null;
  /** True until it is saved for the first time. */
  isNew?: boolean;
  /** The values are defaults that nobody has chosen yet: they can be saved as they are. */
  unset?: boolean;
}

export function flat(document: object, path = ''): Values {
  const found: Record<string, Value> = {};
  for (const [key, value] of Object.entries(document) as [string, Value | object][]) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      Object.assign(found, flat(value, `${path}${key}.`));
    else found[path + key] = value as Value;
  }
  return found;
}

export function nested(values: Values): object {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const keys = name.split('.');
    const last = keys.pop()!;
    let parent = whole;
    for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
    parent[last] = value;
  }
  return whole;
}

export function same(one: Value | undefined, other: Value | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

export function isEmpty(value: Value | undefined): boolean {
  return value === null || value === undefined || value === '';
}

/** My changes since `base`, put upon the other person's values. */
export function rebased(base: Values, mine: Values, theirs: Values): Values {
  const own = Object.entries(mine).filter(([name, value]) => !same(base[name], value));
  return { ...theirs, ...Object.fromEntries(own) };
}
