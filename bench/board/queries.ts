import { randomBytes } from 'node:crypto';
import { grantTables } from '../../server/platform/db/owner/grants.js';
import { query, type Site } from '../lib/site.js';

const USER = 'bench_server';

/** A user of the database for the server alone, so that its queries are counted apart from the relay's. @returns its address */
export async function userOfServer({ databaseUrl }: Site): Promise<string> {
  const password = randomBytes(12).toString('hex');
  await query(databaseUrl, async (connection) => {
    await connection.query('SET GLOBAL userstat = 1');
    await connection.query(`CREATE OR REPLACE USER ${USER}@'127.0.0.1' IDENTIFIED BY '${password}'`);
  });
  const url = Object.assign(new URL(databaseUrl), { username: USER, password }).toString();
  await grantTables(databaseUrl, url);
  return url;
}

/** How many statements the server has sent. */
export function queriesOf({ databaseUrl }: Site): Promise<number> {
  return query(databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      `SELECT SELECT_COMMANDS + UPDATE_COMMANDS + OTHER_COMMANDS AS n FROM information_schema.USER_STATISTICS
       WHERE USER = ?`,
      [USER],
    );
    return Number((rows as { n: number }[])[0]?.n ?? 0);
  });
}
