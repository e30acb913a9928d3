import { z } from 'zod';
import { same, type Value, type Values } from './values';

/** One field of a form: what the contract says of it, and what a screen adds. */
export interface Field {
  /** The contract's path: `legalHours.known.from`. Its words stand under `field.legalHours-known-from`. */
  name: string;
  kind:
    | 'text' | 'area' | 'lines' | 'number' | 'money' | 'yes' | 'choice' | 'many' | 'clock' | 'weekdays' | 'time' | 'day' | 'days' | 'picture'; // prettier-ignore
  required: boolean;
  /** Smallest and largest of a number, shortest and longest of a text. */
  min?: number;
  max?: number;
  /** Values of a choice. Without them the page hands over its options. */
  choices?: readonly string[];
  /** Where the choices' names stand: `codes:relation`. */
  words?: string;
  /** Under `forms:unit.<unit>`. */
  unit?:
    'percent' | 'points' | 'days' | 'hours' | 'minutes' | 'messages' | 'characters' | 'segments' | 'times';
  /** A number's places behind the point; none unless given. */
  decimals?: number;
  /** A time of day's earliest and latest value. */
  span?: { from: string; to: string };
  /** It belongs to the field above it. */
  sub?: boolean;
  /** It depends on this field: emptied when that one changes, unless its value is still a choice. */
  of?: string;
  /** Shown, and never changed here. */
  fixed?: boolean;
  /** Its words by what another field says: `field.account-SMTP` stands before `field.account`. */
  as?: string;
}

export interface FieldGroup {
  /** Names it among the words: `group.<id>.title`, and `group.<id>.hint` where there is one. */
  id: string;
  fields: readonly Field[];
}

/** A screen's additions to the contract. */
type More = Partial<Omit<Field, 'name'>>;
export type Layout = Record<string, Record<string, More>>;

interface Node {
  type?: string;
  properties?: Record<string, Node>;
  required?: string[];
  anyOf?: Node[];
  oneOf?: Node[];
  items?: Node;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/**
 * The fields of a form in groups: kind, limits and whether it must be filled come from the contract's schema.
 *
 * @param layout group -> field -> what the schema cannot say; in the order shown
 */
export function groupsOf(schema: z.ZodType, layout: Layout): FieldGroup[] {
  const known = new Map<string, Field>();
  describe(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node, '', true, known);
  return Object.entries(layout).map(([id, fields]) => ({
    id,
    fields: Object.entries(fields).map(([name, more]) => {
      const field = known.get(name);
      if (!field) throw new Error(`The contract has no ${name}`);
      return { ...field, ...more };
    }),
  }));
}

export function fieldsOf(groups: readonly FieldGroup[]): Field[] {
  return groups.flatMap(({ fields }) => fields);
}

/** `legalHours.known.from` is `legalHours-known-from` among the words: a dot there sets a hint apart from its label. */
export function wordOf(name: string): string {
  return name.replaceAll('.', '-');
}

/** Keys of a field's label, the first of which that has words is said; its hint stands under the same one with `.hint`. */
export function labelKeys(words: string, { name, as }: Pick<Field, 'name' | 'as'>): string[] {
  const key = `${words}:field.${wordOf(name)}`;
  return as === undefined ? [key] : [`${key}-${as}`, key];
}

export interface Difference {
  field: Field;
  before: Value;
  after: Value;
}

export function differences(fields: readonly Field[], before: Values, after: Values): Difference[] {
  return fields
    .filter(({ name }) => !same(before[name], after[name]))
    .map((field) => ({ field, before: before[field.name] ?? null, after: after[field.name] ?? null }));
}

function describe(node: Node, path: string, required: boolean, known: Map<string, Field>): void {
  for (const branch of node.oneOf ?? []) describe(branch, path, required, known);
  const [given = node, none] = [...(node.anyOf ?? [])].sort((one) => (one.type === 'null' ? 1 : -1));
  const must = required && none === undefined;
  if (given.properties)
    for (const [key, child] of Object.entries(given.properties))
      describe(child, path ? `${path}.${key}` : key, must && (given.required ?? []).includes(key), known);
  else if (path) known.set(path, { name: path, required: must, ...shapeOf(given) });
}

const LONG = 160;

function shapeOf(node: Node): Omit<Field, 'name' | 'required'> {
  const { type, minimum, maximum, minLength, maxLength, items } = node;
  const choices = node.enum ?? items?.enum;
  const limits = (min: number | undefined, max: number | undefined) => ({
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  });
  if (type === 'boolean') return { kind: 'yes' };
  if (type === 'array') return { kind: 'many', ...(choices && { choices }) };
  if (choices) return { kind: 'choice', choices };
  if (type === 'integer' || type === 'number') return { kind: 'number', ...limits(minimum, maximum) };
  return { kind: (maxLength ?? 0) > LONG ? 'area' : 'text', ...limits(minLength, maxLength) };
}
