import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UserAccess } from '../../../contract/administration/users.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Client, createOrg, createUser, PASSWORD, signedIn, type Org } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const WRONG = 'Wrong-horse-7';
const NOTHING = { session: null, lockedUntil: null, authenticator: null };
let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;
let browser: Browser;

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  browser = new Browser(api);
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

const accessOf = async (id: number) => (await admin.get<UserAccess>(`manage/user/access?id=${id}`)).data;
const failTimes = async (username: string, times: number) => {
  for (let i = 0; i < times; i++) expect((await browser.signIn(username, WRONG)).code).toBe('10');
};
const eventsOf = (name: string) =>
  api.rows<{ subjectId: number }>(sql`SELECT subject_id AS subjectId FROM domain_event WHERE name = ${name}`);

describe('the access of a person', () => {
  it('shows the session, which an administrator ends', async () => {
    const person = await createUser(api, org, 'member');
    expect(await accessOf(person.id)).toEqual(NOTHING);
    const { data } = await browser.signIn(person.username, PASSWORD);
    const client = new Client(api.url, data.token, person);
    expect((await client.get('login/currentUser')).code).toBe('00');
    expect(await accessOf(person.id)).toEqual({
      session: { since: expect.any(String), lastSeenAt: expect.any(String), address: '127.0.0.1' },
      lockedUntil: null,
      authenticator: null,
    });
    expect((await admin.post('manage/user/endSession', { id: person.id })).code).toBe('00');
    expect((await client.get('login/currentUser')).code).not.toBe('00');
    expect(await accessOf(person.id)).toEqual(NOTHING);
    // Once more: there is nothing left to end.
    expect((await admin.post('manage/user/endSession', { id: person.id })).code).toBe('00');
  });

  it('shows the lock, which an administrator ends, and the count begins anew', async () => {
    const person = await createUser(api, org, 'member');
    await failTimes(person.username, 5);
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('12');
    const { lockedUntil } = await accessOf(person.id);
    expect(Date.parse(lockedUntil!)).toBeGreaterThan(Date.now());
    expect((await admin.post('manage/user/unlock', { id: person.id })).code).toBe('00');
    expect((await accessOf(person.id)).lockedUntil).toBeNull();
    expect((await eventsOf('user.unlocked')).at(-1)).toEqual({ subjectId: person.id });
    await failTimes(person.username, 4);
    expect((await browser.signIn(person.username, PASSWORD)).code).toBe('00');
    await failTimes(person.username, 5);
    expect((await browser.signIn(person.username, WRONG)).code).toBe('12');
  });

  it('is nobody’s to change but an administrator’s above, and never one’s own', async () => {
    const person = await createUser(api, org, 'member');
    const me = (await admin.get<{ id: number }>('login/currentUser')).data;
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    const far = await signedIn(
      api,
      await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId, groupId: null }),
    );
    for (const act of ['manage/user/endSession', 'manage/user/unlock']) {
      expect((await admin.post(act, { id: me.id })).code).toBe('20');
      expect((await leader.post(act, { id: person.id })).code).toBe('20');
      expect((await far.post(act, { id: person.id })).code).toBe('21');
    }
    expect((await leader.get(`manage/user/access?id=${person.id}`)).code).toBe('20');
    expect((await far.get(`manage/user/access?id=${person.id}`)).code).toBe('21');
  });
});
