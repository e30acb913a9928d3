import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ActivationCode } from '../../../contract/administration/users.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { SessionsService } from '../session/sessions.service.js';
import { codeWithin } from '../users/activations.service.js';
import { FIRST_INSTITUTION, FIRST_PASSWORD_HOURS, FIRST_USERNAME } from './setup.rules.js';

/** A one-time password, and whose it is. */
export interface FirstPassword extends ActivationCode {
  username: string;
}

/**
 * The account with which an organisation is set up from nothing. Its one-time password is an activation code: it opens a
 * session that can do nothing but choose a password, once, within FIRST_PASSWORD_HOURS.
 *
 * Only tools on the host call this: whoever may run them may read the database anyway.
 */
@Injectable()
export class FirstAdministratorService {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
    private readonly sessions: SessionsService,
  ) {}

  async hasUsers(): Promise<boolean> {
    return (await this.database.row(sql`SELECT id FROM user LIMIT 1`)) !== undefined;
  }

  /** In a database without users. Two at once: the second one's user name is taken. @throws when there are users */
  async create(): Promise<FirstPassword> {
    if (await this.hasUsers()) throw new Error('The database has users');
    const [institutionId, userId] = (await this.ids.takeMany(2)) as [number, number];
    const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
    return this.sessions.command(SYSTEM, async (tx) => {
      const { code, name } = FIRST_INSTITUTION;
      tx.write(sql`
        INSERT INTO institution (id, code, name, parent_id, path)
        VALUES (${institutionId}, ${code}, ${name}, NULL, ${`/${institutionId}/`})`);
      tx.write(sql`
        INSERT INTO user (id, username, name, role, institution_id, password_hash, created_at, updated_at)
        VALUES (${userId}, ${FIRST_USERNAME}, ${FIRST_USERNAME}, 'admin', ${institutionId}, ${passwordHash}, ${tx.now},
          ${tx.now})`);
      const changes = { role: { before: null, after: 'admin' } };
      tx.emit('user.created', { userId, institutionId, changes });
      return { username: FIRST_USERNAME, ...codeWithin(tx, userId, FIRST_PASSWORD_HOURS) };
    });
  }

  /**
   * A new one-time password for an administrator: the old password and every session of theirs end.
   *
   * @returns null when there is no administrator of this name who may sign in
   */
  async renew(username: string): Promise<FirstPassword | null> {
    const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
    return this.sessions.command(SYSTEM, async (tx, end) => {
      const [[user]] = await tx.read<[{ id: number; institutionId: number }]>(sql`
        SELECT id, institution_id AS institutionId FROM user
        WHERE username = ${username} AND role = 'admin' AND enabled = 1 FOR UPDATE`);
      if (!user) return null;
      const { id: userId, institutionId } = user;
      tx.write(
        sql`UPDATE user SET password_hash = ${passwordHash}, version = version + 1 WHERE id = ${userId}`,
      );
      const code = codeWithin(tx, userId, FIRST_PASSWORD_HOURS);
      tx.emit('user.passwordReset', { userId, institutionId });
      await end(sql`s.user_id = ${userId}`, 'passwordChanged');
      return { username, ...code };
    });
  }
}
