import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { grantTables } from '../../../server/platform/db/owner/grants.js';
import { createDatabase, migrate } from '../../../server/platform/db/migrator.js';

export const DATABASE = 'recoup_faults';
const MIGRATIONS = fileURLToPath(new URL('../../../server/migrations', import.meta.url));
/** As many as a fault may ask for. */
const WORKERS = [0, 1, 2];

const WORKERS_PASSWORD = randomBytes(18).toString('base64url');
/** Each workers process signs in by a name of its own, so that the database can tell which one a statement is from. */
export const workersUser = (n: number): string => `fault_workers_${n + 1}`;

export const workersUrl = (url: string, n: number): string =>
  Object.assign(new URL(url), { username: workersUser(n), password: WORKERS_PASSWORD }).toString();

/** An empty one, with all its tables and users. */
export async function makeDatabase(root: string, url: string, applicationUrl: string): Promise<void> {
  const connection = await mysql.createConnection({ uri: root });
  await connection.query(`DROP DATABASE IF EXISTS ${DATABASE}`);
  for (const user of WORKERS.map(workersUser)) {
    await connection.query(`DROP USER IF EXISTS ${user}@'127.0.0.1'`);
    await connection.query(`CREATE USER ${user}@'127.0.0.1' IDENTIFIED BY '${WORKERS_PASSWORD}'`);
  }
  await connection.end();
  await createDatabase(url);
  await migrate(url, MIGRATIONS);
  const workers = WORKERS.map((n) => workersUrl(url, n));
  for (const user of [applicationUrl, ...workers]) await grantTables(url, user);
}
