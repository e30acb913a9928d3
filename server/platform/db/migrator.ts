import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql, { type Pool, type PoolOptions, type RowDataPacket } from 'mysql2';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MigrationLease } from './owner/migration-lease.js';

const TABLE = 'migration';
/** The files that stand for the 91 migrations of version 0.1.0 (docs/releases.md). */
const BASELINE = {
  first: 401,
  last: 408,
  replaces: 'wallboards-0000000000400',
  refusal:
    'This database is older than version 0.1.0: start version 0.1.0 (commit e300a7e0) on it once, then this version',
};

/**
 * Brings a database up to date: TypeORM runs each server/migrations/NNNN-name.sql once, in order. MySQL commits each DDL by
 * itself, so statements are counted as they are done: whoever was interrupted goes on where it stopped. A statement ends
 * with a semicolon at the end of a line.
 *
 * One process at a time does it (owner/migration-lease.ts).
 *
 * @param url of a database that exists; `createDatabase` makes it first.
 * @returns the files that were applied now. @throws an error that names file and statement, without the statement's text.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return withPool({ uri: url, connectionLimit: 2 }, async (pool) => {
    if (await isUpToDate(pool, files)) return [];
    // Loaded late: it takes longer than all else when there is nothing to migrate.
    const [{ MigrationExecutor }, { openDataSource }] = await Promise.all([
      import('typeorm'),
      import('./data-source.js'),
    ]);
    const check = () => lease.check();
    const migrations = files.map((file) => migrationOf(folder, file, check));
    const options = { migrations, migrationsTableName: TABLE, enableQueryTimeout: false };
    const dataSource = await (await openDataSource(pool, options)).initialize();
    const runner = dataSource.createQueryRunner();
    await refuseOlder(runner, files);
    const lease = await MigrationLease.take(pool.promise(), runner);
    try {
      await adopt(runner, files);
      await runner.query(
        'CREATE TABLE IF NOT EXISTS migration_step (name VARCHAR(80) NOT NULL PRIMARY KEY, done INT NOT NULL)',
      );
      const executor = new MigrationExecutor(dataSource, runner);
      executor.transaction = 'none';
      const applied = await executor.executePendingMigrations();
      return files.filter((file) => applied.some(({ name }) => name === nameOf(file)));
    } finally {
      await lease.end();
    }
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

/** Names of the migrations that are applied, and whether the baseline replaces some of them. */
async function appliedIn(runner: QueryRunner, files: readonly string[]) {
  const rows = (await runner.hasTable(TABLE))
    ? ((await runner.query(`SELECT name FROM ${TABLE}`)) as { name: string }[])
    : [];
  const applied = new Set(rows.map(({ name }) => name));
  const own = new Set(files.map(nameOf));
  const isOlder = [...applied].some((name) => !own.has(name) && numberOf(name) < BASELINE.first);
  return { applied, isOlder };
}

/** @throws when the database stopped before the last migration of version 0.1.0: it is left as it is */
async function refuseOlder(runner: QueryRunner, files: readonly string[]): Promise<void> {
  const { applied, isOlder } = await appliedIn(runner, files);
  if (isOlder && !applied.has(BASELINE.replaces)) throw new Error(BASELINE.refusal);
}

/**
 * A database that version 0.1.0 brought to its last migration has all tables of the baseline: its files count as applied, and
 * none of their statements runs.
 */
async function adopt(runner: QueryRunner, files: readonly string[]): Promise<void> {
  const { applied, isOlder } = await appliedIn(runner, files);
  if (!isOlder) return;
  const baseline = files.filter(
    (file) => numberOf(file) >= BASELINE.first && numberOf(file) <= BASELINE.last,
  );
  for (const file of baseline.filter((one) => !applied.has(nameOf(one))))
    await runner.query(`INSERT INTO ${TABLE} (timestamp, name) VALUES (?, ?)`, [
      numberOf(file),
      nameOf(file),
    ]);
}

/** The number of "0401-people.sql", or of TypeORM's "people-0000000000401". */
function numberOf(name: string): number {
  return Number(/^\d{4}(?=-)|\d{13}$/.exec(name)?.[0]);
}

/** TypeORM orders migrations by the 13 digits at the end of their names: 0001-people.sql is people-0000000000001. */
function nameOf(file: string): string {
  const [, number, name] = /^(\d{4})-(.+)\.sql$/.exec(file) ?? [];
  if (!number || !name) throw new Error(`${file} is not named NNNN-name.sql`);
  return `${name}-${number.padStart(13, '0')}`;
}

function migrationOf(folder: string, file: string, check: () => Promise<void>): new () => MigrationInterface {
  return class implements MigrationInterface {
    readonly name = nameOf(file);

    async up(runner: QueryRunner): Promise<void> {
      const steps = (await runner.query('SELECT done FROM migration_step WHERE name = ?', [file])) as {
        done: number;
      }[];
      const statements = statementsOf(await readFile(join(folder, file), 'utf8'));
      for (const [index, statement] of statements.entries()) {
        if (index < (steps[0]?.done ?? 0)) continue;
        await check();
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

/** Rows of one statement over a connection of its own: for a tool that then needs neither Nest nor TypeORM. */
export async function readOnce<Row extends object>(uri: string, text: string): Promise<Row[]> {
  return withPool({ uri, connectionLimit: 1 }, async (pool) => {
    const [rows] = await pool.promise().query<(Row & RowDataPacket)[]>(text);
    return rows;
  });
}
