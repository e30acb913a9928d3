import type { QueueCasesQuery } from '../../../contract/team/queues.js';
import { addDays } from '../../../contract/shared/date.js';
import { COUNT_CAP } from '../../../contract/shared/page.js';
import { all, nothing, sql, type Statement } from '../../platform/db/sql.js';

export type QueueCasesOf = Pick<
  QueueCasesQuery,
  'page' | 'size' | 'sort' | 'order' | 'pesosFrom' | 'daysFrom'
>;

/** By the contract's name of each: the column, and whether the largest of it are its lowest values. */
const SORTS = {
  amountDue: ['c.amount_due', false],
  overdueDays: ['c.due_date', true],
  openedAt: ['c.opened_at', false],
} as const;

/**
 * A page's ids, each with how many cases there are (`total`) and what they owe (`owed`), so that they are looked for once; and both
 * alone, for a page behind the last. Of COUNT_CAP + 1 cases at most, as an index has them: to sort more, all would be read.
 *
 * @param within a condition on `c` with the viewer's scope  @param today the business day
 * @param ofOneOwner of one queue, and of one owner or none: their index has the oldest first
 */
export function queueCases(within: Statement, query: QueueCasesOf, today: string, ofOneOwner: boolean) {
  const { page, size, sort, order: way, pesosFrom, daysFrom } = query;
  const where = all([
    within,
    ...(pesosFrom === undefined ? [] : [sql`c.amount_due >= ${pesosFrom * 100}`]),
    ...(daysFrom === undefined ? [] : [sql`c.due_date <= ${addDays(today, -daysFrom)}`]),
  ]);
  const [column, turned] = sort ? SORTS[sort] : SORTS.openedAt;
  const direction = sort && (way === 'desc') !== turned ? 'DESC' : 'ASC';
  const order: Statement = { text: `${column} ${direction}, c.id ${direction}`, params: [] };
  const cases = sql`
    (SELECT c.id, c.amount_due, c.due_date, c.opened_at FROM collection_case c
    WHERE ${where} ${ofOneOwner ? sql`ORDER BY c.opened_at` : nothing} LIMIT ${COUNT_CAP + 1}) c`;
  return {
    order,
    ids: sql`
      SELECT c.id, COUNT(*) OVER () AS total, CAST(SUM(c.amount_due) OVER () AS SIGNED) AS owed
      FROM ${cases} ORDER BY ${order} LIMIT ${(page - 1) * size}, ${size}`,
    sums: sql`SELECT COUNT(*) AS total, CAST(COALESCE(SUM(c.amount_due), 0) AS SIGNED) AS owed FROM ${cases}`,
  };
}
