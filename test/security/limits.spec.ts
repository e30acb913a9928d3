import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerOf, TokenBuckets } from '../../server/platform/auth/token-buckets.js';
import { agentTo } from '../support/http.js';
import { createOrg, createUser, signedIn, type Client } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

describe('a token bucket', () => {
  const limits = { burst: 3, perSecond: 2, keys: 2 };

  it('admits a burst, then as many as run in', () => {
    const buckets = new TokenBuckets(limits);
    const take = (now: number) => buckets.take('a', now);
    expect([0, 0, 0, 0].map(take)).toEqual([true, true, true, false]);
    expect([400, 500, 500, 1000].map(take)).toEqual([false, true, false, true]);
    expect([60_000, 60_000, 60_000, 60_000].map(take)).toEqual([true, true, true, false]);
  });

  it('is each caller’s own, and forgets who has been silent longest', () => {
    const buckets = new TokenBuckets({ ...limits, burst: 1 });
    expect(['a', 'b', 'a', 'b'].map((key) => buckets.take(key, 0))).toEqual([true, true, false, false]);
    expect(['c', 'a'].map((key) => buckets.take(key, 0))).toEqual([true, true]);
  });

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::99', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['nonsense', 'nonsense'],
  ])('takes %s for a call from %s', (address, caller) => {
    expect(callerOf(address)).toBe(caller);
  });
});

describe('the server', () => {
  let stack: Stack;
  let api: Api;
  let client: Client;
  beforeAll(async () => {
    stack = await createStack({ RECOUP_TRUST_PROXY: 'true' });
    api = await startApi();
    const org = await createOrg(api);
    client = await signedIn(api, await createUser(api, org, 'leader'));
  });
  afterAll(async () => {
    delete process.env['RECOUP_TRUST_PROXY'];
    await api.close();
    await stack.close();
  });

  const from = (address: string, more: Record<string, string> = {}) =>
    agentTo(api.url, { 'x-forwarded-for': address, 'accept-language': 'en', ...more });

  it('answers 31 with HTTP 429 to an address that asks too often before it has signed in, and to nobody else', async () => {
    const loud = '198.51.100.9';
    for (let asked = 0; asked < 1_000; asked += 100) {
      const all = Array.from({ length: 100 }, () => from(loud).get('/api/login/rsaPublicKey'));
      await Promise.all(all);
    }
    for (const [path, method] of [
      ['login/rsaPublicKey', 'get'],
      ['login/generateValidateCode', 'post'],
      ['login/altcha', 'get'],
      ['login/in', 'post'],
      ['dashboard/kioskOpen', 'post'],
    ] as const) {
      // What ran in meanwhile is spent first.
      const answers = await Promise.all(Array.from({ length: 40 }, () => from(loud)[method](`/api/${path}`)));
      const refused = answers.find(({ status }) => status === 429);
      expect({ [path]: refused?.body as unknown }).toMatchObject({ [path]: { code: '31', data: null } });
    }
    expect((await from('198.51.100.10').get('/api/login/rsaPublicKey')).status).toBe(200);
    expect((await from(loud, client.headers).get('/api/login/currentUser')).status).toBe(200);
  }, 60_000);

  it('has a time by which a request must have come', () => {
    expect(api.app.getHttpServer()).toMatchObject({ requestTimeout: 300_000, headersTimeout: 60_000 });
  });

  it('ends though somebody holds a connection and says nothing', async () => {
    const other = await startApi();
    const silent = connect(Number(new URL(other.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await other.close();
    await closed;
  });

  it('ends though browsers are connected', async () => {
    const other = await startApi();
    const own = await signedIn(
      other,
      await createUser(other, await createOrg(other, '-connected'), 'leader'),
    );
    const socket = await TestSocket.open(own);
    await other.close();
    socket.close();
  });

  it('does not answer a socket that asks without end', async () => {
    const socket = await TestSocket.open(client);
    const groupId = (await client.get<{ id: number }[]>('dashboard/groups')).data[0]!.id;
    const asks = Array.from({ length: 1_000 }, () => socket.watch({ topic: 'board', groupId }));
    const answers = await Promise.all(asks);
    socket.close();
    // 200 at once, and ten more for each second that the flood lasts.
    const answered = answers.filter(({ ok }) => ok).length;
    expect(answered).toBeGreaterThanOrEqual(200);
    expect(answered).toBeLessThan(600);
  });
});
