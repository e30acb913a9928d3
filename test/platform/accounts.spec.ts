import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../server/platform/config/config.js';
import { Database } from '../../server/platform/db/database.js';
import { asOwner, createStack, type Stack } from '../support/stack.js';

const NAME = `recoup_new_${process.pid}`;
const PASSWORD = 'first password';
/** How each engine checks a password unless it is told otherwise. */
const PLUGINS = { mysql: 'caching_sha2_password', mariadb: 'mysql_native_password' };

let stack: Stack;
let applicationUrl: URL;
beforeAll(async () => {
  stack = await createStack();
  applicationUrl = new URL(process.env['DATABASE_URL']!);
  await asOwner({ text: `CREATE USER ${NAME}@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'`, params: [] });
});
afterAll(async () => {
  await asOwner({ text: `DROP USER ${NAME}@'127.0.0.1'`, params: [] });
  await stack.close();
});

/** Signs in as the product does, asks, and leaves. */
async function ask<Row extends object>(url: URL, text: string): Promise<Row[]> {
  process.env['DATABASE_URL'] = url.toString();
  const database = new Database(new Config());
  try {
    return await database.rows<Row>({ text, params: [] });
  } finally {
    await database.onApplicationShutdown();
  }
}
const as = (username: string, password: string) => {
  const url = Object.assign(new URL(applicationUrl), { username, password, pathname: '/' });
  return ask<{ account: string }>(url, 'SELECT CURRENT_USER() AS account');
};

describe('a user of the database', () => {
  it('has the password check that its engine gives everybody: nobody is asked to weaken MySQL', async () => {
    const asked = `
      SELECT u.plugin, VERSION() LIKE '%MariaDB%' AS isMariadb FROM mysql.user u
      WHERE u.user IN ('${applicationUrl.username}', '${NAME}')`;
    const users = await ask<{ plugin: string; isMariadb: number }>(new URL(stack.databaseUrl), asked);
    expect(users.length).toBeGreaterThanOrEqual(2);
    for (const { plugin, isMariadb } of users)
      expect(plugin).toBe(isMariadb ? PLUGINS.mariadb : PLUGINS.mysql);
  });

  it('signs in over plain TCP where the server does not know the password yet: by its public key', async () => {
    expect(await as(NAME, PASSWORD)).toEqual([{ account: `${NAME}@127.0.0.1` }]);
    const [cipher] = await ask<{ Value: string }>(applicationUrl, "SHOW SESSION STATUS LIKE 'Ssl_cipher'");
    expect(cipher!.Value).toBe('');
  });

  it('signs in again after the server has forgotten all passwords, as after its restart', async () => {
    await asOwner({ text: 'FLUSH PRIVILEGES', params: [] });
    expect(await as(NAME, PASSWORD)).toEqual([{ account: `${NAME}@127.0.0.1` }]);
    expect(await as(applicationUrl.username, decodeURIComponent(applicationUrl.password))).toHaveLength(1);
  });

  it('is refused with another password', async () => {
    await expect(as(NAME, 'another password')).rejects.toMatchObject({ code: 'ER_ACCESS_DENIED_ERROR' });
  });
});
