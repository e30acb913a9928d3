import { addDays, startOfBusinessDay } from '../../../../contract/shared/date.js';
import { list, sql, type Statement } from '../../../platform/db/sql.js';

export type Scope = { key: 'owner' | 'group' | 'institution'; ids: readonly number[] };

/** Cases with a payment of the day that was credited to somebody in the scope: FROM, with the case as `c`. */
export function paidToday(scope: Scope, today: string): Statement {
  return sql`FROM (${paidCases(scope, today)}) paid STRAIGHT_JOIN collection_case c ON c.id = paid.id`;
}

/** Their ids, found by whom the payments are credited to. */
export function paidCases({ key, ids }: Scope, today: string): Statement {
  const posted = sql`p.type = 'PAYMENT' AND p.case_id IS NOT NULL
    AND p.posted_at >= ${startOfBusinessDay(today)} AND p.posted_at < ${startOfBusinessDay(addDays(today, 1))}`;
  if (key === 'institution')
    return sql`
      SELECT DISTINCT p.case_id AS id FROM payment p FORCE INDEX (payment_institution)
      WHERE p.credited_institution_id IN ${list(ids)} AND ${posted}`;
  return sql`
    SELECT DISTINCT p.case_id AS id FROM user u STRAIGHT_JOIN payment p FORCE INDEX (payment_credit)
      ON p.credited_to = u.id
    WHERE ${{ text: key === 'owner' ? 'u.id' : 'u.group_id', params: [] }} IN ${list(ids)} AND ${posted}`;
}
