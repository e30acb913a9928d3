import { Injectable } from '@nestjs/common';
import type { ChangePassword } from '../../../contract/session.js';
import type { Actor } from '../../platform/auth/actor.js';
import type { Origin } from '../../platform/auth/origin.js';
import { hashPassword, isGuessable, isStrong, verifyPassword } from '../../platform/auth/passwords.js';
import { lockOne, saveChanges } from '../../platform/db/changes.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { fieldError } from '../../platform/http/app-error.js';
import { LoginAttemptsService } from '../session/login-attempts.service.js';
import { LoginKeysService } from '../session/login-keys.service.js';
import { SessionsService } from '../session/sessions.service.js';
import { User } from '../../domain/users/user.entity.js';
import { ofPerson } from '../../domain/session/sessions.writes.js';

@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly keys: LoginKeysService,
    private readonly attempts: LoginAttemptsService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Ends every session of the person, the one that asked included: sign in again with the new password. Wrong old
   * passwords lock the account as wrong sign-ins do.
   *
   * @throws login.keyExpired, password.weak, password.guessable, password.wrong, password.same, login.locked.
   */
  async changePassword(actor: Actor, change: ChangePassword, origin: Origin): Promise<void> {
    const passwords = await this.keys.decrypt(change.keyId, [change.oldPassword, change.newPassword]);
    if (!passwords) throw fieldError('login.keyExpired', 'oldPassword');
    const [oldPassword, newPassword] = passwords as [string, string];
    checkNew(newPassword, actor.username);
    const stored = await this.checkOld(actor, oldPassword, origin);
    if (newPassword === oldPassword) throw fieldError('password.same', 'newPassword');
    const hash = await hashPassword(newPassword);
    const { userId } = actor;
    await this.sessions.command(actor, async (tx, end) => {
      const user = await lockOne(tx, User, 'u', sql`u.id = ${userId}`, ['u.passwordHash']);
      if (user?.passwordHash !== stored) throw fieldError('password.wrong', 'oldPassword');
      await saveChanges(tx, user, { passwordHash: hash, updatedAt: tx.now });
      tx.emit('user.passwordChanged', { userId, institutionId: user.institutionId });
      await end(ofPerson(userId), 'passwordChanged');
    });
  }

  /** @returns the hash that the old password fits. */
  private async checkOld(actor: Actor, password: string, origin: Origin): Promise<string> {
    const claim = { username: actor.username, method: 'CHANGE' as const };
    const attempt = await this.attempts.begin(await this.attempts.identify(claim, origin));
    const row = await this.database.row<{ hash: string }>(sql`
      SELECT password_hash AS hash FROM user WHERE id = ${actor.userId}`);
    if (!(await verifyPassword(row?.hash ?? null, password)))
      throw fieldError('password.wrong', 'oldPassword');
    await this.attempts.correct(attempt, 'CHANGED');
    return row!.hash;
  }
}

/** @throws password.weak, password.guessable */
export function checkNew(password: string, username: string): void {
  if (!isStrong(password)) throw fieldError('password.weak', 'newPassword');
  if (isGuessable(password, username)) throw fieldError('password.guessable', 'newPassword');
}
