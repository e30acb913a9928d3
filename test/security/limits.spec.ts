import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { CallBudgets } from '../../server/platform/auth/budgets/call-budgets.js';
import { addBodyDeadline, endSilentConnections } from '../../server/platform/http/deadlines.js';
import { callerOf, TokenBuckets } from '../../server/platform/auth/budgets/token-buckets.js';
import { agentTo } from '../support/http.js';
import { createOrg, createUser, signedIn, Client } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { createStack, startApi, type Api, type Stack } from '../support/stack.js';

describe('a token bucket', () => {
  const limits = { burst: 3, perSecond: 2, keys: 2 };

  it('admits a burst, then as many as run in', () => {
    const buckets = new TokenBuckets(limits);
    const take = (now: number) => buckets.take('a', 1, now);
    expect([0, 0, 0, 0].map(take)).toEqual([true, true, true, false]);
    expect([400, 500, 500, 1000].map(take)).toEqual([false, true, false, true]);
    expect([60_000, 60_000, 60_000, 60_000].map(take)).toEqual([true, true, true, false]);
  });

  it('is each caller’s own, and forgets who has been silent longest', () => {
    const buckets = new TokenBuckets({ ...limits, burst: 1 });
    expect(['a', 'b', 'a', 'b'].map((key) => buckets.take(key, 1, 0))).toEqual([true, true, false, false]);
    expect(['c', 'a'].map((key) => buckets.take(key, 1, 0))).toEqual([true, true]);
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

describe('what a session may ask for', () => {
  it('is counted for each kind of call, and says how long to wait', () => {
    const budgets = new CallBudgets(0.01);
    const tooMany = (seconds: number) =>
      expect.objectContaining({ key: 'request.tooMany', params: { seconds } });
    for (let times = 0; times < 6; times++) budgets.spend('read', 'a');
    expect(() => budgets.spend('read', 'a')).toThrow(tooMany(4));
    budgets.spend('read', 'b');
    budgets.spend('change', 'a');
    budgets.spend('change', 'a');
    expect(() => budgets.spend('change', 'a')).toThrow(tooMany(10));
  });
});

describe('the server', () => {
  let stack: Stack;
  let api: Api;
  let client: Client;
  let other: Client;
  beforeAll(async () => {
    stack = await createStack({ RECOUP_TRUST_PROXY: 'true' });
    api = await startApi();
    const org = await createOrg(api);
    client = await signedIn(api, await createUser(api, org, 'leader'));
    other = await signedIn(api, await createUser(api, org, 'leader'));
  });
  afterAll(async () => {
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
      ['dashboard/kioskPairing', 'post'],
    ] as const) {
      // Tokens that refilled meanwhile are spent first.
      const cheap = Array.from({ length: 100 }, () => from(loud).get('/api/login/rsaPublicKey'));
      const asked = Array.from({ length: 40 }, () => from(loud)[method](`/api/${path}`));
      const answers = (await Promise.all([...cheap, ...asked])).slice(cheap.length);
      const refused = answers.find(({ status }) => status === 429);
      expect({ [path]: refused?.body as unknown }).toMatchObject({ [path]: { code: '31', data: null } });
    }
    expect((await from('198.51.100.10').get('/api/login/rsaPublicKey')).status).toBe(200);
    expect((await from(loud, client.headers).get('/api/login/currentUser')).status).toBe(200);
  });

  it('has a time by which a request must have come', () => {
    expect(api.app.getHttpServer()).toMatchObject({ requestTimeout: 300_000, headersTimeout: 10_000 });
  });

  it('cuts off who sends a body byte by byte, and nobody else', async () => {
    const bare = fastify();
    addBodyDeadline(bare, 50);
    bare.post('/', async () => 'taken');
    const { port } = new URL(await bare.listen({ host: '127.0.0.1', port: 0 }));
    const slow = connect(Number(port), '127.0.0.1');
    const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n';
    slow.write(`${head}{`);
    const whole = await bare.inject({ method: 'POST', url: '/', payload: { a: 1 } });
    expect(whole.body).toBe('taken');
    await once(slow, 'close');
    await bare.close();
  });

  it('cuts off who stops in the middle of a file', async () => {
    const bare = fastify();
    addBodyDeadline(bare, 50);
    bare.addContentTypeParser('multipart/form-data', (_, payload, done) => {
      payload.resume();
      payload.once('end', () => done(null));
    });
    bare.post('/', async () => 'taken');
    const { port } = new URL(await bare.listen({ host: '127.0.0.1', port: 0 }));
    const slow = connect(Number(port), '127.0.0.1');
    const type = 'content-type: multipart/form-data; boundary=x';
    slow.write(`POST / HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 9\r\n\r\n--x`);
    await once(slow, 'close');
    await bare.close();
  });

  it('ends a connection on which nothing ever comes, and no other', async () => {
    const bare = fastify();
    endSilentConnections(bare.server, 100);
    const { port } = new URL(await bare.listen({ host: '127.0.0.1', port: 0 }));
    const [silent, other] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')];
    await once(other, 'connect');
    other.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(silent, 'close');
    other.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(String((await once(other, 'data'))[0])).toContain('404');
    other.destroy();
    await bare.close();
  });

  it('answers 429 with Retry-After to a session that calls too often, by kind of call, and to nobody else', async () => {
    process.env['RECOUP_CALL_BUDGET'] = '0.05';
    const strict = await startApi();
    try {
      const loud = new Client(strict.url, client.token, client.person);
      const others = new Client(strict.url, other.token, other.person);
      const ask = (path: string) => Array.from({ length: 60 }, () => loud.agent.get(`/api/${path}`));
      const reads = await Promise.all(ask('task/counts'));
      const refused = reads.filter(({ status }) => status === 429);
      expect(reads.length - refused.length).toBeGreaterThanOrEqual(30);
      expect(refused.length).toBeGreaterThan(0);
      for (const { body, headers } of refused) {
        expect(body).toMatchObject({ code: '31', data: null });
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      expect((await loud.post('management/task/withdraw/1')).code).toBe('22');
      expect((await others.get('task/counts')).code).toBe('00');
      const files = await Promise.all(ask('softPhone/downLoadVoice?callId=999999999'));
      expect(files.filter(({ status }) => status === 200).length).toBeLessThan(10);
    } finally {
      await strict.close();
    }
  });

  it('ends though somebody holds a connection and says nothing', async () => {
    const second = await startApi();
    const silent = connect(Number(new URL(second.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await second.close();
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
});
