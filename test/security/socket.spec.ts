import { readFileSync } from 'node:fs';
import { ModulesContainer } from '@nestjs/core';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SessionStore } from '../../server/platform/auth/session-store.js';
import { Database } from '../../server/platform/db/database.js';
import { Ids } from '../../server/platform/db/ids.js';
import { RealtimeGateway } from '../../server/platform/realtime/realtime.gateway.js';
import { Redis } from '../../server/platform/redis/redis.js';
import { eventually } from '../support/eventually.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';
import { startWorkers } from '../support/workers.js';

let stack: Stack;
let api: Api;
let org: Org;
let client: Client;
const open: Socket[] = [];

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  client = await signedIn(api, await createUser(api, org, 'leader'));
});
afterEach(() => open.splice(0).forEach((socket) => socket.disconnect()));
afterAll(async () => {
  await api.close();
  await stack.close();
});

/** "connected", or why not. */
function knock(auth: object, headers: Record<string, string>): Promise<string> {
  const socket = io(api.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
    extraHeaders: headers,
  });
  open.push(socket);
  return new Promise((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', (error) => resolve(error.message));
  });
}
const mine = () => ({ token: client.token });
const cookie = () => ({ cookie: `token=${client.token}` });

describe('a socket', () => {
  it('opens with both tokens, from our own page', async () => {
    expect(await knock(mine(), cookie())).toBe('connected');
    expect(await knock(mine(), { ...cookie(), origin: api.url })).toBe('connected');
    expect(await knock(mine(), { token: client.token })).toBe('connected');
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1.evil.example'])(
    'does not open from %s',
    async (origin) => {
      expect(await knock(mine(), { ...cookie(), origin })).not.toBe('connected');
    },
  );

  it('does not open with one token, two that differ, or a made-up one', async () => {
    const other = await signedIn(api, await createUser(api, org, 'member'));
    expect(await knock({}, cookie())).toBe('session.refused');
    expect(await knock(mine(), {})).toBe('session.refused');
    expect(await knock(mine(), { cookie: `token=${other.token}` })).toBe('session.refused');
    expect(await knock({ token: 'x'.repeat(43) }, { cookie: `token=${'x'.repeat(43)}` })).toBe(
      'session.gone',
    );
    expect(await knock({ token: { $ne: null } }, cookie())).toBe('session.refused');
  });

  it('does not open for who still owes the liveness check', async () => {
    const store = api.get(SessionStore);
    const { token, hash } = store.newToken();
    const id = await api.get(Ids).take();
    const userId = client.person.id;
    await api
      .get(Database)
      .run(store.insert({ id, hash, userId, pending: true, kiosk: false, now: new Date() }));
    expect(await knock({ token }, { cookie: `token=${token}` })).toBe('session.gone');
  });

  it('does not open once its session is over', async () => {
    const gone = await signedIn(api, await createUser(api, org, 'member'));
    await gone.get('login/out');
    expect(await knock({ token: gone.token }, { cookie: `token=${gone.token}` })).toBe('session.gone');
  });
});

describe('a message on a socket', () => {
  it('is refused when it is not what the contract says, and the socket stays', async () => {
    const socket = await TestSocket.open(client);
    const groupId = (await client.get<{ id: number }[]>('dashboard/groups')).data[0]!.id;
    const ask = (name: string, body: unknown): Promise<unknown> =>
      (socket.socket as Socket).timeout(5_000).emitWithAck(name, body);
    for (const odd of [null, 'board', [], { topic: 'board' }, { topic: 'board', groupId: '1 OR 1' }])
      expect([odd, await ask('watch', odd)]).toEqual([odd, { ok: false }]);
    expect(await ask('recording', { caseId: 0 })).toEqual({ ok: false });
    expect(await socket.watch({ topic: 'board', groupId })).toEqual({ ok: true });
    socket.close();
  });

  it('is refused for a board that does not exist for its reader', async () => {
    const stranger = await signedIn(api, await createUser(api, await createOrg(api, '-other'), 'leader'));
    const groupId = (await client.get<{ id: number }[]>('dashboard/groups')).data[0]!.id;
    const socket = await TestSocket.open(stranger);
    expect(await socket.watch({ topic: 'board', groupId })).toEqual({ ok: false });
    socket.close();
  });
});

describe('the gateway', () => {
  it('is opened by the server and never by the workers', async () => {
    const provides = (modules: ModulesContainer) =>
      [...modules.values()].some(({ providers }) => providers.has(RealtimeGateway));
    const workers = await startWorkers();
    expect(provides(workers.get(ModulesContainer))).toBe(false);
    await workers.close();
    expect(provides(api.app.get(ModulesContainer))).toBe(true);
  });

  it('leaves no connection to Redis behind', async () => {
    const other = await startApi();
    const { client: first, others } = other.get(Redis) as unknown as { client: Line; others: Line[] };
    // One writes to the stream, one reads it, one is subscribed; and the news of ended sessions.
    expect(others.length).toBeGreaterThanOrEqual(3);
    await other.close();
    await eventually(() =>
      expect(new Set([first, ...others].map(({ status }) => status))).toEqual(new Set(['end'])),
    );
  });

  it('stands on one copy of socket.io', () => {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, object>;
    };
    const copies = Object.keys(lock.packages).filter((path) => path.endsWith('node_modules/socket.io'));
    expect(copies).toEqual(['node_modules/socket.io']);
  });
});

interface Line {
  status: string;
}
