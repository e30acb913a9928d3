import type { FieldError } from '../../../contract/shared/envelope';
import type { Field, Value, Values } from './values';

export type Problem =
  | { kind: 'missing' }
  | { kind: 'range'; least: number; most: number }
  | { kind: 'order' }
  | { kind: 'law'; from: string; to: string }
  /** The server would not have it. */
  | { kind: 'refused' };
export type Problems = Readonly<Partial<Record<string, Problem>>>;

/** What the contract would refuse, by the field. */
export function problemsOf(fields: readonly Field[], values: Values): Problems {
  const found = fields.flatMap((field): [string, Problem][] => {
    const problem = problemOf(field, values[field.name] ?? null, values);
    return problem ? [[field.name, problem]] : [];
  });
  return Object.fromEntries(found);
}

function problemOf(field: Field, value: Value, values: Values): Problem | null {
  if (value === null) return { kind: 'missing' };
  if (typeof value === 'number' && field.range) {
    const [least, most] = field.range;
    const fits = Number.isInteger(value) && value >= least && value <= most;
    return fits ? null : { kind: 'range', least, most };
  }
  if (typeof value !== 'string') return null;
  if (field.span && (value < field.span.from || value > field.span.to)) return { kind: 'law', ...field.span };
  const begins = field.after && values[field.after];
  return typeof begins === 'string' && begins >= value ? { kind: 'order' } : null;
}

/** The server's refusals at the fields that it names. @param prefix the part of the body that the fields stand in */
export function refusalsOf(
  fields: readonly Field[],
  values: Values,
  errors: readonly FieldError[],
  prefix: string,
): Problems {
  const known = problemsOf(fields, values);
  const named = errors.map(({ field }) => (field.startsWith(prefix) ? field.slice(prefix.length) : field));
  return Object.fromEntries(named.map((name) => [name, known[name] ?? { kind: 'refused' }]));
}
