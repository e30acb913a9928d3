/** Values that a placeholder may carry. Objects are refused: the driver would expand them into SQL. */
export type Param = string | number | bigint | boolean | Date | Buffer | null;

/** Constant SQL text and the values of its placeholders. */
export interface Statement {
  readonly text: string;
  readonly params: readonly Param[];
}

type Value = Param | undefined | Statement;

const texts = new WeakMap<TemplateStringsArray, string>();

/**
 * SQL with its values as placeholders: sql`SELECT name FROM user WHERE id = ${id}`. A nested statement is spliced in,
 * text and values; everything else becomes a placeholder, so no value can ever become text.
 */
export function sql(strings: TemplateStringsArray, ...values: Value[]): Statement {
  if (!values.some(isStatement)) {
    let text = texts.get(strings);
    if (text === undefined) texts.set(strings, (text = strings.join('?')));
    return { text, params: values.map(asParam) };
  }
  let text = strings[0]!;
  const params: Param[] = [];
  values.forEach((value, index) => {
    if (isStatement(value)) {
      text += value.text;
      params.push(...value.params);
    } else {
      text += '?';
      params.push(asParam(value));
    }
    text += strings[index + 1]!;
  });
  return { text, params };
}

export const nothing: Statement = { text: '', params: [] };
/** A condition that every row meets. */
export const anything: Statement = { text: '1 = 1', params: [] };
/** A read that only sends what a transaction holds back. */
export const noRead: Statement = { text: 'SELECT 1', params: [] };
/** A condition that no row meets. */
export const never: Statement = { text: '1 = 0', params: [] };

/** The whole rows of a multi-row insert: (?, ?), (?, ?). */
export function rowsOf(rows: readonly (readonly (Param | undefined)[])[]): Statement {
  const width = rows[0]?.length ?? 0;
  const one = `(${new Array(width).fill('?').join(', ')})`;
  return { text: new Array(rows.length).fill(one).join(', '), params: rows.flat().map(asParam) };
}

/** Rows to join an update with: SELECT ? AS id, ? AS added UNION ALL SELECT ?, ? */
export function valuesOf(columns: readonly string[], rows: readonly (readonly Param[])[]): Statement {
  const first = `SELECT ${columns.map((column) => `? AS ${column}`).join(', ')}`;
  const other = `SELECT ${columns.map(() => '?').join(', ')}`;
  return { text: [first, ...rows.slice(1).map(() => other)].join(' UNION ALL '), params: rows.flat() };
}

/** An IN-list, padded to 1, 2, 4, 8, ... with its last value so that few statement texts are prepared. */
export function list(values: readonly (string | number | Buffer)[]): Statement {
  if (values.length === 0) return { text: '(NULL)', params: [] };
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const padded = [...values, ...new Array(size - values.length).fill(values[values.length - 1])];
  return { text: `(${new Array(size).fill('?').join(', ')})`, params: padded };
}

/** Conditions joined with AND; "1 = 1" for none. */
export function all(conditions: readonly Statement[]): Statement {
  if (conditions.length === 0) return anything;
  return {
    text: conditions.map((condition) => `(${condition.text})`).join(' AND '),
    params: conditions.flatMap((condition) => [...condition.params]),
  };
}

let names = 0;

/** The same condition for TypeORM's query builder, which names its placeholders: scopes are written once. */
export function condition({ text, params }: Statement): [string, Record<string, Param>] {
  const named: Record<string, Param> = {};
  let next = 0;
  const where = text.replaceAll('?', () => {
    const name = `s${(names = (names + 1) % 1_000_000)}`;
    named[name] = params[next++]!;
    return `:${name}`;
  });
  return [where, named];
}

function isStatement(value: Value): value is Statement {
  return typeof value === 'object' && value !== null && 'text' in value && 'params' in value;
}

function asParam(value: Value): Param {
  if (value === undefined) return null;
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value)) {
    throw new TypeError('A placeholder takes a string, number, boolean, Date, Buffer or null');
  }
  return value as Param;
}

/**
 * The id that the insert of several rows just before gave to the one at this place. InnoDB reserves them at once, LAST_INSERT_ID is
 * the first, and they are a step apart that is more than 1 where several servers of a cluster number rows.
 */
export function insertedId(place: number): string {
  return `LAST_INSERT_ID() + ${place} * @@auto_increment_increment`;
}
