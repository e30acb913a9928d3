import type { Actor } from '../../platform/auth/actor.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';

/** In place of a call: the borrower of the case wants to be left alone. */
export const BLOCKED_BORROWER = -1;

/** The actor's newest call on case `c` that waits for who answers it, BLOCKED_BORROWER before any; NULL for neither. */
export function pendingCall({ userId }: Pick<Actor, 'userId'>): Statement {
  return sql`
    IF(EXISTS(SELECT 1 FROM borrower h WHERE h.id = c.borrower_id AND h.blocked_at IS NOT NULL), ${BLOCKED_BORROWER},
      (SELECT MAX(w.id) FROM phone_call w WHERE w.pending_agent_id = ${userId} AND w.case_id = c.id))`;
}

/** For what stays open while a call waits. @throws privacy.blocked */
export function refuseIfBlocked({ pendingCallId }: { pendingCallId: number | null }): void {
  if (pendingCallId === BLOCKED_BORROWER) throw new AppError('privacy.blocked');
}

/** @throws privacy.blocked, call.whoAnswers */
export function refuseWhilePending(found: { pendingCallId: number | null }): void {
  refuseIfBlocked(found);
  if (found.pendingCallId !== null) throw new AppError('call.whoAnswers');
}
