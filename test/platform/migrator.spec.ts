import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql, { type Connection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { createDatabase, migrate } from '../../server/platform/db/migrator.js';

const name = `recoup_migrator_${process.pid}`;
const url = Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: `/${name}` }).toString();
const ours = fileURLToPath(new URL('../../server/migrations/', import.meta.url));
let folder: string;
let connection: Connection;

beforeAll(async () => {
  connection = await mysql.createConnection({ uri: process.env['TEST_DATABASE_URL']! });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
  await createDatabase(url);
  await connection.query(`USE ${name}`);
});
afterEach(async () => {
  await connection.query(`DROP DATABASE ${name}`);
  await rm(folder, { recursive: true });
});
afterAll(() => connection.end());

const write = (name: string, text: string) => writeFile(join(folder, name), text);

async function rows(query: string): Promise<object[]> {
  const [found] = await connection.query(query);
  return found as object[];
}

it('goes on where it was interrupted, and says where that was', async () => {
  await write('0001-first.sql', '-- One; two.\nCREATE TABLE one (id INT);\nCREATE TABLE two (id INT);\n');
  expect(await migrate(url, folder)).toEqual(['0001-first.sql']);
  const second = 'ALTER TABLE one ADD COLUMN name VARCHAR(8);\n\nINSERT INTO two VALUES (1);\n';
  await write('0002-second.sql', `${second}ALTER TABLE missing ADD COLUMN x INT;\n`);
  await expect(migrate(url, folder)).rejects.toThrow(/^0002-second\.sql, statement 3: .*missing/);
  await write('0002-second.sql', `${second}CREATE TABLE three (id INT);\n`);
  expect(await migrate(url, folder)).toEqual(['0002-second.sql']);
  expect(await migrate(url, folder)).toEqual([]);
  expect(await rows('SELECT COUNT(*) AS count FROM two')).toEqual([{ count: 1 }]);
});

it('is done once by two that start together', async () => {
  await write('0001-first.sql', 'CREATE TABLE one (id INT);\nINSERT INTO one VALUES (1);\n');
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(['0001-first.sql']);
  expect(await rows('SELECT id FROM one')).toEqual([{ id: 1 }]);
});

/** The table of migrations that version 0.1.0 left behind, with the last of these applied. */
async function asReleased(...names: string[]): Promise<void> {
  await connection.query(
    'CREATE TABLE migration (id INT AUTO_INCREMENT PRIMARY KEY, timestamp BIGINT NOT NULL, name VARCHAR(255) NOT NULL)',
  );
  for (const name of names)
    await connection.query('INSERT INTO migration (timestamp, name) VALUES (?, ?)', [
      Number(name.slice(-13)),
      name,
    ]);
}

it('takes the baseline as applied in a database of the last release', async () => {
  await asReleased('people-0000000000001', 'wallboards-0000000000400');
  await write('0401-people.sql', 'CREATE TABLE user (id INT);\n');
  await write('0408-events.sql', 'CREATE TABLE event (id INT);\n');
  await write('0410-later.sql', 'CREATE TABLE later (id INT);\n');
  expect(await migrate(url, folder)).toEqual(['0410-later.sql']);
  expect(await migrate(url, folder)).toEqual([]);
  const tables = await rows(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${name}' ORDER BY 1`,
  );
  expect(tables).toEqual(
    ['later', 'migration', 'migration_lease', 'migration_step'].map((name) => ({ name })),
  );
  expect(await rows('SELECT timestamp FROM migration ORDER BY timestamp')).toMatchObject(
    [1, 400, 401, 408, 410].map((timestamp) => ({ timestamp })),
  );
});

it.each([
  ['that stopped before the last one', async () => asReleased('people-0000000000001', 'jobs-0000000000301')],
  [
    'of before TypeORM',
    async () => {
      await connection.query('CREATE TABLE migration (name VARCHAR(80) NOT NULL PRIMARY KEY)');
      await connection.query("INSERT INTO migration VALUES ('0001-people.sql')");
    },
  ],
])('refuses a database %s, names the build to start first, and changes nothing', async (_, begin) => {
  await begin();
  const before = await rows('SELECT * FROM migration');
  await expect(migrate(url, ours)).rejects.toThrow(/start version 0\.1\.0 \(commit e300a7e0\)/);
  expect(await rows('SELECT * FROM migration')).toEqual(before);
  expect(
    await rows(`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${name}'`),
  ).toEqual([{ name: 'migration' }]);
});

it('lets nobody migrate while another process still does', async () => {
  await write('0001-first.sql', 'CREATE TABLE one (id INT);\n');
  await connection.query("SELECT GET_LOCK(CONCAT('migrate.', DATABASE()), 0)");
  const waiting = migrate(url, folder);
  await eventually(async () =>
    expect(
      await rows(
        "SELECT 1 FROM information_schema.processlist WHERE info LIKE 'SELECT GET_LOCK%' AND id <> CONNECTION_ID()",
      ),
    ).toHaveLength(1),
  );
  expect(await rows(`SELECT 1 FROM information_schema.tables WHERE table_schema = '${name}'`)).toEqual([]);
  await connection.query("SELECT RELEASE_LOCK(CONCAT('migrate.', DATABASE()))");
  expect(await waiting).toEqual(['0001-first.sql']);
});

/** Another server of a cluster, where the named lock says nothing, holds the lease for so long. */
async function leasedElsewhere(seconds: number): Promise<void> {
  await write('0001-before.sql', 'CREATE TABLE before_it (id INT);\n');
  await migrate(url, folder);
  await connection.query('UPDATE migration_lease SET node = ?, until = NOW(3) + INTERVAL ? SECOND', [
    'elsewhere:3306',
    seconds,
  ]);
}

it('waits for the lease of another node to run out', async () => {
  await leasedElsewhere(1);
  const [{ until }] = (await rows('SELECT until FROM migration_lease')) as [{ until: Date }];
  await write('0002-then.sql', 'CREATE TABLE then_it AS SELECT NOW(3) AS at;\n');
  expect(await migrate(url, folder)).toEqual(['0002-then.sql']);
  const [{ at }] = (await rows('SELECT at FROM then_it')) as [{ at: Date }];
  expect(at.getTime()).toBeGreaterThan(until.getTime());
});

it('does no further step once another process has the lease', async () => {
  const taken = "UPDATE migration_lease SET number = number + 1, node = 'elsewhere:3306'";
  await write('0001-first.sql', `CREATE TABLE one (id INT);\n${taken};\nCREATE TABLE two (id INT);\n`);
  await expect(migrate(url, folder)).rejects.toThrow('Another process is migrating this database');
  expect(
    await rows(
      `SELECT 1 FROM information_schema.tables WHERE table_schema = '${name}' AND table_name = 'two'`,
    ),
  ).toEqual([]);
  expect(await rows('SELECT done FROM migration_step')).toEqual([{ done: 2 }]);
});

it('renews the lease while one statement takes long', async () => {
  await leasedElsewhere(0);
  const [before] = (await rows('SELECT number, until FROM migration_lease')) as [
    { number: number; until: Date },
  ];
  await write('0002-long.sql', 'DO SLEEP(2);\n');
  const migrating = migrate(url, folder);
  const untils: number[] = [];
  await eventually(async () => {
    const [now] = (await rows(`SELECT until FROM migration_lease WHERE number > ${before.number}`)) as [
      { until: Date }?,
    ];
    if (now) untils.push(now.until.getTime());
    // Its end puts it back.
    expect(Math.max(...untils)).toBeGreaterThan(untils[0]!);
  });
  expect(await migrating).toEqual(['0002-long.sql']);
});
