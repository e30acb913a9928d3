import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise';
import { grantTables } from '../../server/platform/db/owner/grants.js';
import { createTables, TEMPLATE } from './template.js';

/** Deleting a case writes to the table of its counts: what one round leaves, the next one deletes. */
const ROUNDS = 3;
const STRUCTURE = `
  SELECT COUNT(*) AS total, BIT_XOR(CRC32(CONCAT_WS('.', table_name, column_name, column_type, is_nullable, column_key)))
    AS digest FROM information_schema.columns WHERE table_schema = ?`;

/** The contents of a schema, table by table, as far as it can differ from another's. */
interface Content {
  structure: string;
  /** The number that the next row gets, of tables that number their rows. */
  next: Map<string, number>;
  /** Checksums of the tables with rows. */
  filled: Map<string, number>;
}

/**
 * The schema and the Redis number that the files of one of Jest's processes use one after the other. Between two files both
 * are as new: rows that were written are deleted, rows of the migrations come back, numbers begin at 1. Deleting takes a
 * hundredth of the time that making 120 tables takes. A process that takes another's place goes on with its schema.
 */
export class WorkerSchema {
  readonly #name = `recoup_worker_${process.ppid}_${process.env['JEST_WORKER_ID'] ?? 0}`;
  readonly databaseUrl = Object.assign(new URL(required('TEST_DATABASE_URL')), {
    pathname: `/${this.#name}`,
  }).toString();
  readonly redisUrl = ownRedisUrl();
  readonly #made = join(tmpdir(), `${this.#name}.made`);
  readonly #connection: Connection;
  readonly #redis: Redis;
  #template: Content | undefined;
  #isTaken = false;

  private constructor(connection: Connection, redis: Redis) {
    this.#connection = connection;
    this.#redis = redis;
  }

  /** Stays open as long as the process. */
  static async open(): Promise<WorkerSchema> {
    const uri = required('TEST_DATABASE_URL');
    const connection = await mysql.createConnection({ uri, multipleStatements: true });
    await connection.query('SET foreign_key_checks = 0');
    const [[{ version }]] = await connection.query<[{ version: string } & RowDataPacket]>(
      'SELECT VERSION() AS version',
    );
    // MySQL else tells the numbers of tables as they were up to a day ago.
    if (!/mariadb/i.test(version)) await connection.query('SET information_schema_stats_expiry = 0');
    const redis = new Redis(ownRedisUrl());
    await redis.ping();
    // Jest ends a process by letting it run out of things to wait for.
    (connection as unknown as { connection: { stream: Socket } }).connection.stream.unref();
    redis.stream.unref();
    return new WorkerSchema(connection, redis);
  }

  async take(applicationUrl: string): Promise<void> {
    if (this.#isTaken) throw new Error('Two stacks at a time: give one of them a schema of its own');
    // The process before this one may have ended in the middle of a file.
    if (existsSync(this.#made)) await this.clear();
    if (!existsSync(this.#made)) await this.#make(applicationUrl);
    this.#isTaken = true;
  }

  async #make(applicationUrl: string): Promise<void> {
    await this.#connection.query(`DROP DATABASE IF EXISTS \`${this.#name}\``);
    await createTables(this.databaseUrl);
    await grantTables(this.databaseUrl, applicationUrl);
    await writeFile(this.#made, '');
    await this.#redis.flushdb();
  }

  /** Puts all back. @returns what was not as new, in words */
  async clear(): Promise<string[]> {
    this.#isTaken = false;
    const keys = await this.#redis.keys('*');
    if (keys.length > 0) await this.#redis.flushdb();
    const found = existsSync(this.#made) ? await this.#clearTables() : [];
    return [...found, ...(keys.length > 0 ? [`keys of Redis: ${keys.sort().join(', ')}`] : [])];
  }

  async #clearTables(): Promise<string[]> {
    const wanted = (this.#template ??= await this.#content(TEMPLATE));
    const now = await this.#content(this.#name);
    if (now.structure !== wanted.structure) {
      await rm(this.#made);
      return ['tables or columns'];
    }
    let changed = differences(wanted, now);
    const found = changed;
    for (let round = 0; changed.length > 0; round++) {
      if (round === ROUNDS) throw new Error(`These tables do not become as new: ${changed.join(', ')}`);
      await this.#connection.query(changed.map((table) => this.#restore(table, wanted)).join(';\n'));
      changed = differences(wanted, await this.#content(this.#name));
    }
    return found.map((table) => `rows of ${table}`);
  }

  async #content(schema: string): Promise<Content> {
    const [[structure]] = await this.#connection.query<RowDataPacket[]>(STRUCTURE, [schema]);
    const [tables] = await this.#connection.query<({ name: string; next: number | null } & RowDataPacket)[]>(
      `SELECT table_name AS name, auto_increment AS next FROM information_schema.tables
       WHERE table_schema = ? AND table_type = 'BASE TABLE'`,
      [schema],
    );
    const at = (table: string) => `\`${schema}\`.\`${table}\``;
    const [rows] = await this.#connection.query<({ name: string } & RowDataPacket)[]>(
      tables
        .map(({ name }) => `SELECT '${name}' AS name FROM DUAL WHERE EXISTS (SELECT 1 FROM ${at(name)})`)
        .join(' UNION ALL '),
    );
    const [sums] = await this.#connection.query<({ Table: string; Checksum: number } & RowDataPacket)[]>(
      `CHECKSUM TABLE ${rows.map(({ name }) => at(name)).join(', ')}`,
    );
    return {
      structure: JSON.stringify(structure),
      next: new Map(tables.flatMap(({ name, next }) => (next === null ? [] : [[name, next]]))),
      filled: new Map(sums.map(({ Table, Checksum }) => [Table.slice(schema.length + 1), Checksum])),
    };
  }

  #restore(table: string, wanted: Content): string {
    const here = `\`${this.#name}\`.\`${table}\``;
    return [
      `DELETE FROM ${here}`,
      ...(wanted.filled.has(table) ? [`INSERT INTO ${here} SELECT * FROM ${TEMPLATE}.\`${table}\``] : []),
      ...(wanted.next.has(table) ? [`ALTER TABLE ${here} AUTO_INCREMENT = 1`] : []),
    ].join(';\n');
  }
}

function differences(wanted: Content, now: Content): string[] {
  const tables = new Set([...wanted.filled.keys(), ...now.filled.keys(), ...now.next.keys()]);
  return [...tables].filter(
    (table) =>
      wanted.filled.get(table) !== now.filled.get(table) || wanted.next.get(table) !== now.next.get(table),
  );
}

let opened: Promise<WorkerSchema> | undefined;

/** This process's schema; `shared-environment.mjs` opens it before a file begins, so that no file has opened it. */
export const workerSchema = (): Promise<WorkerSchema> => (opened ??= WorkerSchema.open());

/** Each of Jest's processes has a number of its own. */
function ownRedisUrl(): string {
  const base = new URL(required('TEST_REDIS_URL'));
  const first = Number(base.pathname.slice(1));
  const number = first + 1 + (Number(process.env['JEST_WORKER_ID'] ?? 0) % 7);
  return Object.assign(base, { pathname: `/${number}` }).toString();
}

export function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test, which starts the services`);
  return value;
}
