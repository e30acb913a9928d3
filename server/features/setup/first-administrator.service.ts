import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Username, type ActivationCode } from '../../../contract/administration/users.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import { User } from '../../domain/users/user.entity.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { SessionsService } from '../session/sessions.service.js';
import { codeWithin } from '../users/activations.service.js';
import { FIRST_INSTITUTION, FIRST_PASSWORD_HOURS, FIRST_USERNAMES } from '../../domain/setup/setup.rules.js';
import { ofPerson } from '../../domain/session/sessions.writes.js';

/** A one-time password, and whose it is. */
export interface FirstPassword extends ActivationCode {
  username: string;
}

/**
 * The accounts with which an organisation is set up from nothing. A one-time password is an activation code: it opens a
 * session that can do nothing but choose a password, once, within FIRST_PASSWORD_HOURS.
 *
 * Only tools on the host call this: whoever may run them may read the database anyway. Their events have no actor, so that
 * nobody whom they make or renew is tied to anybody.
 */
@Injectable()
export class FirstAdministratorService {
  constructor(
    private readonly database: Database,
    private readonly dataSource: DataSource,
    private readonly ids: Ids,
    private readonly sessions: SessionsService,
  ) {}

  hasUsers(): Promise<boolean> {
    return this.dataSource.manager.exists(User);
  }

  /** In a database without users. Two at once: the later one's user names are taken. @throws when there are users */
  async create(): Promise<FirstPassword[]> {
    if (await this.hasUsers()) throw new Error('The database has users');
    const [institutionId, ...userIds] = (await this.ids.takeMany(3)) as [number, ...number[]];
    const passwordHash = await unknownPassword();
    return this.sessions.command(SYSTEM, (tx) => {
      const { code, name } = FIRST_INSTITUTION;
      tx.write(sql`
        INSERT INTO institution (id, code, name, parent_id, path)
        VALUES (${institutionId}, ${code}, ${name}, NULL, ${`/${institutionId}/`})`);
      const made = FIRST_USERNAMES.map((username, at) =>
        administratorWithin(tx, { id: userIds[at]!, username, institutionId, passwordHash }),
      );
      return Promise.resolve(made);
    });
  }

  /**
   * One more administrator of the topmost institution, where a site was begun with one, or all but one have gone.
   *
   * @throws when the name is none or taken, and when no topmost institution is the only one and none is named by its code
   */
  async add(username: string, institutionCode?: string): Promise<FirstPassword> {
    if (!Username.safeParse(username).success) throw new Error(`${username} is no user name`);
    const top = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM institution
      WHERE enabled = 1 AND parent_id IS NULL AND code = COALESCE(${institutionCode ?? null}, code) LIMIT 2`);
    if (top.length !== 1) throw new Error('Name a topmost institution by its code');
    const taken = await this.database.row(sql`SELECT 1 FROM user WHERE username = ${username}`);
    if (taken) throw new Error(`${username} is taken`);
    const [id, passwordHash] = [await this.ids.take(), await unknownPassword()];
    return this.sessions.command(SYSTEM, (tx) =>
      Promise.resolve(administratorWithin(tx, { id, username, institutionId: top[0]!.id, passwordHash })),
    );
  }

  /**
   * A new one-time password for an administrator: the old password and every session of theirs end.
   *
   * @returns null when there is no administrator of this name who may sign in
   */
  async renew(username: string): Promise<FirstPassword | null> {
    const passwordHash = await unknownPassword();
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
      await end(ofPerson(userId), 'passwordChanged');
      return { username, ...code };
    });
  }
}

/** One that nobody knows. */
function unknownPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString('base64'));
}

interface NewAdministrator {
  id: number;
  username: string;
  institutionId: number;
  passwordHash: string;
}

function administratorWithin(
  tx: Tx,
  { id, username, institutionId, passwordHash }: NewAdministrator,
): FirstPassword {
  tx.write(sql`
    INSERT INTO user (id, username, name, role, institution_id, password_hash, created_at, updated_at)
    VALUES (${id}, ${username}, ${username}, 'admin', ${institutionId}, ${passwordHash}, ${tx.now}, ${tx.now})`);
  const changes = { role: { before: null, after: 'admin' } };
  tx.emit('user.created', { userId: id, institutionId, changes });
  return { username, ...codeWithin(tx, id, FIRST_PASSWORD_HOURS) };
}
