import type { Actor } from '../../platform/auth/actor.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';

/** The actor's newest call on case `c` that waits for who answers it; NULL for none. */
export function pendingCall({ userId }: Pick<Actor, 'userId'>): Statement {
  return sql`(SELECT MAX(w.id) FROM phone_call w WHERE w.pending_agent_id = ${userId} AND w.case_id = c.id)`;
}

/** @throws call.whoAnswers */
export function refuseWhilePending({ pendingCallId }: { pendingCallId: number | null }): void {
  if (pendingCallId !== null) throw new AppError('call.whoAnswers');
}
