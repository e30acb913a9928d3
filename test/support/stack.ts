import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Type } from '@nestjs/common';
import mysql from 'mysql2/promise';
import { grantTables } from '../../server/platform/db/owner/grants.js';
import { Database } from '../../server/platform/db/database.js';
import type { Statement } from '../../server/platform/db/sql.js';
import { applyClock } from './clock.js';
import { createTables } from './template.js';
import { required, workerSchema } from './worker-schema.js';

export const TEST_SECRETS = {
  dataKey: Buffer.alloc(32, 7).toString('base64'),
  indexKey: Buffer.alloc(32, 9).toString('base64'),
  paymentHmac: 'payment-secret-of-the-tests',
  telephonyHmac: 'telephony-secret-of-the-tests',
  carrierHmac: 'carrier-secret-of-the-tests',
  debitHmac: 'debit-secret-of-the-tests',
  livenessHmac: 'liveness-secret-of-the-tests',
  ipHmac: 'ip-secret-of-the-tests',
  mailHmac: 'mail-secret-of-the-tests',
  intakeHmac: 'intake-secret-of-the-tests',
};

/** A database and a Redis of this file alone, and the environment that points at them. */
export interface Stack {
  /** The tables' owner; the product signs in as the application's user. */
  databaseUrl: string;
  redisUrl: string;
  dataDir: string;
  /** Puts database, Redis and environment back as they were. */
  close(): Promise<void>;
}

/**
 * Sets the environment of this process to a migrated database and a Redis number, both without anything in them.
 *
 * @param extra more variables. `close` puts the whole environment back, with what the file changed of it meanwhile.
 * @param ownSchema for who changes tables or grants: the schema is made for this stack, and dropped by `close`.
 */
export async function createStack(
  extra: Record<string, string> = {},
  { ownSchema = false } = {},
): Promise<Stack> {
  const { username, password } = new URL(required('DATABASE_URL'));
  const { redisUrl, ...schema } = await (ownSchema ? makeSchema() : takeSchema());
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-test-'));
  const restore = setVariables({
    DATABASE_URL: Object.assign(new URL(schema.databaseUrl), { username, password }).toString(),
    RECOUP_MIGRATE_DATABASE_URL: schema.databaseUrl,
    REDIS_URL: redisUrl,
    RECOUP_DATA_DIR: dataDir,
    RECOUP_SECRETS: JSON.stringify(TEST_SECRETS),
    RECOUP_LOG_LEVEL: process.env['RECOUP_LOG_LEVEL'] ?? 'error',
    // Tests make a person's calls by machine; test/security/limits.spec.ts has what a person has.
    RECOUP_CALL_BUDGET: '1000',
    PORT: '0',
    ...extra,
  });
  const close = async () => {
    restore();
    await schema.end();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { databaseUrl: schema.databaseUrl, redisUrl, dataDir, close };
}

async function takeSchema() {
  const schema = await workerSchema();
  await schema.take(required('DATABASE_URL'));
  return { databaseUrl: schema.databaseUrl, redisUrl: schema.redisUrl, end: () => schema.clear() };
}

async function makeSchema() {
  const shared = await workerSchema();
  const name = `recoup_${process.pid}_${randomBytes(4).toString('hex')}`;
  const server = required('TEST_DATABASE_URL');
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
  await createTables(databaseUrl);
  await grantTables(databaseUrl, required('DATABASE_URL'));
  const end = async () => {
    await query(server, `DROP DATABASE \`${name}\``);
    await shared.clear();
  };
  return { databaseUrl, redisUrl: shared.redisUrl, end };
}

/** @returns what puts the environment back as it was, whoever changed it since */
function setVariables(variables: Record<string, string>): () => void {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
}

/** The whole server on a free port. */
export interface Api {
  app: NestFastifyApplication;
  url: string;
  get<Service>(type: Type<Service>): Service;
  rows<Row extends object>(statement: Statement): Promise<Row[]>;
  close(): Promise<void>;
}

export async function startApi(): Promise<Api> {
  const { createApp } = await import('../../server/app.js');
  const app = await createApp();
  applyClock(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    get: (type) => app.get(type, { strict: false }),
    rows: (statement) => app.get(Database).rows(statement),
    close: () => app.close(),
  };
}

/** Does in the newest stack's database what the application's user may not. */
export function asOwner({ text, params }: Statement): Promise<void> {
  return query(required('RECOUP_MIGRATE_DATABASE_URL'), text, params);
}

async function query(uri: string, text: string, params: Statement['params'] = []): Promise<void> {
  const connection = await mysql.createConnection({ uri, timezone: 'Z' });
  await connection.query(text, [...params]);
  await connection.end();
}
