import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../server/platform/config/config.js';
import { openDataSource } from '../../server/platform/db/data-source.js';
import { Database } from '../../server/platform/db/database.js';
import { createStack, type Stack } from '../support/stack.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
let stack: Stack;
let database: Database;
let dataSource: DataSource;

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  database = new Database(new Config({ ...process.env, DATABASE_URL: stack.databaseUrl }));
  const files = filesBelow('server/domain', /\.entity\.ts$/);
  const entities: (() => void)[] = [];
  for (const file of files) {
    const module = (await import(`${root}${file}`)) as object;
    entities.push(...(Object.values(module) as (() => void)[]));
  }
  dataSource = await (await openDataSource(database.writerPool, { entities })).initialize();
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await stack.close();
});

function filesBelow(folder: string, kind: RegExp): string[] {
  return readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => kind.test(file))
    .map((file) => `${folder}/${file}`);
}

const differences = async () =>
  (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);

describe('the entities', () => {
  it('say of their tables what the migrations made of them', async () => {
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(5);
    expect(await differences()).toEqual([]);
  });

  it('would be told apart from a table that differs', async () => {
    await database.run({ text: 'ALTER TABLE queue MODIFY name VARCHAR(81) NOT NULL', params: [] });
    expect(await differences()).not.toEqual([]);
    await database.run({ text: 'ALTER TABLE queue MODIFY name VARCHAR(80) NOT NULL', params: [] });
    await database.run({ text: 'ALTER TABLE queue ADD KEY queue_extra (name)', params: [] });
    expect(await differences()).toEqual(['DROP INDEX `queue_extra` ON `queue`']);
    await database.run({ text: 'DROP INDEX queue_extra ON queue', params: [] });
  });

  it('have their version raised by every update that is written by hand', () => {
    const tables = dataSource.entityMetadatas.filter(({ versionColumn }) => versionColumn);
    const update = new RegExp(`UPDATE (${tables.map(({ tableName }) => tableName).join('|')})\\b[^\`]*`, 'g');
    const updates = ['server', 'workers']
      .flatMap((folder) => filesBelow(folder, /\.ts$/))
      .flatMap((file) => readFileSync(`${root}${file}`, 'utf8').match(update) ?? []);
    expect(updates.filter((text) => !text.includes('version = version + 1'))).toEqual([]);
    expect('UPDATE user SET auto_dial = 1 WHERE id = 1'.match(update)).toHaveLength(1);
  });
});
