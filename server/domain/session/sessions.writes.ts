import type { EventPayload } from '../../../contract/events/events.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

type EndReason = EventPayload<'session.revoked'>['reason'];

/** Ends the live sessions that a condition on user_session (alias s) names, and says how many there were. */
export type EndSessions = (which: Statement, reason: EndReason) => Promise<number>;

/** Condition of all sessions of a person. */
export const ofPerson = (userId: number): Statement => sql`s.user_id = ${userId}`;

interface LiveSession {
  id: number;
  userId: number;
  hash: Buffer;
  wallIn: number | null;
}

/** Part of a command, which forgets the copies in Redis once it has committed. */
export async function endIn(tx: Tx, which: Statement, reason: EndReason): Promise<LiveSession[]> {
  const [sessions] = await tx.read<[LiveSession]>(sql`
    SELECT s.id, s.user_id AS userId, s.token_hash AS hash,
      IF(s.kind = 'KIOSK', (SELECT u.institution_id FROM user u WHERE u.id = s.user_id), NULL) AS wallIn
    FROM user_session s
    WHERE ${which} AND s.ended_at IS NULL AND s.expires_at > ${tx.now} FOR UPDATE`);
  for (const { id, userId, wallIn } of sessions) {
    tx.write(sql`UPDATE user_session SET ended_at = ${tx.now}, end_reason = ${reason} WHERE id = ${id}`);
    tx.emit('session.revoked', { userId, sessionId: id, reason, ...(wallIn !== null && { wallIn }) });
  }
  return sessions;
}
