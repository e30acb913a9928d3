import { addDays, startOfBusinessDay } from '../../../../contract/shared/date.js';
import { sql, type Statement } from '../../../platform/db/sql.js';

export type Scope = { key: 'owner' | 'group' | 'institution'; ids: readonly number[] };

/** Cases with a payment of the day that was credited to somebody in the scope: FROM, with the case as `c`. */
export function paidToday(scope: Scope, today: string): Statement {
  return sql`FROM (${paidCases(scope, today)}) paid STRAIGHT_JOIN collection_case c ON c.id = paid.id`;
}

/** Their ids, found by whom the payments are credited to. */
export function paidCases({ key, ids }: Scope, today: string): Statement {
  const person = key === 'owner' ? 'u.id' : `u.${key}_id`;
  const marks = ids.length === 0 ? 'NULL' : ids.map(() => '?').join(', ');
  const people: Statement = { text: `${person} IN (${marks})`, params: ids };
  return sql`
    SELECT DISTINCT p.case_id AS id FROM user u STRAIGHT_JOIN payment p FORCE INDEX (payment_credit)
      ON p.credited_to = u.id AND p.posted_at >= ${startOfBusinessDay(today)}
      AND p.posted_at < ${startOfBusinessDay(addDays(today, 1))}
    WHERE ${people} AND p.type = 'PAYMENT' AND p.case_id IS NOT NULL`;
}
