import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import mysql from 'mysql2/promise';
import { until } from './wait.js';

/** As scripts/lib/services/services.mjs describes a private service. */
interface Description {
  socket: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
  home: string;
  runFile: string;
}

const UP_MS = 60_000;

/** The database or Redis of the services file: killed by its pid and started again by the very command. */
export class Service {
  private pid: number;

  constructor(
    readonly name: 'database' | 'redis',
    private readonly description: Description,
    private readonly answers: () => Promise<unknown>,
  ) {
    // The services file tells of the first start, the run file of the latest.
    this.pid = (JSON.parse(readFileSync(description.runFile, 'utf8')) as { pid: number }).pid;
  }

  /** kill -9. @returns the moment of it, by performance.now(). */
  async kill(): Promise<number> {
    this.checkPid();
    process.kill(this.pid, 'SIGKILL');
    const at = performance.now();
    await until(`${this.name} to be dead`, () => !existsSync(`/proc/${this.pid}`) || isZombie(this.pid));
    return at;
  }

  /** SIGSTOP and SIGCONT: it is there, and does nothing. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.checkPid();
    process.kill(this.pid, signal);
  }

  /** Deletes Redis's files, too; it has to be dead. */
  emptyData(): void {
    if (this.name !== 'redis') throw new Error('Only Redis is ever emptied');
    rmSync(join(this.description.home, 'data'), { recursive: true });
    rmSync(this.description.socket, { force: true });
  }

  async start(): Promise<void> {
    const { command, args, env, home, runFile } = this.description;
    if (this.name === 'redis') mkdirSync(join(home, 'data'), { recursive: true });
    const output = openSync(join(home, 'out.log'), 'a', 0o600);
    // A group of its own: it outlives this script, and scripts/faults.mjs stops it as it stops the first one.
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.unref();
    closeSync(output);
    if (!child.pid) throw new Error(`${command} can not be started`);
    this.pid = child.pid;
    const state = JSON.parse(readFileSync(runFile, 'utf8')) as object;
    writeFileSync(runFile, JSON.stringify({ ...state, pid: this.pid }), { mode: 0o600 });
    await until(`${this.name} to answer`, () => this.isUp(), UP_MS);
  }

  private async isUp(): Promise<boolean> {
    try {
      await this.answers();
      return true;
    } catch (error) {
      if (existsSync(`/proc/${this.pid}`) && !isZombie(this.pid)) return false;
      throw error;
    }
  }

  // The file may be old, and its pid another's by now.
  private checkPid(): void {
    const line = readFileSync(`/proc/${this.pid}/cmdline`, 'utf8');
    // Redis rewrites its own command line; a database keeps the folder of its data in it.
    const mark = this.name === 'redis' ? 'redis-server' : `--datadir=${join(this.description.home, 'data')}`;
    if (!line.includes(mark))
      throw new Error(`Process ${this.pid} is not the ${this.name} of the services file`);
  }
}

export function readServices(
  file: string,
  urls: { root: string; redis: string },
): { database: Service; redis: Service } {
  const described = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<string, Description>>;
  const { database, redis } = described;
  if (!database || !redis) {
    throw new Error(
      'The faults need a private database and Redis, which they may kill: none stand in the services file',
    );
  }
  return {
    database: new Service('database', database, async () => {
      const connection = await mysql.createConnection({ uri: urls.root, connectTimeout: 1_000 });
      await connection.query('SELECT 1');
      await connection.end();
    }),
    redis: new Service('redis', redis, () => withRedis(urls.redis, (client) => client.ping())),
  };
}

export async function withRedis<Answer>(
  url: string,
  work: (client: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 1_000 });
  // The command's own rejection says the same.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.disconnect();
  }
}

function isZombie(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat[stat.lastIndexOf(')') + 2] === 'Z';
}
