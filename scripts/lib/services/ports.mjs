import { connect, createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import { spawnSync } from 'node:child_process';

// Linux gives ports from 32768 up to outgoing connections: a listener up there can lose its port to one.
const lowest = 20_000;
const highest = 32_767;

export function isFree(port, host = '127.0.0.1') {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', (error) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? done(false) : fail(error),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(true)));
  });
}

const given = new Set();

/** A free loopback port below 32768, the preferred one if it is free; never the same twice in one run. */
export async function freePort(preferred) {
  if (preferred && !given.has(preferred) && (await isFree(preferred))) return claim(preferred);
  for (let tries = 0; tries < 200; tries += 1) {
    const port = randomInt(lowest, highest + 1);
    if (!given.has(port) && (await isFree(port))) return claim(port);
  }
  throw new Error(`No free port between ${lowest} and ${highest} after 200 tries.`);
}

function claim(port) {
  given.add(port);
  return port;
}

export async function nextFreePort(from, host) {
  for (let port = from; port < from + 200; port += 1) {
    if (!given.has(port) && (await isFree(port, host))) return claim(port);
  }
  throw new Error(`No free port between ${from} and ${from + 199}.`);
}

/** Says who listens on a port ("node, pid 12"), or undefined when the system does not tell. */
export function portOwner(port) {
  const ss = spawnSync('ss', ['-ltnpH', `sport = :${port}`], { encoding: 'utf8' });
  const found = /users:\(\("([^"]+)",pid=(\d+)/.exec(ss.stdout ?? '');
  if (found) return `${found[1]}, pid ${found[2]}`;
  const lsof = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' });
  const named = /p(\d+)\n(?:.*\n)*?c(.+)/.exec(lsof.stdout ?? '');
  return named ? `${named[2]}, pid ${named[1]}` : undefined;
}

/** Sends `message` (may be empty), and returns the first bytes answered, or undefined when nobody answers. */
export function ask(port, message, { host = '127.0.0.1', timeout = 2_000 } = {}) {
  return new Promise((done) => {
    const socket = connect({ port, host });
    const end = (answer) => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(timeout, () => end(undefined));
    socket.once('connect', () => message && socket.write(message));
    socket.once('data', (bytes) => end(bytes));
    socket.once('error', () => end(undefined));
    socket.once('close', () => end(undefined));
  });
}
