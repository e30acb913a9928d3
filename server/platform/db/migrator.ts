import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql, { type Pool, type PoolOptions, type RowDataPacket } from 'mysql2';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLE = 'migration';
/** A second process waits so long for the first one to finish. */
const LOCK_SECONDS = 60;

/**
 * Brings a database up to date: TypeORM runs each server/migrations/NNNN-name.sql once, in order. MySQL commits each DDL by
 * itself, so statements are counted as they are done: whoever was interrupted goes on where it stopped. A statement ends
 * with a semicolon at the end of a line.
 *
 * The named lock and all statements share one connection: a server still busy with the last statement of a dead process
 * still holds its lock.
 *
 * @param url of a database that exists; `createDatabase` makes it first.
 * @returns the files that were applied now. @throws an error that names file and statement, without the statement's text.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return withPool({ uri: url, connectionLimit: 1 }, async (pool) => {
    if (await isUpToDate(pool, files)) return [];
    // Loaded late: it takes longer than all else when there is nothing to migrate.
    const [{ MigrationExecutor }, { openDataSource }] = await Promise.all([
      import('typeorm'),
      import('./data-source.js'),
    ]);
    const migrations = files.map((file) => migrationOf(folder, file));
    const options = { migrations, migrationsTableName: TABLE, enableQueryTimeout: false };
    const dataSource = await (await openDataSource(pool, options)).initialize();
    const runner = dataSource.createQueryRunner();
    await lock(runner);
    await adopt(runner);
    await runner.query(
      'CREATE TABLE IF NOT EXISTS migration_step (name VARCHAR(80) NOT NULL PRIMARY KEY, done INT NOT NULL)',
    );
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'none';
    const applied = await executor.executePendingMigrations();
    return files.filter((file) => applied.some(({ name }) => name === nameOf(file)));
  });
}

async function isUpToDate(pool: Pool, files: readonly string[]): Promise<boolean> {
  const names = async (query: string) =>
    (await pool.promise().query<RowDataPacket[]>(query))[0].map(({ name }) => name as string);
  const [table] = await names(`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name = '${TABLE}'`);
  if (table === undefined) return false;
  const applied = await names(`SELECT name FROM ${TABLE}`);
  return files.every((file) => applied.includes(nameOf(file)));
}

async function lock(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query("SELECT GET_LOCK(CONCAT('migrate.', DATABASE()), ?) AS locked", [
    LOCK_SECONDS,
  ])) as [{ locked: number }];
  if (row.locked !== 1) throw new Error('Another process is migrating this database');
}

/** Before TypeORM ran the files, the table held their names alone. Killed in between, this goes on where it stopped. */
async function adopt(runner: QueryRunner): Promise<void> {
  if (!(await runner.hasTable(TABLE))) return;
  if (!(await runner.hasColumn(TABLE, 'id')))
    await runner.query(`
      ALTER TABLE ${TABLE} DROP PRIMARY KEY, ADD COLUMN id INT NOT NULL AUTO_INCREMENT PRIMARY KEY FIRST,
        ADD COLUMN timestamp BIGINT NOT NULL AFTER id, MODIFY COLUMN name VARCHAR(255) NOT NULL`);
  const rows = (await runner.query(`SELECT name FROM ${TABLE} WHERE name LIKE '%.sql'`)) as {
    name: string;
  }[];
  for (const { name: file } of rows)
    await runner.query(`UPDATE ${TABLE} SET name = ?, timestamp = ? WHERE name = ?`, [
      nameOf(file),
      parseInt(file, 10),
      file,
    ]);
}

/** TypeORM orders migrations by the 13 digits at the end of their names: 0001-people.sql is people-0000000000001. */
function nameOf(file: string): string {
  const [, number, name] = /^(\d{4})-(.+)\.sql$/.exec(file) ?? [];
  if (!number || !name) throw new Error(`${file} is not named NNNN-name.sql`);
  return `${name}-${number.padStart(13, '0')}`;
}

function migrationOf(folder: string, file: string): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = nameOf(file);

    async up(runner: QueryRunner): Promise<void> {
      const steps = (await runner.query('SELECT done FROM migration_step WHERE name = ?', [file])) as {
        done: number;
      }[];
      const statements = statementsOf(await readFile(join(folder, file), 'utf8'));
      for (const [index, statement] of statements.entries()) {
        if (index < (steps[0]?.done ?? 0)) continue;
        await runner.query(statement).catch((error: Error) => {
          // Without its cause, which holds the whole text of the statement.
          throw new Error(`${file}, statement ${index + 1}: ${error.message}`);
        });
        await runner.query(
          'INSERT INTO migration_step (name, done) VALUES (?, ?) ON DUPLICATE KEY UPDATE done = VALUES(done)',
          [file, index + 1],
        );
      }
    }

    down(): Promise<void> {
      return Promise.reject(new Error(`${file} has no way back: write a migration that goes forward`));
    }
  };
}

function statementsOf(text: string): string[] {
  return text.split(/;[ \t]*$/m).filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
}

/** Makes the database that a URL names, when it is missing. */
export async function createDatabase(url: string): Promise<void> {
  const target = new URL(url);
  const name = target.pathname.slice(1);
  if (!/^[\w-]+$/.test(name)) throw new Error(`Not a database name: ${name}`);
  target.pathname = '/';
  await withPool({ uri: target.toString() }, (pool) =>
    pool
      .promise()
      .query(
        `CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`,
      ),
  );
}

async function withPool<Result>(
  options: PoolOptions,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = mysql.createPool(options);
  try {
    return await work(pool);
  } finally {
    await pool.promise().end();
  }
}
