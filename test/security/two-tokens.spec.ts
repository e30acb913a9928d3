import type { Test } from 'supertest';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { endpointsOf } from '../../server/platform/auth/endpoints.js';
import { agentTo } from '../support/http.js';
import { createOrg, createUser, PASSWORD, signedIn, type Client, type Person } from '../support/org.js';
import { Browser } from '../support/sign-in.js';
import { useServer } from '../support/site.js';

let person: Person;
let client: Client;
let other: Client;

const { api } = useServer();
beforeAll(async () => {
  const org = await createOrg(api);
  person = await createUser(api, org, 'admin');
  client = await signedIn(api, person);
  other = await signedIn(api, await createUser(api, org, 'leader'));
});

type Headers = Record<string, string>;
const as = (headers: Headers) => agentTo(api.url, headers);
async function codeIn(request: Test): Promise<string> {
  const { text } = await request;
  return text.startsWith('{"code"') ? (JSON.parse(text) as { code: string }).code : '00';
}
const codeOf = (path: string, headers: Headers) => codeIn(as(headers).get(`/api/${path}`));
const post = (path: string, headers: Headers, body: object = {}) =>
  codeIn(as(headers).post(`/api/${path}`).send(body));

/** How a token may travel. */
const ways = {
  auth: (token: string): Headers => ({ 'x-auth-token': token }),
  older: (token: string): Headers => ({ token }),
  cookie: (token: string): Headers => ({ cookie: `token=${token}` }),
};
type Way = keyof typeof ways;

describe('two tokens', () => {
  it.each([
    ['auth', 'cookie'],
    ['auth', 'older'],
    ['older', 'cookie'],
  ] as [Way, Way][])('that agree, by %s and %s, read and write', async (one, two) => {
    const headers = { ...ways[one](client.token), ...ways[two](client.token) };
    expect(await codeOf('task/counts', headers)).toBe('00');
    // Refused for what is in it: the guard let it pass.
    expect(await post('management/task/withdraw/1', headers)).toBe('22');
    const mixed = { ...ways[one](client.token), ...ways[two](other.token) };
    expect(await codeOf('task/counts', mixed)).toBe('-1');
    expect(await post('management/task/withdraw/1', mixed)).toBe('-1');
  });

  it('that agree are not enough when a third one differs', async () => {
    for (const odd of Object.keys(ways) as Way[]) {
      const headers = Object.assign(
        {},
        ...(Object.keys(ways) as Way[]).map((way) => ways[way](way === odd ? other.token : client.token)),
      ) as Headers;
      expect([odd, await codeOf('task/counts', headers)]).toEqual([odd, '-1']);
      expect([odd, await codeOf('login/currentUser', headers)]).toEqual([odd, '-1']);
    }
  });

  it('are needed by every call, but by what a browser fetches by its address', async () => {
    const opened: string[] = [];
    const demanding = endpointsOf(api.app).filter(
      ({ demand }) => demand?.kind === 'permission' || demand?.kind === 'session',
    );
    for (const { method, paths } of demanding) {
      const path = paths[0]!.replace(/:\w+/g, '1');
      for (const way of Object.keys(ways) as Way[]) {
        const headers = ways[way](client.token);
        const code = await (method === 'GET' ? codeOf(path, headers) : post(path, headers));
        if (code !== '-1') opened.push(`${method} ${paths[0]} by ${way}`);
      }
    }
    expect(opened.sort()).toEqual([
      'GET customer/service/attachment/:id by cookie',
      'GET docs by cookie',
      'GET export/file/:id by cookie',
      'GET login/currentUser by cookie',
      'GET login/userPicture by cookie',
      'GET manage/user/picture by cookie',
      'GET softPhone/downLoadVoice by cookie',
      'GET task/userPic/:id by cookie',
    ]);
  });

  it('are needed by a list, but when it is fetched as a file', async () => {
    const cookie = ways.cookie(client.token);
    for (const path of ['task/listing', 'repay/statistics', 'task/LongAgingListing', 'promise/list']) {
      expect([path, await codeOf(path, cookie)]).toEqual([path, '-1']);
      expect([path, await codeOf(`${path}?output=1`, cookie)]).toEqual([path, '00']);
    }
  });
});

describe('a change by who is signed in', () => {
  it('is refused to another site, whatever tokens it has', async () => {
    const tokens = { ...ways.auth(client.token), ...ways.cookie(client.token) };
    const path = 'management/task/withdraw/1';
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Headers[])
      expect(await post(path, { ...tokens, ...headers })).toBe('20');
    // Refused for what is in it.
    const own = { origin: api.url, 'sec-fetch-site': 'same-origin' };
    expect(await post(path, { ...tokens, ...own })).toBe('22');
  });
});

describe('a change that nobody has to be signed in for', () => {
  const PATHS = ['login/in', 'dashboard/kioskOpen', 'dashboard/kioskPairing', 'login/generateValidateCode'];

  it.each(PATHS)('%s takes JSON only', async (path) => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const body = type.startsWith('multipart')
        ? '--x\r\ncontent-disposition: form-data; name="token"\r\n\r\na\r\n--x--\r\n'
        : 'token=a';
      const answer = await as({ 'content-type': type }).post(`/api/${path}`).send(body);
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect([type, (answer.body as { code: string }).code]).toEqual([type, '22']);
    }
  });

  it.each(PATHS)('%s is refused to another site', async (path) => {
    const own = api.url;
    const foreign: Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${own}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: own },
    ];
    for (const headers of foreign) expect(await post(path, headers)).toBe('20');
    for (const headers of [
      {},
      { origin: own },
      { origin: own, 'sec-fetch-site': 'same-origin' },
    ] as Headers[])
      expect(await post(path, headers)).not.toBe('20');
  });

  it('needs no content type without a body', async () => {
    expect(await codeIn(as({}).post('/api/login/generateValidateCode'))).toBe('00');
  });

  it('still signs in by JSON from our own page', async () => {
    const browser = new Browser(api, { origin: api.url, 'sec-fetch-site': 'same-origin' });
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('00');
  });
});
