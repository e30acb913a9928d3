import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import {
  type AuthenticatorAccess,
  type AuthenticatorReset,
  BLOCKED_AFTER,
  RESET_HOURS,
} from '../../../contract/authenticators.js';
import type { UserAccess, UserId } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Rights } from '../../platform/auth/rights.js';
import { refuseIfTied } from '../../platform/auth/ties.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Authenticator } from '../../domain/session/authenticator.entity.js';
import { RecoveryCode } from '../../domain/session/recovery-code.entity.js';
import { FAILURES, LOCK_HORIZON_MS, lockOf } from '../../domain/session/login.rules.js';
import { LoginAttempt } from '../../domain/session/login-attempt.entity.js';
import { ofPerson } from '../../domain/session/sessions.writes.js';
import { UserSession } from '../../domain/session/user-session.entity.js';
import { lockPerson } from '../../domain/users/accounts.writes.js';
import { User } from '../../domain/users/user.entity.js';
import { removeAuthenticator } from '../session/authenticators/authenticators.service.js';
import { SessionsService } from '../session/sessions.service.js';
import { UsersQueries } from './users.queries.js';

const HOUR_MS = 3_600_000;

/** Whether a person is signed in or locked out, and how an administrator ends either. */
@Injectable()
export class UserAccessService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queries: UsersQueries,
    private readonly sessions: SessionsService,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly rights: Rights,
  ) {}

  /** @throws user.notFound outside the actor's scope */
  async read(actor: Actor, id: number): Promise<UserAccess> {
    const { username } = await this.queries.info(actor, id);
    const now = this.clock.now();
    const [session, lockedUntil, authenticator] = await Promise.all([
      this.dataSource.getRepository(UserSession).findOne({
        where: { userId: id, kind: 'PERSON', pending: false, endedAt: IsNull(), expiresAt: MoreThan(now) },
        order: { id: 'DESC' },
      }),
      this.lockedUntil(id, username, now),
      this.authenticator(actor, id, now),
    ]);
    return {
      session: session && {
        since: session.createdAt.toISOString(),
        lastSeenAt: session.lastSeenAt.toISOString(),
        address: session.address,
      },
      lockedUntil: lockedUntil?.toISOString() ?? null,
      authenticator,
    };
  }

  /** A person who is not signed in stays so. @throws user.notFound, permission.denied: see `lockOther` */
  async endSession(actor: Actor, { id }: UserId): Promise<void> {
    await this.sessions.command(actor, async (tx, end) => {
      await this.lockOther(tx, actor, id);
      await end(sql`${ofPerson(id)} AND s.kind = 'PERSON'`, 'revoked');
    });
  }

  /** The next wrong password is the first again. @throws user.notFound, permission.denied: see `lockOther` */
  async unlock(actor: Actor, { id }: UserId): Promise<void> {
    await this.uow.transact(actor, async (tx) => {
      const { institutionId } = await this.lockOther(tx, actor, id);
      tx.write(sql`UPDATE user SET unlocked_at = ${tx.now}, version = version + 1 WHERE id = ${id}`);
      await tx.manager.update(Authenticator, { userId: id }, { failures: 0 });
      tx.emit('user.unlocked', { userId: id, institutionId });
    });
  }

  /**
   * The first administrator's word waits for a second one's, which removes the app and ends the session. A code that the
   * person gives meanwhile takes the word back.
   *
   * @throws user.notFound, permission.denied: see `lockOther`, authenticator.none, approval.tied
   */
  async resetAuthenticator(actor: Actor, { id }: UserId): Promise<AuthenticatorReset> {
    return this.sessions.command(actor, async (tx, end) => {
      const { institutionId } = await this.lockOther(tx, actor, id);
      const authenticator = await tx.manager.findOne(Authenticator, {
        where: { userId: id },
        lock: { mode: 'pessimistic_write' },
      });
      if (!authenticator?.confirmedAt) throw new AppError('authenticator.none');
      const { resetBy } = authenticator;
      const first = { userId: id, institutionId };
      if (resetBy === null || resetBy === actor.userId || !stands(authenticator, tx.now)) {
        await tx.manager.update(Authenticator, { userId: id }, { resetBy: actor.userId, resetAt: tx.now });
        tx.emit('user.authenticatorResetAsked', first);
        return { done: false };
      }
      await refuseIfTied(tx, actor.userId, resetBy);
      await end(sql`${ofPerson(id)} AND s.kind = 'PERSON'`, 'revoked');
      await removeAuthenticator(tx, id);
      tx.emit('user.authenticatorReset', first);
      return { done: true };
    });
  }

  private async authenticator(actor: Actor, userId: number, now: Date): Promise<AuthenticatorAccess | null> {
    const [authenticator, codesLeft] = await Promise.all([
      this.dataSource.getRepository(Authenticator).findOneBy({ userId }),
      this.dataSource.getRepository(RecoveryCode).countBy({ userId, usedAt: IsNull() }),
    ]);
    if (!authenticator?.confirmedAt) return null;
    const { confirmedAt, failures, resetBy, resetAt } = authenticator;
    const asks = resetAt !== null && stands(authenticator, now) && resetBy !== null;
    const by = asks && (await this.dataSource.getRepository(User).findOneBy({ id: resetBy }));
    return {
      since: confirmedAt.toISOString(),
      codesLeft,
      blocked: failures >= BLOCKED_AFTER,
      reset: asks
        ? { by: (by && by.name) || '', at: resetAt.toISOString(), mine: resetBy === actor.userId }
        : null,
    };
  }

  /** @throws user.notFound as `lockPerson` does, permission.denied for oneself, and for whoever has more rights */
  private async lockOther(tx: Tx, actor: Actor, id: number): Promise<User> {
    if (id === actor.userId) throw new AppError('permission.denied');
    const user = await lockPerson(tx, actor, id);
    await this.rights.checkCovered(actor, user);
    return user;
  }

  /** The later of both locks: of the person's own browsers and of strangers. */
  private async lockedUntil(id: number, username: string, now: Date): Promise<Date | null> {
    const user = await this.dataSource
      .getRepository(User)
      .findOne({ select: { id: true, unlockedAt: true }, where: { id } });
    const horizon = new Date(now.getTime() - LOCK_HORIZON_MS);
    const since = user?.unlockedAt && user.unlockedAt > horizon ? user.unlockedAt : horizon;
    const attempts = await this.dataSource.getRepository(LoginAttempt).find({
      select: { id: true, result: true, at: true, known: true },
      where: { username, at: MoreThan(since), result: In(['SUCCESS', ...FAILURES]) },
      order: { at: 'ASC' },
    });
    const locks = [true, false].map((known) =>
      lockOf(
        attempts.filter((attempt) => attempt.known === known),
        now,
      ),
    );
    return locks.reduce((later, lock) => (lock && (!later || lock > later) ? lock : later));
  }
}

/** Whether an administrator's word for a reset still waits. */
function stands({ resetAt }: Authenticator, now: Date): boolean {
  return resetAt !== null && now.getTime() - resetAt.getTime() < RESET_HOURS * HOUR_MS;
}
