import { Injectable } from '@nestjs/common';
import type { KioskToken, KioskTokenRow } from '../../../contract/session.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { SessionStore } from '../../platform/auth/session-store.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { SessionsService } from './sessions.service.js';

/**
 * Wallboards. A token is a session of the leader who issued it that can only read the board of the leader's group; it
 * ends when it is revoked, not used for 12 hours, or when the leader is disabled or changes the password.
 */
@Injectable()
export class KioskService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly store: SessionStore,
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws permission.denied when the person has no group. */
  async issue(actor: Actor): Promise<KioskToken> {
    const { userId, groupId } = actor;
    if (actor.role !== 'leader' || groupId === null) throw new AppError('permission.denied');
    const sessionId = await this.ids.take();
    const { token, hash } = this.store.newToken();
    await this.sessions.command(actor, async (tx) => {
      tx.write(this.store.insert({ id: sessionId, hash, userId, pending: false, kiosk: true, now: tx.now }));
      tx.emit('session.opened', { userId, sessionId });
    });
    return { sessionId, token, groupId };
  }

  list(actor: Actor): Promise<KioskTokenRow[]> {
    return this.database.wireRows<KioskTokenRow>(sql`
      SELECT s.id AS sessionId, u.name AS issuedBy, s.created_at AS createdAt, s.last_seen_at AS lastSeenAt
      FROM user u JOIN user_session s ON s.user_id = u.id
      WHERE ${peopleOf(actor)} AND s.kind = 'KIOSK' AND s.ended_at IS NULL AND s.expires_at > ${this.clock.now()}
      ORDER BY s.id LIMIT 200`);
  }

  /** @throws request.notFound when there is no such token in the actor's scope. */
  async revoke(actor: Actor, sessionId: number): Promise<void> {
    await this.sessions.command(actor, async (_, end) => {
      const ended = await end(
        sql`s.id = ${sessionId} AND s.kind = 'KIOSK' AND s.user_id IN (SELECT u.id FROM user u WHERE ${peopleOf(actor)})`,
        'revoked',
      );
      if (ended === 0) throw new AppError('request.notFound');
    });
  }

  /** Checks a token that was entered on a wallboard. @throws session.gone when it is unknown or ended. */
  async open(token: string): Promise<{ groupId: number | null }> {
    const record = await this.store.find(token);
    if (!record?.kiosk) throw new AppError('session.gone');
    return { groupId: record.groupId };
  }
}
