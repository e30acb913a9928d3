import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ChoosePassword } from '../../../contract/session.js';
import {
  type ActivationCode,
  ACTIVATION_HOURS,
  type UserId,
} from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import { Rights } from '../../platform/auth/rights.js';
import { lockOne, saveChanges } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { hashOfCode, newCode } from '../../domain/session/activation.rules.js';
import { LoginKeysService } from '../session/login-keys.service.js';
import { SessionsService } from '../session/sessions.service.js';
import { lockPerson } from '../../domain/users/accounts.writes.js';
import { User } from '../../domain/users/user.entity.js';
import { checkNew } from './users.service.js';
import { ofPerson } from '../../domain/session/sessions.writes.js';

/** How a person comes to a password that nobody else knows: by a code that an administrator hands over, once. */
@Injectable()
export class ActivationsService {
  constructor(
    private readonly keys: LoginKeysService,
    private readonly sessions: SessionsService,
    private readonly rights: Rights,
  ) {}

  /**
   * From now on the old password opens nothing, nor does an older code, and all sessions are over. The code is told to the
   * caller alone, and kept as a hash.
   *
   * @throws user.notFound for whoever is outside the actor's scope, permission.denied for oneself, and for whoever has a right
   * that the actor lacks: a code would hand it over
   */
  async reset(actor: Actor, { id }: UserId): Promise<ActivationCode> {
    if (id === actor.userId) throw new AppError('permission.denied');
    const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
    return this.sessions.command(actor, async (tx, end) => {
      const user = await lockPerson(tx, actor, id);
      await this.rights.checkCovered(actor, user);
      const { institutionId } = user;
      tx.write(sql`UPDATE user SET password_hash = ${passwordHash}, version = version + 1 WHERE id = ${id}`);
      const code = codeWithin(tx, id, ACTIVATION_HOURS);
      tx.emit('user.passwordReset', { userId: id, institutionId });
      await end(ofPerson(id), 'passwordChanged');
      return code;
    });
  }

  /**
   * In a session that the code has opened. The code is used up, and the session over: sign in with the password.
   *
   * @throws login.keyExpired, password.weak, password.guessable, password.same as the code, session.gone when the code was used or has expired meanwhile
   */
  async choose(actor: Actor, { newPassword, keyId }: ChoosePassword): Promise<void> {
    const passwords = await this.keys.decrypt(keyId, [newPassword]);
    if (!passwords) throw fieldError('login.keyExpired', 'newPassword');
    const [password] = passwords as [string];
    checkNew(password, actor.username);
    const passwordHash = await hashPassword(password);
    const { userId, sessionId } = actor;
    await this.sessions.command(actor, async (tx, end) => {
      const user = await lockOne(tx, User, 'u', sql`u.id = ${userId}`);
      const [codes] = await tx.read<[{ hash: Buffer }]>(sql`
        SELECT c.code_hash AS hash FROM activation_code c JOIN user_session s ON s.user_id = c.user_id
        WHERE c.user_id = ${userId} AND c.expires_at > ${tx.now} AND s.id = ${sessionId} AND s.choosing = 1
          AND s.ended_at IS NULL FOR UPDATE`);
      if (!user || codes.length === 0) throw new AppError('session.gone');
      if (codes[0]!.hash.equals(hashOfCode(password))) throw fieldError('password.same', 'newPassword');
      await saveChanges(tx, user, { passwordHash, updatedAt: tx.now });
      tx.write(sql`DELETE FROM activation_code WHERE user_id = ${userId}`);
      tx.emit('user.passwordChanged', { userId, institutionId: user.institutionId });
      await end(ofPerson(userId), 'passwordChanged');
    });
  }
}

/** Part of another command: from its commit on an older code of the person opens nothing. */
export function codeWithin(tx: Tx, userId: number, hours: number): ActivationCode {
  const code = newCode();
  const expiresAt = new Date(tx.now.getTime() + hours * 3_600_000);
  tx.write(sql`
    INSERT INTO activation_code (user_id, code_hash, expires_at) VALUES (${userId}, ${hashOfCode(code)}, ${expiresAt})
    ON DUPLICATE KEY UPDATE code_hash = VALUES(code_hash), expires_at = VALUES(expires_at)`);
  return { code, expiresAt: expiresAt.toISOString() };
}
