import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Type } from '@nestjs/common';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { grantTables } from '../../server/platform/db/grants.js';
import { Database } from '../../server/platform/db/database.js';
import type { Statement } from '../../server/platform/db/sql.js';
import { createTables } from './template.js';

export const TEST_SECRETS = {
  dataKey: Buffer.alloc(32, 7).toString('base64'),
  indexKey: Buffer.alloc(32, 9).toString('base64'),
  paymentHmac: 'payment-secret-of-the-tests',
  telephonyHmac: 'telephony-secret-of-the-tests',
  carrierHmac: 'carrier-secret-of-the-tests',
  debitHmac: 'debit-secret-of-the-tests',
  livenessHmac: 'liveness-secret-of-the-tests',
  ipHmac: 'ip-secret-of-the-tests',
  intakeHmac: 'intake-secret-of-the-tests',
};

/** A database and a Redis of this file alone, and the environment that points at them. */
export interface Stack {
  /** Of the owner of the tables; the product signs in as the application's user. */
  databaseUrl: string;
  redisUrl: string;
  dataDir: string;
  close(): Promise<void>;
}

/** Makes a fresh, migrated database and an empty Redis number, and sets the environment of this process to them. */
export async function createStack(extra: Record<string, string> = {}): Promise<Stack> {
  const base = required('TEST_DATABASE_URL');
  const name = `recoup_${process.pid}_${randomBytes(4).toString('hex')}`;
  const databaseUrl = Object.assign(new URL(base), { pathname: `/${name}` }).toString();
  const redisUrl = Object.assign(new URL(required('TEST_REDIS_URL')), {
    pathname: `/${1 + (Number(process.env['JEST_WORKER_ID'] ?? 0) % 14)}`,
  }).toString();
  const dataDir = await mkdtemp(join(tmpdir(), 'recoup-test-'));
  await createTables(databaseUrl);
  const { username, password } = new URL(required('DATABASE_URL'));
  const applicationUrl = Object.assign(new URL(databaseUrl), { username, password }).toString();
  await grantTables(databaseUrl, applicationUrl);
  await flush(redisUrl);
  Object.assign(process.env, {
    DATABASE_URL: applicationUrl,
    RECOUP_MIGRATE_DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    RECOUP_DATA_DIR: dataDir,
    RECOUP_SECRETS: JSON.stringify(TEST_SECRETS),
    RECOUP_LOG_LEVEL: process.env['RECOUP_LOG_LEVEL'] ?? 'error',
    // Tests make a person's calls by machine; test/security/limits.spec.ts has what a person has.
    RECOUP_CALL_BUDGET: '1000',
    PORT: '0',
    ...extra,
  });
  return { databaseUrl, redisUrl, dataDir, close: () => drop(databaseUrl, dataDir) };
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
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    app,
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    get: (type) => app.get(type, { strict: false }),
    rows: (statement) => app.get(Database).rows(statement),
    close: () => app.close(),
  };
}

async function flush(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}

async function drop(url: string, dataDir: string): Promise<void> {
  const target = new URL(url);
  const name = target.pathname.slice(1);
  target.pathname = '/';
  await query(target.toString(), `DROP DATABASE \`${name}\``);
  await rm(dataDir, { recursive: true, force: true });
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

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test, which starts the services`);
  return value;
}
