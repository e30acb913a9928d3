import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Children that end by themselves (npm, apt-get, builds); a stop has to end these too. */
const running = new Set();

/** A failure that its reader can act on: printed without a stack. */
export class Problem extends Error {}

/**
 * Runs a command to its end. Output goes to `log` (a file) or is returned; `inherit` shows it; `input` is a text for it.
 * Throws Problem with the last lines of the output unless `allowFailure`.
 */
export async function run(command, args, options = {}) {
  const { log, inherit, input, allowFailure, untouchable, ...spawnOptions } = options;
  const output = log ? openSync(log, 'a') : inherit ? 'inherit' : 'pipe';
  // An own process group: Ctrl-C reaches only the script, which then ends its children in order.
  const child = spawn(command, args, {
    ...spawnOptions,
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', output, output],
  });
  child.stdin?.end(input);
  child.untouchable = untouchable;
  running.add(child);
  const text = collect(child);
  const code = await exitOf(child).finally(() => {
    running.delete(child);
    if (typeof output === 'number') closeSync(output);
  });
  if (code !== 0 && !allowFailure) throw failure(command, args, code, log ? tailOf(log) : text());
  return { code, text: text() };
}

function failure(command, args, code, output) {
  const shown = output.trim();
  return new Problem(`${command} ${args.join(' ')} ended with ${code}${shown ? `\n${shown}` : ''}`);
}

function collect(child) {
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(part));
  return () => Buffer.concat(parts).toString('utf8');
}

/** Resolves with the exit code, or the signal's name; rejects when the command cannot be started. */
export function exitOf(child) {
  if (child.exitCode !== null || child.signalCode !== null)
    return Promise.resolve(child.exitCode ?? child.signalCode);
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, signal) => done(code ?? signal));
  });
}

/** Ends the commands under way; resolves when those that must not be cut short are through. */
export async function endRunning() {
  if (uncut.size > 0) console.log('Waiting for the package manager to finish …');
  const cut = [...running].filter((child) => !child.untouchable);
  await Promise.allSettled([...uncut, ...cut.map((child) => endGroup(child.pid))]);
}

// A shell that ends at once may leave behind what it started.
async function endGroup(pid) {
  const until = Date.now() + 3_000;
  send(-pid, 'SIGTERM');
  while (groupIsAlive(pid) && Date.now() < until) await sleep(30);
  send(-pid, 'SIGKILL');
}

function groupIsAlive(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Work that leaves the machine broken when it is cut short (dpkg): a stop waits for it. */
const uncut = new Set();

export async function uninterrupted(work) {
  const promise = work();
  uncut.add(promise);
  try {
    return await promise;
  } finally {
    uncut.delete(promise);
  }
}

/** Starts a process that outlives this one unless it is stopped; its output goes to a file. */
export function startDetached(command, args, { log, env, cwd }) {
  const output = openSync(log, 'a', 0o600);
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', output, output] });
  child.on('error', (error) => console.error(`${command} cannot be started: ${error.message}`));
  child.unref();
  closeSync(output);
  return child.pid;
}

export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return !isZombie(pid);
}

// A container without an init process never reaps orphans: they answer kill(pid, 0) for ever.
function isZombie(pid) {
  if (!existsSync('/proc/self/stat')) return false;
  const stat = read(`/proc/${pid}/stat`);
  return stat === '' || stat[stat.lastIndexOf(')') + 2] === 'Z';
}

// A process may end between two looks at it.
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
    throw error;
  }
}

function commandLine(pid) {
  if (!isAlive(pid)) return '';
  if (existsSync('/proc/self/cmdline')) return read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
  return (spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim();
}

/** A pid alone proves nothing (it may have been given to another process): the command line has to match too. */
export function isOurs(pid, ...marks) {
  const line = commandLine(pid);
  return line !== '' && marks.every((mark) => line.includes(mark));
}

/** Kills every process whose command line names a path; for a path that is ours alone and of no more use. */
export function killUsersOf(path) {
  if (!existsSync('/proc')) return;
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  for (const pid of pids) if (pid !== process.pid && isOurs(pid, path)) send(pid, 'SIGKILL');
}

async function waitForEnd(pid, milliseconds) {
  const until = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}

/** Asks a process to end, and after `grace` ms ends it. Returns how it went: gone, ended or killed. */
export async function stopPid(pid, { signal = 'SIGTERM', grace = 10_000 } = {}) {
  if (!isAlive(pid)) return 'gone';
  send(pid, signal);
  if (await waitForEnd(pid, grace)) return 'ended';
  send(pid, 'SIGKILL');
  await waitForEnd(pid, 5_000);
  return 'killed';
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

export function tailOf(file, lines = 20) {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Runs a script's main function; an expected failure is shown as a message, anything else with its stack. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Problem ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}
