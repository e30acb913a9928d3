import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

/** Restores the table of file names of the program before TypeORM. The last file may be done in part only. */
async function asBefore(files: string[], partly?: { file: string; done: number }): Promise<void> {
  await connection.query('CREATE TABLE migration (name VARCHAR(80) NOT NULL PRIMARY KEY)');
  await connection.query(
    'CREATE TABLE migration_step (name VARCHAR(80) NOT NULL PRIMARY KEY, done INT NOT NULL)',
  );
  for (const file of files) await connection.query('INSERT INTO migration VALUES (?)', [file]);
  if (partly) await connection.query('INSERT INTO migration_step VALUES (?, ?)', [partly.file, partly.done]);
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

it('runs nothing twice in a database of before TypeORM, and keeps its rows', async () => {
  const files = (await readdir(ours)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files)
    for (const statement of (await readFile(join(ours, file), 'utf8')).split(/;[ \t]*$/m))
      if (statement.replace(/^--.*$/gm, '').trim()) await connection.query(statement);
  await asBefore(files);
  await connection.query('INSERT INTO rights_version (id, version) VALUES (9, 1)');
  expect(await migrate(url, ours)).toEqual([]);
  expect(await migrate(url, ours)).toEqual([]);
  expect(await rows('SELECT COUNT(*) AS count FROM migration')).toEqual([{ count: files.length }]);
  expect(await rows('SELECT version FROM rights_version WHERE id = 9')).toEqual([{ version: 1 }]);
});

it('goes on in the middle of a file that the program of before began', async () => {
  await write('0001-first.sql', 'CREATE TABLE one (id INT);\n');
  await write('0002-second.sql', 'INSERT INTO one VALUES (1);\nINSERT INTO one VALUES (2);\n');
  await connection.query('CREATE TABLE one (id INT)');
  await asBefore(['0001-first.sql'], { file: '0002-second.sql', done: 1 });
  expect(await migrate(url, folder)).toEqual(['0002-second.sql']);
  expect(await rows('SELECT id FROM one')).toEqual([{ id: 2 }]);
});

it('goes on with the names when it was killed while it took them over', async () => {
  await write('0001-first.sql', 'CREATE TABLE one (id INT);\n');
  await write('0002-second.sql', 'CREATE TABLE two (id INT);\n');
  await migrate(url, folder);
  await connection.query("UPDATE migration SET name = '0002-second.sql', timestamp = 0 WHERE timestamp = 2");
  expect(await migrate(url, folder)).toEqual([]);
  expect(await rows('SELECT name, timestamp FROM migration ORDER BY id')).toEqual([
    { name: 'first-0000000000001', timestamp: 1 },
    { name: 'second-0000000000002', timestamp: 2 },
  ]);
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
