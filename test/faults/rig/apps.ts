import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, type WriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { isOver, type Part } from './part.js';
import { until } from './wait.js';

const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;
const BOOT_MS = 60_000;
const GRACE_MS = 15_000;

const alive = new Set<App>();

/** One process of the product, started, waited for, and killed or stopped by its pid. */
export class App {
  private child: ChildProcess | null = null;
  private exited: Promise<void> = Promise.resolve();
  private readonly log: WriteStream;
  private isReady = false;
  private ending = false;
  /** Ends that nobody asked for. */
  readonly crashes: string[] = [];

  constructor(
    readonly name: string,
    private script: string,
    private env: NodeJS.ProcessEnv,
    readonly logFile: string,
  ) {
    mkdirSync(dirname(logFile), { recursive: true });
    this.log = createWriteStream(logFile, { flags: 'a' });
  }

  start(): void {
    this.isReady = false;
    this.ending = false;
    const child = spawn(process.execPath, ['--enable-source-maps', this.script], {
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    alive.add(this);
    child.stderr.on('data', (part: Buffer) => this.log.write(part));
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.log.write(`${line}\n`);
      if (this.child === child && /^ready\b/.test(line)) this.isReady = true;
    });
    this.exited = new Promise((resolve) =>
      child.once('exit', (code, signal) => {
        alive.delete(this);
        if (!this.ending) this.crashes.push(`${this.name} ended by itself with ${code ?? signal}`);
        resolve();
      }),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${this.env['PORT']}`;
  }

  /** Memory that it has, MB. */
  get megabytes(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))![1]) / 1_024;
  }

  get pid(): number {
    if (!this.child?.pid) throw new Error(`${this.name} has not been started`);
    return this.child.pid;
  }

  /** Another environment, from the next start on. */
  use(env: NodeJS.ProcessEnv): void {
    this.env = { ...this.env, ...env };
  }

  /** Another build's script, from the next start on. */
  replaceBy(script: string): void {
    this.script = script;
  }

  async ready(): Promise<void> {
    await until(
      `${this.name} to be ready`,
      () => {
        const { exitCode, signalCode } = this.child!;
        if (isOver(this.child!))
          throw new Error(`${this.name} ended with ${exitCode ?? signalCode} while starting`);
        return this.isReady;
      },
      BOOT_MS,
    );
  }

  /** @param state a word for what it does once it is ready */
  part(state: () => Promise<string>): Part {
    return {
      name: this.name,
      port: Number(this.env['PORT']) || null,
      pid: () => this.child?.pid,
      isGone: () => isOver(this.child!),
      state: async () => (this.isReady ? state() : 'starts'),
      stop: () => this.stop(),
      start: () => (this.start(), this.ready()),
    };
  }

  /** kill -9. @returns the moment of it, by performance.now(). */
  async kill(): Promise<number> {
    this.ending = true;
    this.child!.kill('SIGKILL');
    const at = performance.now();
    await this.exited;
    return at;
  }

  async stop(): Promise<void> {
    if (!alive.has(this)) return;
    this.ending = true;
    this.child!.kill('SIGTERM');
    const late = setTimeout(() => this.child!.kill('SIGKILL'), GRACE_MS);
    await this.exited;
    clearTimeout(late);
  }
}

/** For an end in a hurry: nothing that this process started survives it. */
export function killAll(): void {
  for (const app of alive) process.kill(app.pid, 'SIGKILL');
}

/** Something that this process started and that is no App does not outlive it, either. */
export function endWithUs(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

/** A free loopback port below 32768, where no outgoing connection takes it away. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
  throw new Error('No free port found');
}
