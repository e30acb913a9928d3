import { connect } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../bench/lib/figures.js';
import { getRequest, HttpConnection, sessionHeaders } from '../../bench/lib/http-connection.js';
import { grown } from '../../bench/lib/memory.js';
import { Config } from '../../server/platform/config/config.js';
import { sign } from '../../server/platform/auth/signature.js';
import { LARGE_BODIES } from '../data/large-bodies.js';
import type { Person } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';

/** Rate of each body. */
const PER_SECOND = 5;
const ROUND_S = 20;
const QUIET_S = 10;
const READERS = 3;
const READ_EVERY_MS = 30;
/** Limits of another person's list and of a server's growth. */
const MOST_MS = 25;
const MOST_MB = 64;
const ANSWER_MS = 15_000;

interface Sender {
  name: string;
  /** The n-th request's path and headers. */
  call: (n: number, body: Buffer) => [path: string, headers: Record<string, string>];
}

/**
 * Bodies that are large, deep and wide, by somebody who has not signed in, by a session and with a provider's signature, while
 * other people read their lists on the same server. No session's budget helps: each request gets as far as it can.
 */
export const largeBodies: Fault = {
  id: 'F23',
  name: `large, deep and wide bodies, ${PER_SECOND} of each a second`,
  async run(rig) {
    const seats = rig.company.collectors.slice(0, READERS);
    const quiet = await readersOf(rig, seats, () => delay(QUIET_S * 1000));
    const notes = [`lists, ms: ${spread(quiet)} while nobody sends`];
    const failures: string[] = [];
    for (const { name, call } of sendersOf(rig)) {
      const answers = new Map<string, number>();
      let times: number[] = [];
      const mb = await grown(rig.servers[0]!.pid, async () => {
        times = await readersOf(rig, seats, () => flood(rig, call, answers));
      });
      const codes = [...answers].map(([code, n]) => `${code}: ${n}`).join(', ');
      const machine = loadavg()[0]!.toFixed(1);
      notes.push(`${name}: lists, ms: ${spread(times)}; the server grew by ${mb.toFixed(1)} MB at most`);
      notes.push(`  answered ${codes}; the machine's load ${machine}`);
      const p99 = percentile(times, 0.99);
      if (!(p99 <= MOST_MS))
        failures.push(`${name}: a list took ${p99.toFixed(1)} ms (p99, load ${machine})`);
      if (!(mb <= MOST_MB)) failures.push(`${name}: the server grew by ${mb.toFixed(1)} MB`);
      for (const code of answers.keys())
        if (!/^(200 |413 |429 |cut off$)/.test(code))
          failures.push(`${name}: ${answers.get(code)} answers ${code}`);
    }
    const load = `${READERS} readers, ${READ_EVERY_MS} ms apart`;
    return { load, recoveries: [], failures, notes };
  },
};

function sendersOf(rig: Rig): Sender[] {
  const session = sessionHeaders(rig.company.target.token);
  const { intakeHmac } = new Config(rig.env).secrets;
  return [
    { name: 'nobody signed in', call: () => ['login/in', {}] },
    // The second one may have 1.5 MB, so that it is read and weighed.
    { name: 'a session', call: (n) => [n % 2 === 0 ? 'task/record' : 'login/userPicture', session] },
    {
      name: 'a signature',
      call: (_, body) => {
        const timestamp = Math.floor(Date.now() / 1000);
        const signature = sign(intakeHmac, timestamp, body);
        return ['intake/picture', { 'x-timestamp': String(timestamp), 'x-signature': signature }];
      },
    },
  ];
}

/** @returns how long each list took, in ms */
async function readersOf(
  rig: Rig,
  people: readonly Person[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const port = Number(new URL(rig.clients.urls[0]!).port);
  const times: number[] = [];
  let going = true;
  const readers = people.map(async ({ token }) => {
    const connection = await HttpConnection.open(port);
    while (going) {
      const from = performance.now();
      await connection.send(getRequest('/api/task/listing?pageNo=1', sessionHeaders(token)));
      times.push(performance.now() - from);
      await delay(READ_EVERY_MS);
    }
    connection.close();
  });
  try {
    await Promise.race([work(), Promise.all(readers)]);
  } finally {
    going = false;
  }
  await Promise.all(readers);
  return times;
}

/** Each body on a timetable of its own, whether the one before was answered or not. */
async function flood(rig: Rig, call: Sender['call'], answers: Map<string, number>): Promise<void> {
  const sent: Promise<void>[] = [];
  const bodies = Object.values(LARGE_BODIES).map((body) => Buffer.from(body));
  const every = 1000 / (PER_SECOND * bodies.length);
  const from = performance.now();
  for (let n = 0; n * every < ROUND_S * 1000; n++) {
    await delay(Math.max(0, from + n * every - performance.now()));
    const body = bodies[n % bodies.length]!;
    const count = (code: string) => void answers.set(code, (answers.get(code) ?? 0) + 1);
    sent.push(post(rig.clients.urls[0]!, ...call(Math.floor(n / bodies.length), body), body).then(count));
  }
  await Promise.all(sent);
}

/** @returns status and code, as soon as they are there */
async function post(
  base: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<string> {
  const { hostname, port, host } = new URL(base);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  let why = 'cut off';
  // A refused sender that still writes may be cut off before it can read why.
  socket.on('error', (error) => /EPIPE|ECONNRESET/.test(error.message) || (why = error.message));
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer in time')));
  const all = { host, connection: 'close', 'content-type': 'application/json', ...headers };
  const lines = Object.entries({ ...all, 'content-length': String(body.length) });
  socket.write(
    `POST /api/${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  socket.write(body);
  await new Promise((closed) => socket.on('close', closed));
  const [, status, code] = /^HTTP\/1\.1 (\d+)[^]*"code":"([^"]*)"/.exec(received) ?? [];
  return status ? `${status} ${code}` : why;
}

function spread(times: readonly number[]): string {
  const at = (share: number) => percentile(times, share).toFixed(1);
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)} of ${times.length}`;
}
