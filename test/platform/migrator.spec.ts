import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql, { type Connection } from 'mysql2/promise';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, migrate } from '../../server/platform/db/migrator.js';

const url = Object.assign(new URL(process.env['TEST_DATABASE_URL']!), {
  pathname: `/recoup_migrator_${process.pid}`,
}).toString();
let folder: string;
let connection: Connection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recoup-migrations-'));
  await createDatabase(url);
  connection = await mysql.createConnection({ uri: url });
});
afterAll(async () => {
  await connection.query(`DROP DATABASE recoup_migrator_${process.pid}`);
  await connection.end();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

it('goes on where it was interrupted, and says where that was', async () => {
  await write('0001-first.sql', '-- One; two.\nCREATE TABLE one (id INT);\nCREATE TABLE two (id INT);\n');
  expect(await migrate(url, folder)).toEqual(['0001-first.sql']);
  const second = 'ALTER TABLE one ADD COLUMN name VARCHAR(8);\n\nINSERT INTO two VALUES (1);\n';
  await write('0002-second.sql', `${second}ALTER TABLE missing ADD COLUMN x INT;\n`);
  await expect(migrate(url, folder)).rejects.toThrow(/^0002-second\.sql, statement 3: .*missing/);
  await write('0002-second.sql', `${second}CREATE TABLE three (id INT);\n`);
  expect(await migrate(url, folder)).toEqual(['0002-second.sql']);
  expect(await migrate(url, folder)).toEqual([]);
  const [rows] = await connection.query('SELECT COUNT(*) AS count FROM two');
  expect(rows).toEqual([{ count: 1 }]);
});

it('is done once by two that start together', async () => {
  await write('0003-third.sql', 'INSERT INTO two VALUES (2);\n');
  const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(applied.flat()).toEqual(['0003-third.sql']);
});
