import { Injectable } from '@nestjs/common';
import type { EventPayload } from '../../../contract/events/events.js';
import type { Actor } from '../../platform/auth/actor.js';
import { SessionStore } from '../../platform/auth/session-store.js';
import { Ids } from '../../platform/db/ids.js';
import type { Statement } from '../../platform/db/sql.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx, type TxActor } from '../../platform/db/unit-of-work.js';
import { BehavioursService } from '../monitoring/behaviour/behaviours.service.js';

export type EndReason = EventPayload<'session.revoked'>['reason'];

/** Ends the live sessions that a condition on user_session (alias s) names, and says how many there were. */
export type EndSessions = (which: Statement, reason: EndReason) => Promise<number>;

/**
 * How sessions end. The row, and the event that disconnects its sockets, are written in the command's own transaction;
 * the copy in Redis is deleted after the commit, before the caller gets its answer.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly store: SessionStore,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly behaviours: BehavioursService,
  ) {}

  /** A command in which sessions may end. */
  async command<Result>(
    actor: TxActor,
    work: (tx: Tx, end: EndSessions) => Promise<Result>,
  ): Promise<Result> {
    let ended: Buffer[] = [];
    const result = await this.uow.transact(actor, (tx) => {
      ended = [];
      return work(tx, async (which, reason) => {
        const sessions = await endIn(tx, which, reason);
        ended.push(...sessions.map((session) => session.hash));
        return sessions.length;
      });
    });
    await this.store.forget(ended);
    return result;
  }

  async signOut(actor: Actor): Promise<void> {
    const id = await this.ids.take();
    await this.command(actor, async (tx, end) => {
      const ended = await end(sql`s.id = ${actor.sessionId}`, 'signedOut');
      if (ended > 0 && !actor.kiosk)
        this.behaviours.recordIn(tx, actor, id, { type: 'LOGOUT', caseId: null });
    });
  }
}

interface LiveSession {
  id: number;
  userId: number;
  hash: Buffer;
}

async function endIn(tx: Tx, which: Statement, reason: EndReason): Promise<LiveSession[]> {
  const [sessions] = await tx.read<[LiveSession]>(sql`
    SELECT s.id, s.user_id AS userId, s.token_hash AS hash FROM user_session s
    WHERE ${which} AND s.ended_at IS NULL AND s.expires_at > ${tx.now} FOR UPDATE`);
  for (const { id, userId } of sessions) {
    tx.write(sql`UPDATE user_session SET ended_at = ${tx.now}, end_reason = ${reason} WHERE id = ${id}`);
    tx.emit('session.revoked', { userId, sessionId: id, reason });
  }
  return sessions;
}
