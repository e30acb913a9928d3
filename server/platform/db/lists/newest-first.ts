import { addDays, startOfBusinessDay } from '../../../../contract/shared/date.js';
import type { Database } from '../database.js';
import { all, sql, type Statement } from '../sql.js';
import { cappedSum } from './capped-counts.js';

/**
 * Pages of records, the newest first, over tables of many millions.
 *
 * Each range is the head of the index: its newest rows are read in the index's order, and only these are brought together.
 * A page that begins after a row costs the same at any depth, for nothing before it is read. What the index does not hold
 * may be asked for besides, but then rows are read for nothing: a list offers only what an index has.
 */
export interface Ranges {
  /** The table, and its alias. */
  table: string;
  /** The column that the rows are ordered by, with the alias; the id comes after it. */
  at: string;
  id: string;
  index: string;
  /** Conditions on the index's first columns. */
  ranges: readonly Statement[];
  /** Further conditions. */
  besides: readonly Statement[];
}

/** From the first moment, until before the second one. */
export interface Times {
  from: Date | undefined;
  to: Date | undefined;
}

/** Times of Mexico's days, both included, and before a moment. */
export function timesOf({ dateFrom, dateTo }: Days, before?: Date): Times {
  const end = dateTo ? startOfBusinessDay(addDays(dateTo, 1)) : undefined;
  return {
    from: dateFrom ? startOfBusinessDay(dateFrom) : undefined,
    to: before && (!end || before < end) ? before : end,
  };
}
/** Content of a list. */
export interface Found extends Times {
  ranges: Ranges;
}

interface Days {
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
}

interface Part extends Partial<Times> {
  after?: { at: string; id: number } | undefined;
  page: number;
  size: number;
  /** Or the oldest first: the same index, read from its other end. */
  order?: 'asc' | 'desc';
}

/** The ids and times of a page. */
export function newestIds(ranges: Ranges, { page, size, order = 'desc', ...part }: Part): Statement {
  const limit = String(page * size);
  const way = raw(order === 'asc' ? 'ASC' : 'DESC');
  const found = partsOf(ranges, part).map(
    (rows) => sql`(SELECT ${raw(ranges.id)} AS id, ${raw(ranges.at)} AS at ${rows}
      ORDER BY ${raw(ranges.at)} ${way}, ${raw(ranges.id)} ${way} LIMIT ${limit})`,
  );
  return sql`SELECT f.id, f.at FROM (${united(found)}) f ORDER BY f.at ${way}, f.id ${way}
    LIMIT ${String((page - 1) * size)}, ${String(size)}`;
}

/** One row, `total`: exact, or `most` + 1 for more. */
export function countNewest(
  ranges: Ranges,
  { from, to }: Pick<Part, 'from' | 'to'>,
  max?: number,
): Statement {
  return sql`SELECT ${cappedSum(partsOf(ranges, { from, to }), max)} AS total`;
}

/** How many, exact, or `most` + 1 for more. Null has nothing. */
export async function countFound(database: Database, found: Found | null, max?: number): Promise<number> {
  if (!found) return 0;
  return (await database.row<{ total: number }>(countNewest(found.ranges, found, max)))!.total;
}

function partsOf(of: Ranges, { from, to, after }: Omit<Part, 'page' | 'size' | 'order'>): Statement[] {
  const [at, id] = [raw(of.at), raw(of.id)];
  const bounds = [
    ...(from ? [sql`${at} >= ${from}`] : []),
    ...(to ? [sql`${at} < ${to}`] : []),
    ...(after ? beyond(at, id, new Date(after.at), after.id) : []),
  ];
  return of.ranges.map(
    (range) =>
      sql`FROM ${raw(of.table)} FORCE INDEX (${raw(of.index)}) WHERE ${all([range, ...bounds, ...of.besides])}`,
  );
}

/** A range of the index's, and the few rows of the same instant are sorted out. */
function beyond(at: Statement, id: Statement, time: Date, last: number): Statement[] {
  return [sql`${at} <= ${time}`, sql`${at} < ${time} OR ${id} < ${last}`];
}

function united(parts: readonly Statement[]): Statement {
  if (parts.length === 0) return sql`SELECT NULL AS id, NULL AS at FROM DUAL WHERE 1 = 0`;
  return parts.reduce((before, part) => sql`${before} UNION ALL ${part}`);
}

function raw(text: string): Statement {
  return { text, params: [] };
}
