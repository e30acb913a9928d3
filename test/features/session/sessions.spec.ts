import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LoginAnswer } from '../../../contract/session.js';
import { SessionStore } from '../../../server/platform/auth/session-store.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { Client, createUser, PASSWORD, signedIn, type Person } from '../../support/org.js';
import { Browser, encrypt } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';

let browser: Browser;
let person: Person;

const { api, org } = useSite();
beforeAll(async () => {
  browser = new Browser(api);
});
beforeEach(async () => {
  person = await createUser(api, org, 'member');
});

const enter = async (who = person) =>
  new Client(api.url, (await browser.signIn(who.username, PASSWORD)).data.token, who);
const codeOf = async (client: Client) => (await client.get('login/currentUser')).code;
const me = (headers: Record<string, string>, method = 'GET', path = 'login/currentUser') =>
  browser.call(method, path, method === 'GET' ? undefined : {}, headers);
const eventsOf = async (userId: number) =>
  (
    await api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE subject_type = 'user' AND subject_id = ${userId} ORDER BY id`)
  ).map(({ name, payload }) => [name, (JSON.parse(payload) as { reason?: string }).reason]);

describe('one session at a time', () => {
  it('ends the older one with the second sign-in, and tells of both in events', async () => {
    const first = await enter();
    expect(await codeOf(first)).toBe('00');
    const second = await enter();
    expect(await codeOf(first)).toBe('02');
    expect(await codeOf(second)).toBe('00');
    expect(await eventsOf(person.id)).toEqual([
      ['session.opened', undefined],
      ['session.revoked', 'replaced'],
      ['session.opened', undefined],
    ]);
  });

  it('leaves exactly one of many that sign in at the same moment', async () => {
    const forms = await Promise.all(Array.from({ length: 4 }, () => browser.form(person.username, PASSWORD)));
    const answers = await Promise.all(
      forms.map((form) => browser.call<LoginAnswer>('POST', 'login/in', form)),
    );
    const clients = answers.map((answer) => new Client(api.url, answer.data.token, person));
    const codes = await Promise.all(clients.map(codeOf));
    expect(codes.sort()).toEqual(['00', '02', '02', '02']);
  });

  it('never adopts a token that the browser brought along', async () => {
    const planted = 'p'.repeat(43);
    const brought = { 'x-auth-token': planted, cookie: `token=${planted}` };
    const form = await browser.form(person.username, PASSWORD);
    const { data } = await browser.call<LoginAnswer>('POST', 'login/in', form, brought);
    expect(data.token).not.toBe(planted);
    expect((await me(brought)).code).toBe('02');
  });
});

describe('signing out', () => {
  it.each(['GET', 'POST'])('by %s ends the session and clears the cookies', async (method) => {
    const client = await enter();
    expect((await me(client.headers, method, 'login/out')).code).toBe('00');
    expect(browser.cookies.join()).toMatch(/token=; .*Expires=Thu, 01 Jan 1970.*login=; /);
    expect(await codeOf(client)).toBe('02');
    expect((await me(client.headers, method, 'login/out')).code).toBe('02');
    expect((await eventsOf(person.id)).at(-1)).toEqual(['session.revoked', 'signedOut']);
  });

  it('is nothing that another page can do with the cookie alone', async () => {
    const client = await enter();
    expect((await me({ cookie: client.headers['cookie']! }, 'GET', 'login/out')).code).toBe('-1');
    expect(await codeOf(client)).toBe('00');
  });
});

describe('the two ways of the token', () => {
  it('must agree', async () => {
    const one = await signedIn(api, person);
    const other = await signedIn(api, await createUser(api, org, 'member'));
    const mixed = { 'x-auth-token': one.token, cookie: `token=${other.token}` };
    expect((await me(mixed)).code).toBe('-1');
    expect((await me({ 'x-auth-token': one.token, token: other.token })).code).toBe('-1');
    expect((await me({ 'x-auth-token': 'x', cookie: `token=${one.token}` })).code).toBe('-1');
  });

  it('lets a read pass with the cookie alone, for a link in a new tab, and a change never', async () => {
    const { token } = await signedIn(api, person);
    expect((await me({ cookie: `token=${token}` })).code).toBe('00');
    const change = (headers: Record<string, string>) =>
      me(headers, 'POST', 'manage/user/changePassword').then((answer) => answer.code);
    expect(await change({ cookie: `token=${token}` })).toBe('-1');
    expect(await change({ 'x-auth-token': token })).toBe('-1');
    expect(await change({ cookie: `token=${token}`, 'content-type': 'text/plain' })).toBe('-1');
    expect(await change({})).toBe('02');
    expect(await change({ 'x-auth-token': token, token })).toBe('22');
  });

  it('opens nothing when it is made up, too short, too long or repeated', async () => {
    for (const token of ['x', 'a'.repeat(43), 'a'.repeat(500), `a'; DROP TABLE user`]) {
      expect((await me({ 'x-auth-token': token, token })).code).toBe('02');
    }
  });
});

describe('a session that still owes the liveness check', () => {
  it('may only sign out', async () => {
    const store = api.get(SessionStore);
    const { token, hash } = store.newToken();
    const session = { id: await api.get(Ids).take(), hash, userId: person.id, pending: true, kiosk: false };
    await api.get(Database).run(store.insert({ ...session, now: new Date() }));
    const client = new Client(api.url, token, person);
    for (const path of ['login/currentUser', 'menu/asideMenu', 'manage/user/list', 'login/userPicture']) {
      expect({ [path]: (await client.get(path)).code }).toEqual({ [path]: '02' });
    }
    expect((await client.get('login/out')).code).toBe('00');
  });
});

describe('what ends a session at once', () => {
  it('is a new password, for whoever changed it too', async () => {
    const client = await enter();
    const key = await browser.key();
    const change = { keyId: key.keyId, oldPassword: encrypt(key, PASSWORD) };
    const weak = { ...change, newPassword: encrypt(key, 'alllowercase') };
    expect(await client.post('manage/user/changePassword', weak)).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'newPassword', rule: 'password.weak' }] },
    });
    const fresh = await browser.key();
    const wrong = {
      keyId: fresh.keyId,
      oldPassword: encrypt(fresh, 'nope'),
      newPassword: encrypt(fresh, 'Fresh-horse-8'),
    };
    expect(await client.post('manage/user/changePassword', wrong)).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'oldPassword', rule: 'password.wrong' }] },
    });
    const again = await browser.key();
    const right = {
      keyId: again.keyId,
      oldPassword: encrypt(again, PASSWORD),
      newPassword: encrypt(again, 'Fresh-horse-8'),
    };
    expect((await client.post('manage/user/changePassword', right)).code).toBe('00');
    expect(await codeOf(client)).toBe('02');
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('10');
    expect((await browser.signIn(person.username, 'Fresh-horse-8')).code).toBe('00');
    expect((await eventsOf(person.id)).map(([name]) => name)).toContain('user.passwordChanged');
  });

  it.each([
    ['is the same one again', 'password.same', () => PASSWORD],
    ['is the user name', 'password.guessable', (username: string) => username],
    ['holds the user name', 'password.guessable', (username: string) => `x${username}X`],
  ])('is no new password that %s', async (_, rule, wish) => {
    const username = `Zoraida${String(await api.get(Ids).take())}`;
    const client = await enter(await createUser(api, org, 'member', { username }));
    const key = await browser.key();
    const change = {
      keyId: key.keyId,
      oldPassword: encrypt(key, PASSWORD),
      newPassword: encrypt(key, wish(username)),
    };
    expect(await client.post('manage/user/changePassword', change)).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'newPassword', rule }] },
    });
    expect(await codeOf(client)).toBe('00');
  });

  it('locks who guesses the old password as it locks who guesses at the door', async () => {
    const client = await enter();
    const guess = async () => {
      const key = await browser.key();
      const body = {
        keyId: key.keyId,
        oldPassword: encrypt(key, 'Guess-horse-9'),
        newPassword: encrypt(key, PASSWORD),
      };
      return (await client.post('manage/user/changePassword', body)).code;
    };
    for (let i = 0; i < 5; i++) expect(await guess()).toBe('22');
    expect(await guess()).toBe('12');
  });

  it('is being disabled by an administrator', async () => {
    const client = await enter();
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    expect((await admin.post('manage/user/setStatus', { userId: person.id, enabled: false })).code).toBe(
      '00',
    );
    expect(await codeOf(client)).toBe('02');
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('10');
    expect((await eventsOf(person.id)).slice(-2)).toEqual([
      ['user.disabled', undefined],
      ['session.revoked', 'disabled'],
    ]);
    expect((await admin.post('manage/user/setStatus', { userId: person.id, enabled: true })).code).toBe('00');
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('00');
  });
});

describe('an emptied Redis', () => {
  it('signs nobody out, and nobody back in', async () => {
    const client = await enter();
    const left = await enter(await createUser(api, org, 'member'));
    await left.get('login/out');
    await api.get(Redis).client.flushdb();
    expect(await codeOf(client)).toBe('00');
    expect(await codeOf(left)).toBe('02');
  });

  it('is no loss of secrets: it holds neither a password nor a token', async () => {
    const client = await enter();
    await codeOf(client);
    const redis = api.get(Redis).client;
    const keys = await redis.keys('*');
    expect(keys.filter((key) => key.startsWith('session:'))).not.toHaveLength(0);
    const values = await Promise.all(keys.map((key) => redis.dump(key)));
    expect([...keys, ...values].join('\n')).not.toContain(client.token);
    expect([...keys, ...values].join('\n')).not.toContain(PASSWORD);
  });
});
