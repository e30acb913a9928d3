import type { QueueCasesQuery } from '../../../contract/team/queues.js';
import { addDays } from '../../../contract/shared/date.js';
import { COUNT_CAP } from '../../../contract/shared/page.js';
import { all, sql, type Statement } from '../../platform/db/sql.js';

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
 * A page's ids, and how many cases there are with what they owe, counted up to COUNT_CAP + 1.
 *
 * @param within a condition on `c` with the viewer's scope  @param today the business day
 */
export function queueCases(within: Statement, query: QueueCasesOf, today: string) {
  const { page, size, sort, order: way, pesosFrom, daysFrom } = query;
  const where = all([
    within,
    ...(pesosFrom === undefined ? [] : [sql`c.amount_due >= ${pesosFrom * 100}`]),
    ...(daysFrom === undefined ? [] : [sql`c.due_date <= ${addDays(today, -daysFrom)}`]),
  ]);
  const [column, turned] = sort ? SORTS[sort] : SORTS.openedAt;
  const direction = sort && (way === 'desc') !== turned ? 'DESC' : 'ASC';
  const order: Statement = { text: `${column} ${direction}, c.id ${direction}`, params: [] };
  return {
    order,
    ids: sql`SELECT c.id FROM collection_case c WHERE ${where} ORDER BY ${order} LIMIT ${(page - 1) * size}, ${size}`,
    sums: sql`
      SELECT COUNT(*) AS total, CAST(COALESCE(SUM(f.due), 0) AS SIGNED) AS amountDue
      FROM (SELECT c.amount_due AS due FROM collection_case c WHERE ${where} LIMIT ${COUNT_CAP + 1}) f`,
  };
}
