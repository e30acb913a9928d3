import type { Server } from 'socket.io';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SocketsService } from '../../../server/platform/realtime/sockets.service.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { Client, createOrg, createUser, PASSWORD, type Org } from '../../support/org.js';
import { eventually } from '../../support/eventually.js';
import { proxyTo, type Proxy } from '../../faults/rig/proxy.js';
import { Browser } from '../../support/sign-in.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

/** Far above the 250 ms that a request waits for Redis, far below what a person calls hanging. */
const BOUND_MS = 3_000;

let stack: Stack;
let proxy: Proxy;
let api: Api;
let org: Org;
let browser: Browser;

beforeAll(async () => {
  stack = await createStack();
  proxy = await proxyTo(stack.redisUrl);
  process.env['REDIS_URL'] = proxy.url;
  api = await startApi();
  org = await createOrg(api);
  browser = new Browser(api);
  await ready(true);
});
afterEach(async () => {
  proxy.mend();
  await ready(true);
});
afterAll(async () => {
  await api.close();
  await proxy.close();
  await stack.close();
});

const ready = (wanted: boolean) =>
  eventually(() => expect(api.get(Redis).client.status === 'ready').toBe(wanted));
async function enter() {
  const person = await createUser(api, org, 'member');
  return new Client(api.url, (await browser.signIn(person.username, PASSWORD)).data.token, person);
}
async function within<Value>(work: () => Promise<Value>): Promise<Value> {
  const from = performance.now();
  const value = await work();
  expect(performance.now() - from).toBeLessThan(BOUND_MS);
  return value;
}
const codeOf = async (client: Client) => (await client.get('login/currentUser')).code;

describe.each(['refuse', 'hang'] as const)('Redis away (%s)', (how) => {
  it('keeps people signed in and lets others in, within bounds', async () => {
    const client = await enter();
    proxy.cut(how);
    expect(await within(() => codeOf(client))).toBe('00');
    const late = await within(enter);
    expect(await codeOf(late)).toBe('00');
  });

  it('forgets nothing that ended meanwhile', async () => {
    const client = await enter();
    expect(await codeOf(client)).toBe('00');
    proxy.cut(how);
    expect((await within(() => client.get('login/out'))).code).toBe('00');
    expect(await codeOf(client)).toBe('02');
    proxy.mend();
    await ready(true);
    expect(await codeOf(client)).toBe('02');
  });
});

/** The socket adapter does not catch a subscription that is cut off while it is being made. */
async function subscribed(server: Api): Promise<void> {
  const sockets = server.get(SocketsService) as unknown as { server: Server };
  const { uid } = sockets.server.of('/').adapter as unknown as { uid: string };
  const channel = `socket.io#/#${uid}#`;
  await eventually(async () =>
    expect(await api.get(Redis).client.pubsub('NUMSUB', channel)).toEqual([channel, 1]),
  );
}

describe('Redis back after another server ended a session', () => {
  it('is not believed until MySQL was asked', async () => {
    const client = await enter();
    expect(await codeOf(client)).toBe('00');
    const other = await startApi();
    await subscribed(other);
    proxy.cut();
    await ready(false);
    const there = new Client(other.url, client.token, client.person);
    expect((await there.get('login/out')).code).toBe('00');
    // The other server dies with the news still in its memory.
    await other.close();
    proxy.mend();
    await ready(true);
    expect(await codeOf(client)).toBe('02');
  });
});
