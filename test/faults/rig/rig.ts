import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import mysql, { type Pool, type RowDataPacket } from 'mysql2/promise';
import { grantTables } from '../../../server/platform/db/owner/grants.js';
import { createDatabase, migrate } from '../../../server/platform/db/migrator.js';
import { Config } from '../../../server/platform/config/config.js';
import { App, freePort } from './apps.js';
import { Clients } from './calls.js';
import { startSandbox, type SandboxApp } from './sandbox-app.js';
import { DATABASE, makeDatabase, workersUrl, workersUser } from './database.js';
import { fillCompany, type Company, type CompanySize } from './people.js';
import { HaProxy } from './haproxy.js';
import { MySqlPair } from './mysql-pair.js';
import type { Part } from './part.js';
import { GaleraSet, type ClusterNeeds } from './galera-set.js';
import { proxyTo, type Proxy } from './proxy.js';
import { RedisSet } from './redis-set.js';
import { readServices, withRedis, type Service } from './services.js';
import { until } from './wait.js';
import { workingHours } from '../../../bench/lib/working-hours.js';

export const dist = fileURLToPath(new URL('../../../', import.meta.url));
const VIEW_MS = 120;
/** A fault's needs that differ from the usual world. */
export interface World {
  /** Two when it is not said. */
  servers?: number;
  /** Workers processes; one when it is not said. */
  workers?: number;
  /** People and cases, when it needs others. */
  size?: CompanySize;
  /** Fills the migrated, empty database instead, and the rig has no company. The URL is its owner's. */
  fill?: (databaseUrl: string, env: NodeJS.ProcessEnv) => Promise<void>;
  /** It sends messages: a carrier stands outside, and it is 11:00 of a working day. */
  sandbox?: boolean;
  /** Servers and workers reach the database and Redis by proxies that can be cut. */
  proxied?: boolean;
  /** The database is a cluster of three, behind a proxy that leads to one of them. */
  cluster?: boolean | ClusterNeeds;
  /** The database is two MySQL, of which one follows the other, behind a proxy that leads to the one that takes writes. */
  pair?: boolean;
  /** Clients know only a proxy, which leads each to one of the servers. */
  fronted?: boolean;
  /** Redis is three servers of which one leads, watched by sentinels. */
  sentinels?: boolean;
  /** Time on the clocks at the beginning, ISO 8601, and how far the second server's is ahead. */
  clock?: { at: () => string; secondAheadMs: number };
}

/** Everything that may be lost, three of each, and a proxy before both kinds that are asked. */
export const WHOLE_CLUSTER = {
  servers: 3,
  workers: 3,
  cluster: true,
  sentinels: true,
  fronted: true,
} as const satisfies World;

/** One fault's own world: an empty database with two teams, servers, workers, and clients that log. */
export class Rig {
  private constructor(
    readonly env: NodeJS.ProcessEnv,
    readonly db: Pool,
    readonly databaseUrl: string,
    readonly redisUrl: string,
    readonly services: { database: Service; redis: Service },
    private readonly filled: Company | null,
    readonly servers: App[],
    readonly workers: App[],
    readonly clients: Clients,
    readonly sandbox: SandboxApp | null,
    readonly proxies: { database: Proxy; redis: Proxy } | null,
    readonly redisSet: RedisSet | null,
    readonly cluster: GaleraSet | null,
    readonly pair: MySqlPair | null,
    readonly front: HaProxy | null,
  ) {}

  static async start({
    servers: serversCount = 2,
    workers: workersCount = 1,
    sandbox: withSandbox = false,
    proxied = false,
    sentinels = false,
    cluster: withCluster = false,
    pair: withPair = false,
    fronted = false,
    size,
    fill,
    clock,
  }: World): Promise<Rig> {
    const servicesFile = need('RECOUP_SERVICES_FILE');
    const needs = typeof withCluster === 'object' ? withCluster : {};
    const cluster = withCluster
      ? await GaleraSet.start(servicesFile, need('TEST_DATABASE_URL'), need('DATABASE_URL'), needs)
      : null;
    const pair = withPair
      ? await MySqlPair.start(servicesFile, need('TEST_DATABASE_URL'), need('DATABASE_URL'))
      : null;
    const root = (cluster ?? pair)?.through(need('TEST_DATABASE_URL')) ?? need('TEST_DATABASE_URL');
    const redisUrl = need('TEST_REDIS_URL');
    const services = readServices(servicesFile, { root, redis: redisUrl });
    const databaseUrl = Object.assign(new URL(root), { pathname: `/${DATABASE}` }).toString();
    const { username, password } = new URL(need('DATABASE_URL'));
    const applicationUrl = Object.assign(new URL(databaseUrl), { username, password }).toString();
    await makeDatabase(root, databaseUrl, applicationUrl);
    await withRedis(redisUrl, (client) => client.flushall());
    const proxies = proxied
      ? { database: await proxyTo(applicationUrl), redis: await proxyTo(redisUrl) }
      : null;
    const redisSet = sentinels ? await RedisSet.start(servicesFile) : null;
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      DATABASE_URL: proxies?.database.url ?? applicationUrl,
      REDIS_URL: proxies?.redis.url ?? redisUrl,
      ...redisSet?.env,
      HOST: '127.0.0.1',
      RECOUP_LOG_LEVEL: 'info',
      RECOUP_CALL_BUDGET: '100000',
      ...(withSandbox || clock
        ? { RECOUP_CLOCK_AT: clock?.at() ?? workingHours(), RECOUP_CLOCK_FROM: new Date().toISOString() }
        : {}),
    };
    const config = new Config(env);
    const company = fill
      ? await fill(databaseUrl, env).then(() => null)
      : await fillCompany(databaseUrl, config, size);
    const ports: number[] = [];
    while (ports.length < serversCount) ports.push(await freePort());
    const log = (name: string) => join(config.dataDir, 'logs', `${name}.log`);
    const sandbox = withSandbox ? await startSandbox(env, ports[0]!, log('sandbox')) : null;
    const databaseOf = (n: number) => cluster?.through(env['DATABASE_URL']!, n) ?? env['DATABASE_URL']!;
    const servers = ports.map((port, n) => {
      const name = `server-${n + 1}`;
      const own = n === 1 && clock ? ahead(env, clock.secondAheadMs) : env;
      return new App(
        name,
        join(dist, 'server/main.js'),
        { ...own, DATABASE_URL: databaseOf(n), PORT: String(port) },
        log(name),
      );
    });
    const workers = Array.from({ length: workersCount }, (_, n) => {
      const name = `workers-${n + 1}`;
      return new App(
        name,
        join(dist, 'workers/main.js'),
        { ...env, DATABASE_URL: workersUrl(databaseOf(n), n) },
        log(name),
      );
    });
    const front = fronted ? await HaProxy.beforeServers(ports) : null;
    const urls = (front ? [front.port] : ports).map((port) => `http://127.0.0.1:${port}`);
    const clients = new Clients(urls, config.secrets.paymentHmac);
    const db = mysql.createPool({
      uri: databaseUrl,
      timezone: 'Z',
      connectionLimit: 4,
      supportBigNumbers: true,
    });
    const rig = new Rig(
      env,
      db,
      databaseUrl,
      redisUrl,
      services,
      company,
      servers,
      workers,
      clients,
      sandbox,
      proxies,
      redisSet,
      cluster,
      pair,
      front,
    );
    try {
      for (const app of [...workers, ...servers]) app.start();
      for (const app of [...workers, ...servers]) await app.ready();
    } catch (error) {
      await rig.close();
      throw error;
    }
    return rig;
  }

  /** The servers' own addresses, which a proxy may stand before. */
  get serverUrls(): string[] {
    return this.servers.map((server) => server.url);
  }

  get company(): Company {
    if (!this.filled) throw new Error('Somebody else filled the database');
    return this.filled;
  }

  /** All processes but those that are not there when it is no cluster. */
  parts(): Part[] {
    const worker = (n: number) => async () =>
      (await this.relayUser()) === workersUser(n) ? 'carries events' : '';
    return [
      ...(this.cluster?.parts() ?? []),
      ...(this.redisSet?.parts() ?? []),
      ...this.servers.map((server) => server.part(() => Promise.resolve(''))),
      ...this.workers.map((app, n) => app.part(worker(n))),
      ...(this.front ? [this.front.part('proxy before the servers')] : []),
    ];
  }

  /** The database's name for the workers process that carries events; undefined when none does, or the database is being lost. */
  async relayUser(): Promise<string | undefined> {
    const [row] = await this.rows<{ user: string }>(
      `SELECT user FROM information_schema.processlist WHERE id = IS_USED_LOCK(CONCAT('relay.', DATABASE()))`,
    ).catch(() => []);
    return row?.user;
  }

  /** Another database with such a company, which the rig's servers and workers do not know. */
  async besides(name: string): Promise<{ company: Company; env: NodeJS.ProcessEnv }> {
    const url = (of: string) => Object.assign(new URL(of), { pathname: `/${name}` }).toString();
    const [owner, application] = [url(this.databaseUrl), url(need('DATABASE_URL'))];
    await this.db.query(`DROP DATABASE IF EXISTS ${name}`);
    await createDatabase(owner);
    await migrate(owner, join(dist, 'server/migrations'));
    await grantTables(owner, application);
    const env = { ...this.env, DATABASE_URL: application, RECOUP_MIGRATE_DATABASE_URL: owner };
    return { company: await fillCompany(owner, new Config(env)), env };
  }

  async rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const [rows] = await this.db.query<RowDataPacket[]>(text, values);
    return rows as Row[];
  }

  async count(text: string, values: unknown[] = []): Promise<number> {
    return Number(Object.values((await this.rows<Record<string, unknown>>(text, values))[0]!)[0]);
  }

  /** A connection of its own, for locks. */
  connection(): Promise<mysql.Connection> {
    return mysql.createConnection({ uri: this.databaseUrl, timezone: 'Z', supportBigNumbers: true });
  }

  /** A transaction that waits for a lock in a statement like one of these. To be asked again and again. */
  async waitingFor(patterns: readonly string[]): Promise<{ id: number; user: string } | undefined> {
    // InnoDB refreshes this view only when nobody has read it for 100 ms.
    await delay(VIEW_MS);
    const like = patterns.map(() => 'p.info LIKE ?').join(' OR ');
    const rows = await this.rows<{ id: number; user: string }>(
      `SELECT p.id, p.user FROM information_schema.innodb_trx t
       JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
       WHERE t.trx_state = 'LOCK WAIT' AND (${like})`,
      [...patterns],
    );
    return rows[0];
  }

  /** Everything that was committed has been carried. */
  async drained(): Promise<void> {
    await until(
      'the outbox to be empty',
      async () => (await this.count('SELECT COUNT(*) FROM outbox')) === 0,
    );
  }

  async close(): Promise<void> {
    const sandbox = this.sandbox ? [this.sandbox.app] : [];
    await Promise.all([...this.servers, ...this.workers, ...sandbox].map((app) => app.stop()));
    await this.db.end();
    await Promise.all([
      this.proxies?.database.close(),
      this.proxies?.redis.close(),
      this.redisSet?.close(),
      this.front?.close(),
    ]);
    await (this.cluster ?? this.pair)?.close();
  }
}

function ahead(env: NodeJS.ProcessEnv, ms: number): NodeJS.ProcessEnv {
  const at = Date.parse(env['RECOUP_CLOCK_AT']!) + ms;
  return { ...env, RECOUP_CLOCK_AT: new Date(at).toISOString() };
}

function need(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run "npm run faults", which brings up what may be killed`);
  return value;
}
