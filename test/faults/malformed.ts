import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { io, type Socket } from 'socket.io-client';
import { any, Load } from './rig/load.js';
import type { Person } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import { seconds, until } from './rig/wait.js';
import type { Fault } from './rig/verdict.js';

const REQUESTS = 10_000;
const FRAMES = 10_000;
const AT_ONCE = 32;
const FRAMES_OF_A_SOCKET = 100;
const ANSWER_MS = 15_000;
/** They would end the very session that asks. */
const ENDS_SESSIONS = /^login\/(out|in|choosePassword)|kiosk/;

const FIELDS = [
  'id', 'taskId', 'contactId', 'userId', 'queueId', 'page', 'size', 'pageNum', 'pageSize', 'sort', 'order', 'version',
  'clientRequestId', 'amount', 'date', 'from', 'to', 'notes', 'callResult', 'promiseAmount', 'promiseDate', 'taskIds',
  'agentId', 'filters', 'phone', 'name', 'status', 'channel', 'templateId', 'text',
]; // prettier-ignore
const JUNK: readonly (() => unknown)[] = [
  () => null,
  () => -1,
  () => 1e309,
  () => 9_007_199_254_740_993n.toString(),
  () => 'NaN',
  () => '',
  () => "' OR 1=1 -- ",
  () => '\u0000\ud800',
  () => 'x'.repeat(20_000),
  () => ['a', ['b', []]],
  () => ({ $ne: null, __proto__: { admin: true } }),
  () => true,
  () => '2026-02-31',
  () => randomBytes(40).toString('latin1'),
  () => nested(200),
];
const BROKEN = ['{', '{"a":', '[1,2', 'null', '"x"', '\u0000', '{"taskId":1e999}', '<xml/>', '{"a":1,}'];

interface Endpoint {
  method: string;
  path: string;
}

/** Requests and frames that no client of ours sends: each is refused with a code, and nothing else happens. */
export const malformed: Fault = {
  id: 'F16',
  name: `${REQUESTS} malformed requests and ${FRAMES} malformed frames`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: 2, restMs: 50, reads: 0.2 });
    load.start();
    const from = performance.now();
    const codes = await sendRequests(rig);
    const requestsTook = performance.now() - from;
    const reconnected = await sendFrames(rig);
    const framesTook = performance.now() - from - requestsTook;
    await load.stop();
    const failures = [...codes]
      .filter(([code]) => /^(5|no answer)/.test(code))
      .map(([code, n]) => `${n} answers ${code}`);
    for (const url of rig.clients.urls)
      if (!(await fetch(`${url}/healthz`)).ok) failures.push(`${url} is not well afterwards`);
    const spread = [...codes].sort(([, one], [, other]) => other - one).map(([code, n]) => `${code}: ${n}`);
    const notes = [
      `requests in ${seconds(requestsTook)} s, by status and code ${spread.join(', ')}`,
      `frames in ${seconds(framesTook)} s; sockets were closed and opened again ${reconnected} times`,
    ];
    return { load: load.words, recoveries: [], failures, notes };
  },
};

/** Every call that the product answers, as its list says. */
function endpoints(): Endpoint[] {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/calls.md', import.meta.url)), 'utf8');
  const rows = [...page.matchAll(/^\| (GET|POST) +\| `([^`]+)`/gm)];
  return rows
    .map(([, method, path]) => ({ method: method!, path: path! }))
    .filter(({ path }) => !ENDS_SESSIONS.test(path));
}

async function sendRequests(rig: Rig): Promise<Map<string, number>> {
  const calls = endpoints();
  if (calls.length < 100) throw new Error(`docs/calls.md names ${calls.length} calls`);
  const codes = new Map<string, number>();
  let sent = 0;
  const people = [...rig.company.collectors, ...rig.company.leaders];
  const sender = async () => {
    while (sent < REQUESTS) {
      const endpoint = calls[sent++ % calls.length]!;
      const code = await send(any(rig.clients.urls), endpoint, any(people));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return codes;
}

async function send(base: string, { method, path }: Endpoint, { token }: Person): Promise<string> {
  const filled = path.replace(/:\w+/g, () => encodeURIComponent(whole(String(junk()).slice(0, 60))) || '-');
  const query =
    Math.random() < 0.7 ? `?${any(FIELDS)}=${encodeURIComponent(text(junk()))}&${any(FIELDS)}[]=%zz` : '';
  const isPost = method === 'POST';
  const headers: Record<string, string> = { 'x-auth-token': token, cookie: `token=${token}` };
  if (isPost)
    headers['content-type'] = any([
      'application/json',
      'application/json',
      'text/plain',
      'multipart/form-data',
    ]);
  try {
    const response = await fetch(`${base}/api/${filled}${query}`, {
      method,
      headers,
      ...(isPost ? { body: Math.random() < 0.2 ? any(BROKEN) : JSON.stringify(junkBody()) } : {}),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const answer = await response.text();
    const code = /^\{"code":"([^"]*)"/.exec(answer)?.[1] ?? 'raw';
    return `${response.status} ${code}`;
  } catch (error) {
    return `no answer: ${error instanceof Error ? error.name : 'error'} of ${method} ${path}`;
  }
}

/** A lone half of a pair of letters has no place in an address. */
const text = (value: unknown) => whole(JSON.stringify(value) ?? 'undefined').slice(0, 2_000);

/** Without the halves of letters that no address can hold. */
function whole(value: string): string {
  return value.replace(/\p{Cs}/gu, '');
}

function junk(): unknown {
  return any(JUNK)();
}

function junkBody(): unknown {
  if (Math.random() < 0.1) return junk();
  return Object.fromEntries(Array.from({ length: 6 }, () => [any(FIELDS), junk()]));
}

function nested(depth: number): unknown {
  let value: unknown = 'end';
  for (let n = 0; n < depth; n++) value = { value };
  return value;
}

async function sendFrames(rig: Rig): Promise<number> {
  let reconnected = 0;
  for (let sent = 0; sent < FRAMES; sent += FRAMES_OF_A_SOCKET) {
    const { token } = any(rig.company.collectors);
    const socket = io(any(rig.clients.urls), {
      transports: ['websocket'],
      auth: { token },
      extraHeaders: { cookie: `token=${token}` },
      reconnectionDelay: 20,
    });
    await until('a socket to connect', () => socket.connected);
    socket.on('connect', () => reconnected++);
    for (let n = 0; n < FRAMES_OF_A_SOCKET; n++) await sendFrame(socket);
    socket.disconnect();
  }
  return reconnected;
}

const RAW = [
  '2[',
  '42["watch"',
  '9',
  '4',
  '451-["x",{"_placeholder":true,"num":0}]',
  '2["watch",',
  '0{"token":1}',
  '1',
];

/** By a known name with junk, by an unknown one, as bytes, or as text that is no packet at all. */
async function sendFrame(socket: Socket): Promise<void> {
  await until('the socket to be back', () => socket.connected);
  const dice = Math.random();
  if (dice < 0.6) socket.emit(any(['watch', 'unwatch', 'recording', 'beat']), junk(), junk());
  else if (dice < 0.75) socket.emit(any(['frame', '__proto__', 'x'.repeat(500)]), junk());
  else if (dice < 0.9) socket.emit('watch', randomBytes(64));
  else socket.io.engine.write(any(RAW));
}
