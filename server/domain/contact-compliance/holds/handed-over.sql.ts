import { anything, sql, type Statement } from '../../../platform/db/sql.js';

/**
 * Acts that were at a supplier when contact was forbidden, and how they went on.
 *
 * @param kept the rows (kind, act_id) of what forbade it
 * @param seen of the call `c` or the message `m`, which of them exist for the viewer
 */
export function handedOver(kept: Statement, seen: Statement = anything): Statement {
  return sql`
    SELECT a.kind, a.act_id AS id, COALESCE(c.case_id, m.case_id) AS taskId, COALESCE(c.state, m.status) AS state,
      COALESCE(c.reason, m.reason) AS reason, COALESCE(c.ended_at, m.sent_at, m.ended_at) AS endedAt
    FROM (${kept}) a LEFT JOIN phone_call c ON a.kind = 'CALL' AND c.id = a.act_id
    LEFT JOIN message m ON a.kind = 'MESSAGE' AND m.id = a.act_id
    WHERE ${seen} ORDER BY a.kind, a.act_id LIMIT 1000`;
}
