import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getMetadataArgsStorage, type DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../../server/platform/config/config.js';
import { IN_THE_MIGRATION } from '../../server/platform/db/columns.js';
import { openDataSource } from '../../server/platform/db/data-source.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { createStack, type Stack } from '../support/stack.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { WITHOUT_ENTITY } = (await import(`${root}scripts/lib/tables.mjs`)) as {
  WITHOUT_ENTITY: Record<string, string>;
};
let stack: Stack;
let database: Database;
let dataSource: DataSource;
let tables: string[];

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  database = new Database(new Config({ ...process.env, DATABASE_URL: stack.databaseUrl }));
  tables = await namesOf(
    'SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()',
  );
  // TypeORM looks here for the expressions of derived columns.
  await database.run(sql`
    CREATE TABLE typeorm_metadata AS
    SELECT 'GENERATED_COLUMN' AS type, TABLE_SCHEMA AS \`schema\`, TABLE_NAME AS \`table\`, COLUMN_NAME AS name,
      ${IN_THE_MIGRATION} AS value
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND GENERATION_EXPRESSION <> ''`);
  const files = filesBelow('server', /\.entity\.ts$/);
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

async function namesOf(text: string): Promise<string[]> {
  return (await database.rows<{ name: string }>({ text, params: [] })).map(({ name }) => name);
}

const differences = async () =>
  (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);

const described = () => dataSource.entityMetadatas.map(({ tableName }) => tableName);

describe('the entities', () => {
  it('stand for every table that does not say why it has none', () => {
    expect([...described(), ...Object.keys(WITHOUT_ENTITY)].sort()).toEqual([...tables].sort());
  });

  it('name tables of other entities by their ids', () => {
    const named = getMetadataArgsStorage().columns.map(({ options }) => (options as { of?: string }).of);
    expect(named.filter((table) => table && !described().includes(table))).toEqual([]);
  });

  it('compare byte by byte what the tables do', async () => {
    const found = await namesOf(`
      SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS name FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND COLLATION_NAME LIKE '%\\_bin' AND DATA_TYPE = 'varchar'`);
    const columns = dataSource.entityMetadatas.flatMap(({ tableName, columns: all }) =>
      all.filter(({ collation }) => collation).map(({ databaseName }) => `${tableName}.${databaseName}`),
    );
    const ofEntities = found.filter((name) => described().includes(name.split('.')[0]!));
    expect(columns.sort()).toEqual(ofEntities.sort());
  });

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
