import { Injectable } from '@nestjs/common';
import type { WallboardTokenRow, WallboardTokensQuery } from '../../../../contract/session.js';
import { COUNT_CAP, type Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { peopleOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { cappedTotal } from '../../../platform/db/lists/capped-counts.js';
import { all, sql } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { SessionsService } from '../sessions.service.js';

/**
 * Wallboards in use. A token is a session of the leader who entered the wall's digits that can only read the board of the
 * leader's group; it ends on its day, when it is revoked, not used for 12 hours, or when the leader is disabled or changes the
 * password.
 */
@Injectable()
export class WallboardTokenService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { page, size }: WallboardTokensQuery): Promise<Page<WallboardTokenRow>> {
    const valid = sql`s.kind = 'KIOSK' AND s.ended_at IS NULL AND s.expires_at > ${this.clock.now()}`;
    const issuers = sql`STRAIGHT_JOIN user u ON u.id = s.user_id`;
    const own = all([valid, peopleOf(actor)]);
    // A viewer of everybody's has them counted from the index alone.
    const everybody = actor.everywhere && (actor.role === 'supervisor' || actor.role === 'admin');
    const counted = everybody ? sql`WHERE ${valid}` : sql`${issuers} WHERE ${own}`;
    const offset = Math.min((page - 1) * size, COUNT_CAP);
    const [result, totalCount] = await Promise.all([
      this.database.wireRows<WallboardTokenRow>(sql`
        SELECT s.id AS sessionId, s.label, g.name AS groupName, u.name AS issuedBy, s.created_at AS createdAt,
          s.last_seen_at AS lastSeenAt, s.ends_at AS endsAt, s.address
        FROM user_session s ${issuers} LEFT JOIN admin_group g ON g.id = u.group_id
        WHERE ${own} ORDER BY s.created_at DESC, s.id DESC LIMIT ${offset}, ${size}`),
      cappedTotal(this.database, sql`FROM user_session s ${counted}`),
    ]);
    return { result, totalCount };
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
}
