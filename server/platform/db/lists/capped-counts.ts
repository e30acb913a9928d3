import { LRUCache } from 'lru-cache';
import { COUNT_CAP } from '../../../../contract/shared/page.js';
import type { Database } from '../database.js';
import { sql, type Statement } from '../sql.js';

const STANDS_MS = 60_000;
const REMEMBERED = 500;

/**
 * A count that reached the cap is taken to exceed it for a while: of the many pages of one list the first alone counts
 * thousands of rows. Lists of so many hardly shrink below it, and say "10,000+" for a minute longer when they do.
 */
export class CappedCounts {
  private readonly beyond = new LRUCache<string, true>({ max: REMEMBERED, ttl: STANDS_MS });

  /** @param of what is counted: the table and its conditions  @param count up to COUNT_CAP + 1 */
  async total(of: string, { text, params }: Statement, count: () => Promise<number>): Promise<number> {
    const key = JSON.stringify([of, text, params]);
    if (this.isBeyond(key)) return COUNT_CAP + 1;
    const total = await count();
    this.counted(key, total);
    return total;
  }

  isBeyond(key: string): boolean {
    return this.beyond.get(key) === true;
  }

  counted(key: string, total: number): void {
    if (total > COUNT_CAP) this.beyond.set(key, true);
  }
}

/** One row, `total`: how many there are, counted up to `most`. @param rows FROM and WHERE */
export function cappedCount(rows: Statement, max = COUNT_CAP + 1): Statement {
  return sql`SELECT COUNT(*) AS total FROM (SELECT 1 ${rows} LIMIT ${max}) counted`;
}

export async function cappedTotal(database: Database, rows: Statement, max?: number): Promise<number> {
  return (await database.row<{ total: number }>(cappedCount(rows, max)))!.total;
}

/**
 * How many rows there are, or `cap` + 1 when there are more: in each part the row after the cap is looked for first, so
 * that the first part that has one ends the search, and nothing is put into a temporary table.
 *
 * @param parts FROM and WHERE of each
 */
export function cappedSum(parts: readonly Statement[], cap = COUNT_CAP): Statement {
  if (parts.length === 0) return sql`0`;
  const beyond = parts.map((rows) => sql`(SELECT ${cap + 1} ${rows} LIMIT ${cap}, 1)`);
  const first = beyond.reduce((before, part) => sql`${before}, ${part}`);
  return sql`COALESCE(${first}, LEAST(${exactSum(parts)}, ${cap + 1}))`;
}

export function exactSum(parts: readonly Statement[]): Statement {
  return parts
    .map((rows) => sql`(SELECT COUNT(*) ${rows})`)
    .reduce((before, part) => sql`${before} + ${part}`);
}
