import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import type { LoginLog, UserInfo } from '../../../contract/administration/users.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, PASSWORD, signedIn, type Client, type Person } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { useSite } from '../../support/site.js';

let admin: Client;
let otherAdmin: Client;
let leader: Client;
let person: Person;

const { api, org } = useSite();
beforeAll(async () => {
  const elsewhere = { institutionId: org.otherInstitutionId, groupId: null };
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  otherAdmin = await signedIn(api, await createUser(api, org, 'admin', elsewhere));
  leader = await signedIn(api, await createUser(api, org, 'leader'));
  person = await createUser(api, org, 'member', { name: 'Ana' });
});

const info = async () => (await admin.get<UserInfo>(`manage/user/info?id=${person.id}`)).data;

describe('face checks', () => {
  const add = (more: object = {}, who = admin) =>
    who.post<{ live: number; face: number }>('manage/user/livenessCount', {
      ...{ id: person.id, kind: 'LIVE', count: 7, ...more },
    });

  it('are added to what is left, once for a request', async () => {
    expect(await info()).toMatchObject({ liveChecks: 100, faceChecks: 100 });
    const request = { clientRequestId: 'more-checks-1' };
    expect((await add(request)).data).toEqual({ live: 107, face: 100 });
    expect((await add(request)).data).toEqual({ live: 107, face: 100 });
    expect((await add({ ...request, count: 8 })).code).toBe('23');
    expect((await add({ kind: 'FACE', count: 100 })).data).toEqual({ live: 107, face: 200 });
    expect(await info()).toMatchObject({ liveChecks: 107, faceChecks: 200 });
    const events = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'user.checksAdded' ORDER BY id`);
    expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      { userId: person.id, institutionId: org.institutionId, kind: 'LIVE', count: 7 },
      { userId: person.id, institutionId: org.institutionId, kind: 'FACE', count: 100 },
    ]);
  });

  it('add up when two administrators add at once', async () => {
    const before = (await info()).liveChecks;
    await Promise.all(Array.from({ length: 8 }, () => add({ count: 3 })));
    expect((await info()).liveChecks).toBe(before + 24);
  });

  it.each([0, 101, 1.5, null])('refuse %p', async (count) => {
    expect((await add({ count })).code).toBe('22');
  });

  it('are nobody else’s to add', async () => {
    expect((await add({}, leader)).code).toBe('20');
    expect((await add({}, otherAdmin)).code).toBe('21');
  });
});

describe('a bound ID number', () => {
  const bind = (idCard: string | null, more: object = {}, who = admin) =>
    who.post('manage/user/bindIdCard', { id: person.id, idCard, ...more });
  const signIn = (idCard: string | null) => new Browser(api).signIn(person.username, PASSWORD, { idCard });

  it('is asked for at sign-in until it is unbound, and stands nowhere', async () => {
    const { version } = await info();
    expect((await bind('GOMA 900101-XX', { version })).code).toBe('00');
    expect((await info()).idCardBound).toBe(true);
    expect((await signIn(null)).code).toBe('10');
    expect((await signIn('goma900101xx')).code).toBe('00');
    expect((await bind(null, { version })).code).toBe('23');
    expect((await bind(null)).code).toBe('00');
    expect((await info()).idCardBound).toBe(false);
    expect((await signIn(null)).code).toBe('00');
    const found = await api.rows(sql`SELECT id FROM domain_event WHERE payload LIKE '%900101%'`);
    expect(found).toEqual([]);
  });

  it.each(['1', 'x'.repeat(33), '<script>'])('is not %p', async (idCard) => {
    expect((await bind(idCard)).code).toBe('22');
  });

  it('is nobody else’s to bind', async () => {
    expect((await bind('GOMA900101', {}, leader)).code).toBe('20');
    expect((await bind('GOMA900101', {}, otherAdmin)).code).toBe('21');
  });
});

describe('the sign-ins', () => {
  const logs = async (query = '', who = admin) =>
    (await who.get<Page<LoginLog>>(`manage/user/loginLogs${query}`)).data;

  it('tell who tried from where, and how often on the day', async () => {
    const who = await createUser(api, org, 'member', { name: 'Beto' });
    const browser = new Browser(api, { 'user-agent': 'Test' });
    await browser.signIn(who.username, 'wrong-password');
    await browser.signIn(who.username, PASSWORD);
    const { result, totalCount } = await logs(`?username=${who.username}`);
    expect(totalCount).toBe(2);
    expect(result).toMatchObject([
      {
        ...{ userId: who.id, name: 'Beto', username: who.username, method: 'PASSWORD', result: 'SUCCESS' },
        ...{ successes: 1, abnormal: 1, gps: '19.4,-99.1', device: 'device', userAgent: 'Test' },
        ...{ address: '127.0.0.1', picture: null, liveness: null, liveChecks: 0, faceChecks: 0 },
      },
      { result: 'WRONG', successes: 0, abnormal: 1 },
    ]);
    expect((await logs(`?username=${who.username}&state=abnormal`)).result).toHaveLength(1);
    expect((await logs(`?username=${who.username}&result=SUCCESS`)).result).toHaveLength(1);
    expect((await logs(`?username=${who.username}&to=2020-01-01`)).totalCount).toBe(0);
    expect((await logs('?address=10.9.9.9')).totalCount).toBe(0);
    const oldest = await logs(`?username=${who.username}&sort=at&order=asc`);
    expect(oldest.result.map((row) => row.result)).toEqual(['WRONG', 'SUCCESS']);
    expect((await logs('?size=1&page=2')).result).toHaveLength(1);
  });

  it('leave as a file, as far as the person reaches, and the log says who took it', async () => {
    const who = await createUser(api, org, 'member', { name: 'Cata' });
    await new Browser(api).signIn(who.username, 'wrong-password');
    const file = async (query: string, person = admin) =>
      (await person.agent.get(`/api/manage/user/loginLogs/export${query}`)).text;
    const [head, ...lines] = (await file(`?username=${who.username}`)).trim().split('\n');
    expect(head).toContain('Face comparisons');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Cata');
    expect(lines[0]).toContain('WRONG');
    expect((await file(`?username=${who.username}`, otherAdmin)).trim().split('\n')).toHaveLength(1);
    expect((await leader.get('manage/user/loginLogs/export')).code).toBe('20');
    const [event] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'list.exported' ORDER BY id LIMIT 1`);
    expect(JSON.parse(event!.payload)).toMatchObject({
      list: 'signIns',
      rows: 1,
      filter: { username: who.username },
    });
  });

  it('of elsewhere are not there, and not everybody may read them', async () => {
    expect((await logs('', otherAdmin)).totalCount).toBe(0);
    expect((await leader.get('manage/user/loginLogs')).code).toBe('20');
    expect((await admin.get('manage/user/loginLogs?result=x')).code).toBe('22');
  });
});
