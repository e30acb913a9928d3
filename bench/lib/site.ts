import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { businessDay } from '../../contract/shared/date.js';
import { Config } from '../../server/platform/config/config.js';
import { grantTables } from '../../server/platform/db/owner/grants.js';
import { createDatabase, migrate } from '../../server/platform/db/migrator.js';
import { fillPortfolio, type BenchPortfolio } from '../portfolio/portfolio.js';
import { projectCaseCounts } from '../../workers/case-count-projection.js';
import { projectDayProducts } from '../../workers/product-projection.js';
import { freePort, startProduct, type Product } from './children.js';

/** A portfolio of one size in a database of its own, with the environment of the product's processes on it. */
export interface Site {
  portfolio: BenchPortfolio;
  /** URL of the tables' owner; the product's processes sign in as the application's user. */
  databaseUrl: string;
  redisUrl: string;
  env: Record<string, string | undefined>;
}

const SETTLE_MS = 15_000;

const migrations = fileURLToPath(new URL('../../server/migrations/', import.meta.url));
const places = new Map<number, number>();

/** Fills the database of this size, unless one of today with the same tables and rows is there. */
export async function openSite(cases: number, say: (line: string) => void): Promise<Site> {
  const place = places.get(cases) ?? places.size + 1;
  places.set(cases, place);
  const databaseUrl = withPath(required('TEST_DATABASE_URL'), `recoup_bench_${cases}`);
  const applicationUrl = withPath(required('DATABASE_URL'), `recoup_bench_${cases}`);
  const redisUrl = withPath(required('REDIS_URL'), String(place));
  const env = {
    ...process.env,
    DATABASE_URL: applicationUrl,
    REDIS_URL: redisUrl,
    HOST: '127.0.0.1',
    // A few people's sessions call here as fast as they can.
    RECOUP_CALL_BUDGET: '100000',
  };
  await emptyRedis(redisUrl);
  const key = `${businessDay(new Date())} ${await hashOfTables()}`;
  const portfolio = (await known(databaseUrl, key)) ?? (await fill(databaseUrl, cases, key, env, say));
  await grantTables(databaseUrl, applicationUrl);
  return { portfolio, databaseUrl, redisUrl, env };
}

export interface Server extends Product {
  port: number;
}

export async function startServer(site: Site, name = 'server'): Promise<Server> {
  const port = await freePort();
  const product = await startProduct(name, 'server/main.js', { ...site.env, PORT: String(port) });
  return { ...product, port };
}

export function startWorkers(site: Site): Promise<Product> {
  return startProduct('workers', 'workers/main.js', site.env);
}

/**
 * Waits until the relay has emptied the outbox and added up what commands have noted.
 *
 * @returns how many of all are left when time is over.
 */
export async function settle(site: Site, patience = SETTLE_MS): Promise<number> {
  return query(site.databaseUrl, async (connection) => {
    const until = performance.now() + patience;
    for (;;) {
      const [rows] = await connection.query(
        `SELECT (SELECT COUNT(*) FROM outbox) + (SELECT COUNT(*) FROM case_count_change)
           + (SELECT COUNT(*) FROM collector_day_product_change) AS waiting`,
      );
      const waiting = Number((rows as { waiting: number }[])[0]!.waiting);
      if (waiting === 0 || performance.now() > until) return waiting;
      await delay(100);
    }
  });
}

/** Adds up what other benchmarks have noted while no relay worked: where one works there is no such backlog. */
export async function foldCounts({ databaseUrl }: Site): Promise<void> {
  const connection = await mysql.createConnection({ uri: databaseUrl, multipleStatements: true });
  try {
    for (const fold of [projectCaseCounts, projectDayProducts]) while (await fold(connection));
  } finally {
    await connection.end();
  }
}

async function fill(
  databaseUrl: string,
  cases: number,
  key: string,
  env: Site['env'],
  say: (line: string) => void,
): Promise<BenchPortfolio> {
  const started = performance.now();
  say(`Filling ${cases.toLocaleString('en-US')} cases`);
  await recreate(databaseUrl);
  await migrate(databaseUrl, migrations);
  const { secrets } = new Config({ ...env, PORT: '0' });
  const portfolio = await fillPortfolio(databaseUrl, { cases, secrets, today: businessDay(new Date()), say });
  await keep(databaseUrl, key, portfolio);
  say(`Filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return portfolio;
}

async function known(databaseUrl: string, key: string): Promise<BenchPortfolio | null> {
  await createDatabase(databaseUrl);
  return query(databaseUrl, async (connection) => {
    await connection.query(
      'CREATE TABLE IF NOT EXISTS bench_portfolio (id VARCHAR(80) PRIMARY KEY, text LONGTEXT)',
    );
    const [rows] = await connection.query('SELECT text FROM bench_portfolio WHERE id = ?', [key]);
    const row = (rows as { text: string }[])[0];
    return row ? (JSON.parse(row.text) as BenchPortfolio) : null;
  });
}

async function keep(databaseUrl: string, key: string, portfolio: BenchPortfolio): Promise<void> {
  await query(databaseUrl, async (connection) => {
    await connection.query('CREATE TABLE bench_portfolio (id VARCHAR(80) PRIMARY KEY, text LONGTEXT)');
    await connection.query('INSERT INTO bench_portfolio VALUES (?, ?)', [key, JSON.stringify(portfolio)]);
  });
}

async function recreate(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await query(withPath(databaseUrl, ''), (connection) =>
    connection.query(`DROP DATABASE IF EXISTS \`${name}\``),
  );
  await createDatabase(databaseUrl);
}

/** Changes with every migration and with the way the rows are made. */
async function hashOfTables(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(migrations)).sort()) hash.update(await readFile(`${migrations}${file}`));
  for (const name of ['rows', 'staff', 'portfolio'])
    hash.update(await readFile(new URL(`../portfolio/${name}.js`, import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

export async function query<Result>(
  databaseUrl: string,
  work: (connection: mysql.Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await mysql.createConnection({ uri: databaseUrl, timezone: 'Z', dateStrings: ['DATE'] });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  redis.disconnect();
}

function withPath(url: string, path: string): string {
  return Object.assign(new URL(url), { pathname: `/${path}` }).toString();
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run npm run bench`);
  return value;
}
