import { MAX_GROUPED } from '../../../contract/supervision/behaviour.js';
import type { CallGroupQuery } from '../../../contract/contact/calls.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { newestIds, type Ranges, type Times } from '../../platform/db/lists/newest-first.js';
import { never, sql, type Statement } from '../../platform/db/sql.js';

type GroupQuery = Pick<CallGroupQuery, 'page' | 'size' | 'by'>;

/** Keys by which calls are grouped: never a case, or the number of one, that no longer exists for the viewer. */
const KEYS = {
  person: sql`h.agent_id`,
  case: sql`c.id`,
  number: sql`IF(h.case_id IS NOT NULL AND c.id IS NULL, NULL, h.number_hash)`,
};
const LABELS = { person: sql`u.name`, case: sql`k.loan_no`, number: sql`f.mask` };

/** A page of `CallGroup` with `total`, the latest first, of the newest FOLDED calls in the ranges. */
export function groupedCalls(
  actor: Actor,
  ranges: Ranges,
  days: Times,
  { page, size, by }: GroupQuery,
): Statement {
  const key = KEYS[by];
  const shown = by === 'number' ? sql`HEX(${key})` : sql`CAST(${key} AS CHAR)`;
  return sql`
    SELECT COALESCE(f.key, '') AS \`key\`, IF(f.key IS NULL, NULL, ${LABELS[by]}) AS label,
      ${by === 'person' ? sql`u.username` : null} AS username, k.id AS taskId, f.records,
      f.people, f.cases, f.numbers, f.answered, f.talk, f.asked, f.skipped, f.wrongNumber, f.noScript, f.secondsToSay, f.firstAt, f.lastAt, f.total
    FROM (
      SELECT ${shown} AS \`key\`, MAX(h.agent_id) AS userId, MAX(c.id) AS caseId, MAX(h.number_mask) AS mask,
        COUNT(*) AS records, COUNT(DISTINCT h.agent_id) AS people, COUNT(DISTINCT c.id) AS cases,
        COUNT(DISTINCT h.number_hash) AS numbers, CAST(SUM(h.answered_at IS NOT NULL) AS SIGNED) AS answered,
        CAST(COALESCE(SUM(TIMESTAMPDIFF(SECOND, h.answered_at, h.ended_at)), 0) AS SIGNED) AS talk,
        CAST(SUM(h.asks = 1 AND (h.answered_at IS NOT NULL OR h.party IS NOT NULL)) AS SIGNED) AS asked,
        CAST(SUM(COALESCE(h.party = 'SKIPPED', 0)) AS SIGNED) AS skipped,
        CAST(SUM(COALESCE(h.party = 'WRONG_NUMBER', 0)) AS SIGNED) AS wrongNumber,
        CAST(SUM(COALESCE(h.script = 'UNCONFIRMED', 0)) AS SIGNED) AS noScript,
        CAST(ROUND(AVG(IF(h.party = 'SKIPPED', NULL, TIMESTAMPDIFF(SECOND, h.answered_at, h.party_at)))) AS SIGNED) AS secondsToSay,
        MIN(h.requested_at) AS firstAt, MAX(h.requested_at) AS lastAt, MAX(h.id) AS lastId, COUNT(*) OVER () AS total
      FROM (${newestIds(ranges, { ...days, page: 1, size: MAX_GROUPED })}) page
      STRAIGHT_JOIN phone_call h FORCE INDEX (PRIMARY) ON h.id = page.id
      LEFT JOIN collection_case c ON c.id = h.case_id AND ${casesOf(actor)}
      GROUP BY ${key} ORDER BY lastAt DESC, lastId DESC LIMIT ${String((page - 1) * size)}, ${String(size)}
    ) f
    LEFT JOIN user u FORCE INDEX (PRIMARY) ON u.id = f.userId
    LEFT JOIN collection_case k ON ${by === 'case' ? sql`k.id = f.caseId` : never}
    ORDER BY f.lastAt DESC, f.lastId DESC`;
}
