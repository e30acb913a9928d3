import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { SessionStore } from '../../platform/auth/session-store.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type RequestKey, type Tx, type TxActor } from '../../platform/db/unit-of-work.js';
import { endIn, type EndSessions } from '../../domain/session/sessions.writes.js';
import { BehaviourRecords } from '../../platform/behaviour/behaviour-records.js';

type Ending<Result> = (tx: Tx, end: EndSessions) => Promise<Result>;

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
  command<Result>(actor: TxActor, work: Ending<Result>): Promise<Result> {
    return this.forgetting(work, (run) => this.uow.transact(actor, run));
  }

  /** The same for a command that is repeated under its request id. */
  once<Answer extends object>(actor: TxActor, request: RequestKey, work: Ending<Answer>): Promise<Answer> {
    return this.forgetting(work, (run) => this.uow.once(actor, request, run));
  }

  private async forgetting<Result>(
    work: Ending<Result>,
    carryOut: (run: (tx: Tx) => Promise<Result>) => Promise<Result>,
  ): Promise<Result> {
    let ended: Buffer[] = [];
    const result = await carryOut((tx) => {
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
