import type { ScriptState } from '../../../contract/contact/first-contact.js';
import type { Actor } from '../../platform/auth/actor.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

const SAME_TALK_H = 12;

/**
 * The actor's newest call on case `c` that its borrower answered, as long as he was never told what a first contact asks for.
 * @param talkFrom seconds that they have talked at least
 */
export function firstContactCall({ userId }: Actor, now: Date, talkFrom = 0): Statement {
  const since = new Date(now.getTime() - SAME_TALK_H * 3_600_000);
  return sql`(SELECT h.id FROM phone_call h
    WHERE h.case_id = c.id AND h.requested_at > ${since} AND h.agent_id = ${userId} AND h.party = 'BORROWER' AND h.script IS NULL
      AND TIMESTAMPDIFF(SECOND, h.answered_at, COALESCE(h.ended_at, ${now})) >= ${talkFrom}
      AND NOT EXISTS (SELECT 1 FROM first_contact f WHERE f.borrower_id = c.borrower_id)
    ORDER BY h.requested_at DESC, h.id DESC LIMIT 1)`;
}

export function writeScript(
  tx: Tx,
  call: { id: number; borrowerId: number; recordId: number; institutionId: number },
  script: ScriptState,
): void {
  const { id, borrowerId, recordId, institutionId } = call;
  tx.write(sql`UPDATE phone_call SET script = ${script}, version = version + 1 WHERE id = ${id}`);
  if (script === 'UNCONFIRMED') return;
  tx.write(sql`
    INSERT INTO first_contact (borrower_id, record_id, call_id, collector_id, script_version, at)
    VALUES (${borrowerId}, ${recordId}, ${id}, ${tx.actor.userId}, (
      SELECT CONCAT(i.id, ':', v.version) FROM configuration v JOIN institution i ON i.id = v.institution_id
        JOIN institution own ON own.id = ${institutionId} AND own.path LIKE CONCAT(i.path, '%')
      WHERE v.name = 'firstContact' ORDER BY LENGTH(i.path) DESC, v.version DESC LIMIT 1), ${tx.now})
    ON DUPLICATE KEY UPDATE at = first_contact.at`);
}
