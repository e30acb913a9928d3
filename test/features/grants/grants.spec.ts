import { beforeAll, describe, expect, it } from '@jest/globals';
import type { GrantsInfo, GrantsPreview, SeenAs } from '../../../contract/administration/grants.js';
import { PERMISSIONS, ROLE_GRANTS } from '../../../contract/permissions.js';
import { grantsAt } from '../../../server/platform/auth/grants.rules.js';
import { effectsOf } from '../../../server/domain/grants/effects.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { below, grant } from '../../support/tree.js';

const { menu } = ROLE_GRANTS.leader;
/** In the contract's order. */
const permissions = PERMISSIONS.filter((one) => ROLE_GRANTS.leader.permissions.includes(one));

describe('what a role may', () => {
  it('are the defaults at the top, and below it never more than above', () => {
    expect(grantsAt('leader', [undefined])).toEqual({ permissions, menu });
    const own = {
      permissions: ['case:read', 'audit:read', 'made:up'],
      menu: ['statistics', 'management-config'],
    };
    const narrowed = { permissions: ['case:read'], menu: ['statistics'] };
    expect(grantsAt('leader', [undefined, own])).toEqual(narrowed);
    expect(grantsAt('leader', [undefined, own, undefined])).toEqual(narrowed);
    expect(grantsAt('leader', [own]).permissions).toEqual(['case:read', 'audit:read']);
  });

  it('changes below only where nothing narrower stands', () => {
    const held = { permissions: PERMISSIONS, menu: ['/myTasks', 'statistics'] as const };
    const wished = {
      permissions: PERMISSIONS.filter((one) => one !== 'case:read'),
      menu: ['/myTasks'] as const,
    };
    const branch = [
      { id: 1, parentId: null, own: undefined },
      { id: 2, parentId: 1, own: { permissions: ['call:make'], menu: ['/myTasks'] } },
      { id: 3, parentId: 1, own: undefined },
      { id: 4, parentId: 2, own: undefined },
    ];
    const { lost, gained, institutions } = effectsOf(held, wished, branch);
    expect(Object.fromEntries(lost)).toEqual({ 'case:read': [1, 3], statistics: [1, 3] });
    expect([gained.size, institutions]).toEqual([0, 2]);
  });
});

let place: { id: number; path: string };
let leaf: { id: number; path: string };
let leader: Client;

const { api, org, admin } = useSite({ people: { admin: 'admin' } });
beforeAll(async () => {
  place = await below(api, { id: org.institutionId, path: `/${org.institutionId}/` }, 'CHILD');
  leaf = await below(api, place, 'LEAF');
  leader = await signedIn(api, await staff(place.id, 'leader', 'Lidia'));
  await staff(leaf.id, 'leader', 'Leonor');
});

function staff(institutionId: number, role: Person['role'], name?: string) {
  return createUser(api, org, role, { institutionId, groupId: null, ...(name && { name }) });
}
const wish = (more: object = {}) => ({ institutionId: place.id, role: 'leader', permissions, menu, ...more });
type Saved = { version: number; inForce?: object; fields?: { field: string; rule: string }[] };
const save = (more: object, who = admin) =>
  who.post<Saved>('institutionalManagement/permissions', wish(more));
const info = async (institutionId = place.id, who = admin) =>
  (
    await who.get<GrantsInfo>(
      `institutionalManagement/permissions?institutionId=${institutionId}&role=leader`,
    )
  ).data;
const without = (...names: string[]) => permissions.filter((one) => !names.includes(one));

describe('grants', () => {
  it('are those above until somebody says otherwise; a call is refused and open again in the same session', async () => {
    expect(await info()).toMatchObject({ permissions, menu, version: 0, editable: true, updatedBy: null });
    expect((await leader.get('manage/user/list')).code).toBe('00');
    expect(
      (await save({ permissions: without('user:read'), menu: ['/myTasks'], version: 0 })).data.version,
    ).toBe(1);
    expect((await leader.get('manage/user/list')).code).toBe('20');
    expect((await leader.get('menu/asideMenu')).data).toEqual(['/myTasks']);
    expect(await info()).toMatchObject({
      version: 1,
      updatedBy: `admin ${admin.person.id}`,
      offered: { permissions },
    });
    expect((await info(leaf.id)).permissions).toEqual(without('user:read'));
    expect((await save({ version: 1 })).data.version).toBe(2);
    expect((await leader.get('manage/user/list')).code).toBe('00');
    const [event] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'grants.changed' ORDER BY id LIMIT 1`);
    expect(JSON.parse(event!.payload)).toMatchObject({
      role: 'leader',
      changes: { menu: { after: ['/myTasks'] } },
    });
  });

  it('are refused beyond those above, without a menu, of oneself, of above and of elsewhere', async () => {
    const rule = async (more: object, who = admin) => {
      const { code, data } = await save(more, who);
      return [code, data?.fields?.[0]?.field, data?.fields?.[0]?.rule];
    };
    expect(await rule({ permissions: [...permissions, 'audit:read'] })).toEqual([
      '22', 'permissions', 'grants.aboveParent',
    ]); // prettier-ignore
    expect(await rule({ menu: [...menu, 'management-config'] })).toEqual([
      '22',
      'menu',
      'grants.aboveParent',
    ]);
    expect(await rule({ menu: [] })).toEqual(['22', 'menu', 'grants.noMenu']);
    expect((await save({ institutionId: org.otherInstitutionId })).code).toBe('21');
    const head = await signedIn(api, await staff(place.id, 'admin'));
    expect((await save({}, head)).code).toBe('20');
    expect((await save({ institutionId: org.institutionId }, head)).code).toBe('21');
    expect((await save({ institutionId: leaf.id, permissions: without('case:export') }, head)).code).toBe(
      '00',
    );
    expect((await save({}, leader)).code).toBe('20');
  });

  it('that who gives them lacks are refused: by grant, by role, by creation, by another password', async () => {
    await grant(api, org.institutionId, 'supervisor', {
      more: ['user:manage', 'grants:read', 'grants:manage'],
      less: ['audit:read'],
    });
    const clerk = await signedIn(api, await createUser(api, org, 'supervisor'));
    await save({ permissions: without('case:assign') });
    const given = await save({}, clerk);
    expect(given.data.fields).toMatchObject([{ field: 'permissions', rule: 'grants.beyondOwn' }]);
    const member = await staff(place.id, 'member');
    const code = async (path: string, body: object) => (await clerk.post(path, body)).code;
    expect(await code('institutionalManagement/accounts', { id: member.id, role: 'leader' })).not.toBe('00');
    expect(await code('manage/user/resetPassword', { id: leader.person.id })).toBe('20');
    const seen = (await clerk.get<object>(`manage/user/info?id=${leader.person.id}`)).data;
    const group = { institutionId: org.institutionId, groupId: org.groupId };
    const made = { ...seen, ...group, id: undefined, username: 'made.leader', role: 'leader' };
    expect(await code('manage/user/createOrUpdate', made)).toBe('20');
    await grant(api, org.institutionId, 'supervisor', {});
    await save({});
  });

  it('show who comes second what is in force', async () => {
    const { version } = await info();
    expect((await save({ version, permissions: without('board:read') })).code).toBe('00');
    const late = await save({ version, permissions: without('view:share') });
    expect(late.code).toBe('23');
    expect(late.data.inForce).toMatchObject({ permissions: without('board:read'), version: version + 1 });
    await save({});
  });

  it('of two that are saved at once for parent and child never leave the child with more', async () => {
    await Promise.all([save({ permissions: without('phone:reveal') }), save({ institutionId: leaf.id })]);
    expect((await info(leaf.id)).permissions).not.toContain('phone:reveal');
    await save({});
  });
});

describe('before a change of grants', () => {
  it('the people who would lose or gain something are counted and named, and nothing is changed', async () => {
    const before = await info();
    const answer = await admin.post<GrantsPreview>(
      'institutionalManagement/permissions/preview',
      wish({ permissions: without('call:make'), menu: ['/myTasks'] }),
    );
    const { lost, gained, institutions } = answer.data;
    expect(lost.find(({ key }) => key === 'call:make')).toEqual({
      key: 'call:make', people: 2, named: ['Leonor', 'Lidia'],
    }); // prettier-ignore
    expect(lost.map(({ key }) => key)).toContain('statistics');
    expect([gained, institutions]).toEqual([[], 2]);
    expect(await info()).toEqual(before);
  });
});

describe('to see as a role', () => {
  it('is its menu and what it may call, and opens no session', async () => {
    const sessions = () => api.rows<{ count: number }>(sql`SELECT COUNT(*) AS count FROM user_session`);
    const before = await sessions();
    const seen = async (role: string, institutionId = place.id) =>
      admin.get<SeenAs>(
        `institutionalManagement/permissions/seeAs?institutionId=${institutionId}&role=${role}`,
      );
    const member = (await seen('member')).data;
    expect(member.menu).toEqual(ROLE_GRANTS.member.menu);
    const paths = member.calls.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toContain('GET task/listing');
    expect(paths).not.toContain('POST manage/user/createOrUpdate');
    expect((await seen('admin')).data.calls.length).toBeGreaterThan(member.calls.length);
    expect((await seen('admin', org.otherInstitutionId)).code).toBe('21');
    expect(await sessions()).toEqual(before);
  });
});
