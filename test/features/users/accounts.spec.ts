import { beforeAll, describe, expect, it } from '@jest/globals';
import type { InstitutionNode } from '../../../contract/administration/institutions.js';
import type { Page } from '../../../contract/shared/page.js';
import type { UserInfo } from '../../../contract/administration/users.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { below } from '../../support/tree.js';
import { useSite } from '../../support/site.js';

let clerk: Person;

const { api, org, admin, second, leader } = useSite({
  people: { admin: 'admin', second: 'admin', leader: 'leader' },
});
beforeAll(async () => {
  clerk = await createUser(api, org, 'member', { name: 'Beatriz' });
});

const form = (more: object = {}) => ({
  username: 'nuevo.gestor', name: 'Nuevo Gestor', role: 'member', institutionId: org.institutionId,
  groupId: org.groupId, queueId: org.queueId, ranked: true, longAging: false, ptpRole: false, autoDial: false,
  showAnnouncement: true, channels: ['WABA', 'SMS'], liveness: 'NONE', affiliatedSystem: null, autoReborrow: true,
  products: ['Express'], loanTypes: [0, 2], appSystems: [], tenureFrom: '2026-02-01', ...more,
}); // prettier-ignore
const save = (body: object, who = admin) =>
  who.post<{ id: number; fields?: { field: string }[]; inForce?: UserInfo }>(
    'manage/user/createOrUpdate',
    body,
  );
const info = async (id: number, who = admin) => (await who.get<UserInfo>(`manage/user/info?id=${id}`)).data;
const formOf = async (id: number) => {
  const found = await info(id);
  return { ...found, id, version: found.version };
};
const eventsOf = (id: number) =>
  api.rows<{ name: string; payload: string }>(sql`
    SELECT name, payload FROM domain_event WHERE subject_type = 'user' AND subject_id = ${id} ORDER BY id`);

describe('a new account', () => {
  it('has all that was said of it, its maker, and a password that nobody knows', async () => {
    const { code, data } = await save(form());
    expect(code).toBe('00');
    expect(await info(data.id)).toMatchObject({
      ...form(), channels: ['SMS', 'WABA'], id: data.id, version: 1, enabled: true, groupName: 'Group A', queueName: 'Early',
      createdBy: `admin ${admin.person.id}`, updatedBy: `admin ${admin.person.id}`,
    }); // prettier-ignore
    expect((await eventsOf(data.id)).map(({ name }) => name)).toEqual(['user.created']);
    const [row] = await api.rows<{ hash: string }>(
      sql`SELECT password_hash AS hash FROM user WHERE id = ${data.id}`,
    );
    expect(row!.hash).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ['a name that is taken', () => ({ username: 'nuevo.gestor' }), 'username'],
    ['a user name of two letters', () => ({ username: 'ab' }), 'username'],
    ['no name', () => ({ username: 'otro', name: ' ' }), 'name'],
    ['a collector without a group', () => ({ username: 'otro', groupId: null }), 'groupId'],
    ['a group of nowhere', () => ({ username: 'otro', groupId: 999_999 }), 'groupId'],
    ['a queue of another institution', () => ({ username: 'otro', queueId: 999_999 }), 'queueId'],
    ['a channel that does not exist', () => ({ username: 'otro', channels: ['FAX'] }), 'channels.0'],
    ['a loan type that does not exist', () => ({ username: 'otro', loanTypes: [4] }), 'loanTypes.0'],
    ['a start on no day', () => ({ username: 'otro', tenureFrom: '2026-02-30' }), 'tenureFrom'],
  ])('is refused with %s, at its field', async (_, more, field) => {
    const { code, data } = await save(form(more()));
    expect(code).toBe('22');
    expect(data.fields?.map((each) => each.field)).toEqual([field]);
  });

  it('cannot be made elsewhere, nor by whoever only reads', async () => {
    expect((await save(form({ username: 'otro', institutionId: org.otherInstitutionId }))).code).toBe('21');
    expect((await save(form({ username: 'otro' }), leader)).code).toBe('20');
  });
});

describe('a changed account', () => {
  it('tells the difference and counts its version; names stay out of the event', async () => {
    const before = await formOf(clerk.id);
    expect((await save({ ...before, name: 'Beatriz Gómez', ranked: false })).code).toBe('00');
    expect(await info(clerk.id)).toMatchObject({
      name: 'Beatriz Gómez',
      ranked: false,
      version: before.version + 1,
    });
    const event = (await eventsOf(clerk.id)).at(-1)!;
    expect(event.name).toBe('user.changed');
    expect(event.payload).not.toContain('Gómez');
    expect(JSON.parse(event.payload)).toMatchObject({ changes: { ranked: { before: true, after: false } } });
  });

  it('is refused to whoever saw an older one, and shows what is in force', async () => {
    const seen = await formOf(clerk.id);
    expect((await save({ ...seen, autoDial: true }, second)).code).toBe('00');
    const late = await save({ ...seen, longAging: true });
    expect(late.code).toBe('23');
    expect(late.data.inForce).toMatchObject({ autoDial: true, longAging: false, version: seen.version + 1 });
    expect((await info(clerk.id)).longAging).toBe(false);
  });

  it('signs the person out when place or role change, and not otherwise', async () => {
    const person = await signedIn(api, clerk);
    await save({ ...(await formOf(clerk.id)), ptpRole: true });
    expect((await person.get('login/currentUser')).code).toBe('00');
    await save({ ...(await formOf(clerk.id)), groupId: org.otherGroupId });
    expect((await person.get('login/currentUser')).code).toBe('02');
    await save({ ...(await formOf(clerk.id)), groupId: org.groupId });
  });

  it('of elsewhere does not exist', async () => {
    const foreign = await createUser(api, org, 'member', {
      institutionId: org.otherInstitutionId,
      groupId: null,
    });
    expect((await save({ ...form({ username: 'otro' }), id: foreign.id })).code).toBe('21');
    expect((await admin.get(`manage/user/info?id=${foreign.id}`)).code).toBe('21');
    expect((await leader.get(`manage/user/info?id=${admin.person.id}`)).code).toBe('21');
  });

  it('by the older client has its id in the path', async () => {
    const before = await admin.get<UserInfo>(`management/user/info/${clerk.id}`);
    const answer = await admin.post(`management/user/info/${clerk.id}`, { ...before.data, autoDial: false });
    expect(answer.code).toBe('00');
    expect((await info(clerk.id)).autoDial).toBe(false);
  });
});

describe('administration', () => {
  it('is never given up by oneself, nor taken from the last who has it', async () => {
    const mine = await formOf(admin.person.id);
    expect((await save({ ...mine, role: 'supervisor' })).code).toBe('20');
    const root = { id: org.institutionId, path: `/${org.institutionId}/` };
    const { id: child } = await below(api, root, 'BELOW');
    const head = await signedIn(api, await createUser(api, org, 'admin'));
    const only = await createUser(api, org, 'admin', { institutionId: child });
    expect((await head.post('manage/user/setStatus', { userId: only.id, enabled: false })).code).toBe('23');
    const other = await createUser(api, org, 'admin', { institutionId: child });
    expect((await head.post('manage/user/setStatus', { userId: only.id, enabled: false })).code).toBe('00');
    const demoted = {
      ...(await head.get<UserInfo>(`manage/user/info?id=${other.id}`)).data,
      role: 'supervisor',
    };
    expect((await save(demoted, head)).code).toBe('23');
  });

  it('of two who disable each other at once leaves one', async () => {
    const place = { institutionId: org.otherInstitutionId, groupId: null };
    const pair = await Promise.all(
      [0, 1].map(async () => signedIn(api, await createUser(api, org, 'admin', place))),
    );
    const [one, other] = pair as [Client, Client];
    const codes = await Promise.all([
      one.post('manage/user/setStatus', { userId: other.person.id, enabled: false }),
      other.post('manage/user/setStatus', { userId: one.person.id, enabled: false }),
    ]);
    expect(codes.filter(({ code }) => code === '00')).toHaveLength(1);
  });
});

describe('the list', () => {
  const listed = async (query: string, who = admin) =>
    (await who.get<Page<UserInfo>>(`manage/user/list?${query}`)).data;

  it('is narrowed by each filter and sorted as asked, within the scope', async () => {
    expect((await listed(`groupId=${org.groupId}&role=leader`)).result.map(({ id }) => id)).toEqual([
      leader.person.id,
    ]);
    expect(
      (await listed(`queueId=${org.queueId}`)).result.every(({ queueId }) => queueId === org.queueId),
    ).toBe(true);
    expect((await listed(`institutionId=${org.otherInstitutionId}`)).totalCount).toBe(0);
    expect((await listed('status=disabled')).result.every(({ enabled }) => !enabled)).toBe(true);
    const names = (await listed('sort=name&order=asc')).result.map(({ name }) => name);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'es')));
    expect(
      (await listed('status=enabled', leader)).result.every(({ groupId }) => groupId === org.groupId),
    ).toBe(true);
    expect((await admin.get('manage/user/list?sort=password_hash')).code).toBe('22');
    expect((await listed('page=501&size=20')).result).toEqual([]);
  });
});

describe('the tree of institutions', () => {
  it('has what the viewer may see, and a leader the own group', async () => {
    const tree = async (who: Client) =>
      (await who.get<InstitutionNode[]>('management/institution/tree')).data;
    const [own] = await tree(admin);
    expect(own).toMatchObject({ id: org.institutionId, queues: [{ id: org.queueId, name: 'Early' }] });
    expect(own!.groups.map(({ name }) => name)).toEqual(['Group A', 'Group B']);
    expect((await tree(leader))[0]!.groups.map(({ name }) => name)).toEqual(['Group A']);
    expect((await tree(admin)).map(({ id }) => id)).not.toContain(org.otherInstitutionId);
    const member = await signedIn(api, clerk);
    expect((await member.get('management/institution/tree')).code).toBe('20');
  });
});
