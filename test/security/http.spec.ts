import { connect } from 'node:net';
import type { Test } from 'supertest';
import { describe, expect, it } from '@jest/globals';
import { Vault } from '../../server/platform/crypto/vault.js';
import { sql } from '../../server/platform/db/sql.js';
import { agentTo } from '../support/http.js';
import { createUser, PASSWORD } from '../support/org.js';
import { Browser } from '../support/sign-in.js';
import { useSite } from '../support/site.js';

const { api, org, client } = useSite({
  env: { RECOUP_TRUST_PROXY: 'true' },
  people: { client: 'admin' },
});

interface Sent {
  status: number;
  code: string | undefined;
  text: string;
}
async function sent(request: Test): Promise<Sent> {
  const { status, text } = await request;
  return { status, code: (JSON.parse(text) as { code?: string }).code, text };
}
const send = (path: string) => sent(client.agent.get(path));
const post = (body: string | Buffer, type = 'application/json') =>
  sent(client.agent.post('/api/manage/user/setStatus').set('content-type', type).send(body));
/** Somebody who has not signed in. */
const stranger = (headers?: Record<string, string>) => agentTo(api.url, headers);
/** The first line that the server answers to bytes that are no proper HTTP. */
const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    const url = new URL(api.url);
    const socket = connect(Number(url.port), url.hostname, () => socket.write(bytes));
    socket.once('data', (data) => {
      resolve(data.toString('latin1').split('\r\n')[0]!);
      socket.destroy();
    });
    socket.once('error', reject);
  });

describe('a request that is not what it should be', () => {
  it.each([
    ['cut off', '{"userId": 1'],
    ['empty', ''],
    ['not an object', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['polluting a prototype', '{"__proto__": {"admin": true}, "userId": 1}'],
    ['polluting a constructor', '{"constructor": {"prototype": {"x": 1}}}'],
    ['of wrong types', '{"userId": "1 OR 1=1", "enabled": "yes"}'],
    ['with an id beyond all ids', '{"userId": 1e300, "enabled": true}'],
    ['of 5,000 levels', '['.repeat(5_000) + ']'.repeat(5_000)],
    ['not UTF-8', Buffer.from('{"userId": "\xff\xfe"}', 'latin1')],
  ] as const)('because its body is %s is answered 22', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 200, code: '22' });
  });

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'nonsense',
    'multipart/form-data',
  ])('because its type is %s is refused', async (type) => {
    const answer = await post('userId=1&enabled=false', type);
    expect(answer.status).toBeLessThan(500);
    expect(answer.code).toMatch(/^2[12]$/);
  });

  it('is answered 413 when it is too big', async () => {
    expect(await post(JSON.stringify({ userId: 'x'.repeat(2_000_000) }))).toMatchObject({
      status: 413,
      code: '22',
    });
  });

  it.each(['/api/no/such/call', '/prod/no/such', '/api/', '/api/login', '/nothing', '/api/login/in/more'])(
    'is answered 21 where nothing is: %s',
    async (path) => {
      expect(await send(path)).toMatchObject({ status: 404, code: '21' });
    },
  );

  it('is answered 21 under another method', async () => {
    expect(await sent(client.agent.delete('/api/login/currentUser'))).toMatchObject({
      status: 404,
      code: '21',
    });
    expect(await send('/api/login/in')).toMatchObject({ status: 404, code: '21' });
  });

  it.each([
    '/api/%E0%A4%A',
    '/api/%00',
    `/api/${'a'.repeat(5_000)}`,
    '/api/menu/asideMenu?userId[$ne]=1&userId=x',
  ])('is no failure of the service when its address is odd: %s', async (path) => {
    const answer = await send(path);
    expect(answer.status).toBeLessThan(500);
    expect(answer.code).toMatch(/^(2[12]|-1|00)$/);
  });

  it('never shows a stack or names what it runs on', async () => {
    const answers = [await post('{'), await send('/api/%E0%A4%A'), await send('/nothing')];
    for (const { text } of answers)
      expect(text).not.toMatch(/at .*\.[jt]s|node_modules|fastify|nest|mysql|SyntaxError/i);
    const { headers } = await stranger().get('/api/login/altcha');
    expect([headers['server'], headers['x-powered-by']]).toEqual([undefined, undefined]);
  });

  it('is answered, not suffered, when it is not even HTTP', async () => {
    expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect(
      await raw(`GET /api/login/altcha HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 431/);
  });
});

describe('every answer', () => {
  it('may be neither kept, framed nor guessed at', async () => {
    for (const path of ['/api/login/altcha', '/api/nothing', '/api/login/currentUser']) {
      const { headers } = await stranger().get(path);
      expect({ [path]: headers as unknown }).toMatchObject({
        [path]: {
          'cache-control': 'no-store',
          'content-security-policy': expect.stringContaining("default-src 'none'; frame-ancestors 'none'"),
          'x-content-type-options': 'nosniff',
          'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        },
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('asks for TLS for ever behind TLS', async () => {
    const { headers } = await stranger({ 'x-forwarded-proto': 'https' }).get('/api/login/altcha');
    expect(headers['strict-transport-security']).toMatch(/max-age=31536000/);
  });
});

describe('behind a proxy', () => {
  it('cookies are for TLS only, and the address is what the proxy saw, not what the caller claims', async () => {
    const person = await createUser(api, org, 'member');
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.9.9.9, 198.51.100.7' };
    const browser = new Browser(api, forwarded);
    const { data } = await browser.signIn(person.username, PASSWORD);
    expect(browser.cookies[0]).toBe(`token=${data.token}; Path=/; HttpOnly; Secure; SameSite=Strict`);
    const [row] = await api.rows(sql`SELECT address FROM login_audit WHERE username = ${person.username}`);
    expect(row).toEqual({ address: '198.51.100.7' });
  });
});

describe('reading as who one is', () => {
  it('decrypts nothing', async () => {
    const before = api.get(Vault).opened;
    for (const path of ['login/currentUser', 'menu/asideMenu', 'manage/user/list']) await client.get(path);
    expect(api.get(Vault).opened).toBe(before);
  });
});
