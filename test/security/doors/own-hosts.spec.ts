import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sign } from '../../../server/platform/auth/signature.js';
import { Config } from '../../../server/platform/config/config.js';
import { agentTo } from '../../support/http.js';
import { createOrg, createUser, signedIn, type Client } from '../../support/org.js';
import { createStack, startApi, TEST_SECRETS, type Api, type Stack } from '../../support/stack.js';

const PUBLIC = 'https://recoup.example';
let stack: Stack;
let api: Api;
let client: Client;

beforeAll(async () => {
  stack = await createStack();
  const first = await startApi();
  client = await signedIn(first, await createUser(first, await createOrg(first), 'leader'));
  await first.close();
});
afterEach(() => api.close());
afterAll(() => stack.close());

/** Another one with these settings, and the same sessions. */
async function restart(settings: Record<string, string> = {}): Promise<void> {
  Object.assign(process.env, settings);
  try {
    api = await startApi();
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
}
const port = () => new URL(api.url).port;

/** Sends what a browser sends from a page of this name: reads carry the host alone. */
async function codes(host: string, scheme = 'http') {
  const from = { host, origin: `${scheme}://${host}`, 'sec-fetch-site': 'same-origin' };
  const change = await agentTo(api.url, from).post('/api/login/generateValidateCode');
  const read = await agentTo(api.url, { host }).get('/api/login/altcha');
  const own = await agentTo(api.url, { ...client.headers, ...from }).get('/api/login/currentUser');
  const page = await agentTo(api.url, { host }).get('/');
  const codeOf = ({ text }: { text: string }) => /^\{"code":"([^"]*)"/.exec(text)?.[1] ?? 'page';
  return {
    change: codeOf(change),
    read: codeOf(read),
    own: codeOf(own),
    // A checkout without a build has no page.
    page: codeOf(page) === '20' ? '20' : '00',
    socket: await knock(host, `${scheme}://${host}`),
  };
}
function knock(host: string, origin: string): Promise<string> {
  const socket = io(api.url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token: client.token },
    extraHeaders: { host, origin, cookie: `token=${client.token}` },
  });
  return new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('00'));
    socket.on('connect_error', () => resolve('20'));
  }).finally(() => socket.disconnect());
}
const all = (code: string) => ({ change: code, read: code, own: code, page: code, socket: code });

describe('the name by which the service is asked', () => {
  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'recoup.example',
    '2130706433',
  ])('%s is refused when nobody named it: somebody may have pointed it at this machine', async (name) => {
    await restart();
    expect(await codes(`${name}:${port()}`)).toEqual(all('20'));
    expect(await codes(name)).toEqual(all('20'));
  });

  it('may be localhost or any IP address without a setting', async () => {
    await restart();
    for (const host of [`127.0.0.1:${port()}`, `localhost:${port()}`, '192.168.1.20:8080', '[fd00::20]:8080'])
      expect([host, await codes(host)]).toEqual([host, all('00')]);
  });

  it('may be what the settings name, and what they make it listen to', async () => {
    await restart({ RECOUP_PUBLIC_ORIGINS: `${PUBLIC}/, http://office:8080`, HOST: 'Own.example' });
    expect(await codes('recoup.example', 'https')).toEqual(all('00'));
    expect(await codes('office:8080')).toEqual(all('00'));
    expect(await codes(`own.example:${port()}`)).toEqual(all('00'));
    expect(await codes('evil.example', 'https')).toEqual(all('20'));
    expect(await codes(`127.0.0.1:${port()}`)).toEqual(all('00'));
  });

  it('is not what a header beside it says, behind a proxy or not', async () => {
    await restart({ RECOUP_PUBLIC_ORIGINS: PUBLIC, RECOUP_TRUST_PROXY: 'true' });
    const said = {
      'x-forwarded-host': 'recoup.example',
      host: 'evil.example',
      origin: 'http://evil.example',
    };
    const answer = await agentTo(api.url, said).post('/api/login/generateValidateCode');
    expect(answer.body).toMatchObject({ code: '20', message: '本服务不使用该地址' });
    const origin = { 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' };
    const other = await agentTo(api.url, origin).post('/api/login/generateValidateCode');
    expect(other.body).toMatchObject({ code: '20' });
  });

  it('is nothing to who signs a call', async () => {
    await restart();
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = sign(TEST_SECRETS.paymentHmac, timestamp, '{}');
    const headers = { host: 'proxy', 'x-timestamp': String(timestamp), 'x-signature': signature };
    const answer = await agentTo(api.url, headers).post('/api/payment/callback').type('json').send('{}');
    expect(answer.body).toMatchObject({ code: '22' });
  });

  it('stops the start when it is no origin', async () => {
    await restart();
    for (const text of ['recoup.example', 'ftp://recoup.example', 'https://'])
      expect(() => new Config({ ...process.env, RECOUP_PUBLIC_ORIGINS: text })).toThrow();
  });
});
