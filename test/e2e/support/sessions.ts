import { createHash, randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import { SESSION_HOURS } from '../../../contract/team/attendance.js';
import { clockShift } from '../../../server/platform/config/config.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import type { Account } from './accounts.js';

export interface Session {
  userId: number;
  name: string;
  token: string;
}

/** The site's time: the demo shows another day than this computer. */
const now = () => Date.now() + (clockShift(process.env) ?? 0);

/**
 * A live session without the form and its proof of work, by the row that signing in leaves. Unlike the form it ends no other
 * session of the person: tests of that, and of signing in itself, go by the form.
 */
export async function putSession({ username }: Pick<Account, 'username'>): Promise<Session> {
  const connection = await mysql.createConnection({ uri: process.env['DATABASE_URL']!, timezone: 'Z' });
  const run = async <Result>({ text, params }: { text: string; params: readonly unknown[] }) =>
    (await connection.query(text, [...params]))[0] as Result;
  try {
    const [user] = await run<{ id: number; name: string }[]>(
      sql`SELECT id, name FROM user WHERE username = ${username} AND enabled = 1`,
    );
    if (!user) throw new Error(`There is no ${username}.`);
    const token = randomBytes(32).toString('base64url');
    const [begun, expires] = [new Date(now()), new Date(now() + SESSION_HOURS * 3_600_000)];
    const { insertId } = await run<{ insertId: number }>(
      sql`UPDATE id_block SET next_id = LAST_INSERT_ID(next_id) + 1 WHERE name = 'entity'`,
    );
    const row = {
      id: insertId,
      token_hash: createHash('sha256').update(token).digest(),
      user_id: user.id,
      created_at: begun,
      last_seen_at: begun,
      expires_at: expires,
    };
    await run(insert('user_session', [row]));
    return { userId: user.id, name: user.name, token };
  } finally {
    await connection.end();
  }
}
