import { fork, spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The workers open the day of every collector before they are ready. */
const READY_MS = 240_000;
const GRACE_MS = 8_000;
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_767;

const running = new Set<ChildProcess>();

/** Ends every process that was started here, by its pid. */
export async function endChildren(): Promise<void> {
  await Promise.all([...running].map(end));
}

/** For the last moment of this process, when nothing can be waited for. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** One of the product's processes, as `npm start` runs it. */
export interface Product {
  pid: number;
  stop(): Promise<void>;
}

/** Starts dist/`script` and waits until it says "ready". Its lines go to logs/`name`.log in the data folder. */
export async function startProduct(
  name: string,
  script: string,
  env: Record<string, string | undefined>,
): Promise<Product> {
  const path = fileURLToPath(new URL(`../../${script}`, import.meta.url));
  const logs = join(env['RECOUP_DATA_DIR']!, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const log = createWriteStream(join(logs, `bench-${name}.log`), { mode: 0o600 });
  const options = (process.env['RECOUP_BENCH_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean);
  const child = spawn(process.execPath, ['--enable-source-maps', ...options, path], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  watch(child);
  child.stderr.pipe(log);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} was not ready in time`)), READY_MS);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: see ${String(log.path)}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.write(`${line}\n`);
      if (line.startsWith('ready')) resolve(clearTimeout(timer));
    });
  });
  return { pid: child.pid!, stop: () => end(child) };
}

/** A process of the benchmark's own that answers calls; see answerCalls. */
export interface Remote {
  pid: number;
  call<Answer>(name: string, argument?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

interface Reply {
  id: number;
  answer?: unknown;
  error?: string;
}

/** Starts bench/`script` with a channel that carries Dates and Buffers. */
export function startRemote(script: string, env: NodeJS.ProcessEnv = process.env): Remote {
  const path = fileURLToPath(new URL(`../${script}`, import.meta.url));
  const child = fork(path, { serialization: 'advanced', env });
  watch(child);
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let calls = 0;
  child.on('message', ({ id, answer, error }: Reply) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) caller?.resolve(answer as never);
    else caller?.reject(new Error(`${script}: ${error}`));
  });
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${script} ended with ${code}`));
  });
  return {
    pid: child.pid!,
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++calls;
        waiting.set(id, { resolve, reject });
        child.send({ id, name, argument }, (error) => error && reject(error));
      }),
    stop: () => end(child),
  };
}

type Handlers = Record<string, (argument: never) => unknown>;

/** In a process started by startRemote: answers its calls, and ends with whoever started it. */
export function answerCalls(handlers: Handlers): void {
  process.on('disconnect', () => process.exit());
  process.on('message', ({ id, name, argument }: { id: number; name: string; argument: never }) => {
    void (async () => {
      try {
        process.send!({ id, answer: await handlers[name]!(argument) });
      } catch (error) {
        process.send!({ id, error: error instanceof Error ? error.stack : String(error) });
      }
    })();
  });
}

function watch(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await ended;
  clearTimeout(timer);
}

/** A free loopback port below those that Linux gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    if (await isFree(port)) return port;
  }
  throw new Error('No free port was found');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
