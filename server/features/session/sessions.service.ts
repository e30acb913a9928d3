import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { SessionStore } from '../../platform/auth/session-store.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx, type TxActor } from '../../platform/db/unit-of-work.js';
import { endIn, type EndSessions } from '../../domain/session/sessions.writes.js';
import { BehaviourRecords } from '../../platform/behaviour/behaviour-records.js';

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
    private readonly behaviours: BehaviourRecords,
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
