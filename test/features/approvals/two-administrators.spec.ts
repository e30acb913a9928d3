import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApprovalRow } from '../../../contract/administration/approvals.js';
import { ADMIN_CORE, type GrantsInfo } from '../../../contract/administration/grants.js';
import { DEFAULT_USER, type UserInfo } from '../../../contract/administration/users.js';
import { PERMISSIONS, ROLE_GRANTS, type Permission } from '../../../contract/permissions.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { decideFor } from '../../support/approvals.js';
import { useSite } from '../../support/site.js';
import { below } from '../../support/tree.js';

type Saved = { id: number; approvalId: number | null; fields?: { field: string; rule: string }[] };
let asks: Client;
let decides: Client;
let names = 0;

const { api, org } = useSite();
beforeAll(async () => {
  [asks, decides] = [await administrator(), await administrator()];
});

const administrator = async (institutionId = org.institutionId) =>
  signedIn(api, await createUser(api, org, 'admin', { institutionId }));
const add = (by: Client, more: object = {}) => {
  const username = `new.${(names += 1)}`;
  const form = { ...DEFAULT_USER, username, name: 'New', role: 'admin', institutionId: org.institutionId };
  return by.post<Saved>('manage/user/createOrUpdate', { ...form, ...more });
};
const user = async (id: number) => (await decides.get<UserInfo>(`manage/user/info?id=${id}`)).data;
const approval = async (id: number) => {
  const { data } = await decides.get<Page<ApprovalRow>>('approval/list?size=100');
  return data.result.find((row) => row.id === id);
};

describe('an administrator’s account', () => {
  it('is enabled by another administrator, and tied to who made it alone', async () => {
    const { data } = await add(asks);
    expect(await user(data.id)).toMatchObject({
      enabled: false,
      waiting: { approvalId: data.approvalId, mine: false },
    });
    expect(await approval(data.approvalId!)).toMatchObject({
      ...{ kind: 'ADMIN_ENABLE', status: 'WAITING', subjectId: data.id, subject: 'New' },
    });
    expect(await decideFor(asks, data.approvalId)).toBe('20');
    expect(await decideFor(decides, data.approvalId)).toBe('00');
    expect(await user(data.id)).toMatchObject({ enabled: true, waiting: null });
    const made = await signedIn(api, { id: data.id, username: 'made', role: 'admin' });
    const [mine, others] = [await add(asks), await add(decides)];
    expect(await decideFor(made, mine.data.approvalId)).toBe('20');
    expect(await decideFor(made, others.data.approvalId)).toBe('00');
    const [event] = await api.rows<{ requestedBy: string }>(sql`
      SELECT JSON_VALUE(payload, '$.requestedBy') AS requestedBy FROM domain_event
      WHERE name = 'user.changed' AND subject_id = ${data.id}`);
    expect(Number(event!.requestedBy)).toBe(asks.person.id);
  });

  it('stays disabled when it is refused, and is asked for again when somebody enables it', async () => {
    const { data } = await add(asks);
    expect(await decideFor(decides, data.approvalId, { approve: false })).toBe('00');
    expect(await user(data.id)).toMatchObject({ enabled: false, waiting: null });
    const enable = () => asks.post<Saved>('manage/user/setStatus', { userId: data.id, enabled: true });
    const [first, second] = [await enable(), await enable()];
    expect(first.data.approvalId).not.toBeNull();
    expect(second.data.approvalId).toBe(first.data.approvalId);
    expect(await decideFor(decides, first.data.approvalId)).toBe('00');
    expect((await user(data.id)).enabled).toBe(true);
  });

  it('that a person is given closes until it is approved; another role and a name need nobody', async () => {
    const person = await createUser(api, org, 'supervisor');
    const change = async (more: object) => {
      const seen = await user(person.id);
      return asks.post<Saved>('manage/user/createOrUpdate', { ...seen, ...more });
    };
    expect((await change({ name: 'Other' })).data.approvalId).toBeNull();
    expect((await change({ role: 'leader', groupId: org.groupId })).data.approvalId).toBeNull();
    const { data } = await change({ role: 'admin', groupId: null });
    expect(await user(person.id)).toMatchObject({ role: 'admin', enabled: false });
    expect((await change({ role: 'supervisor' })).data.approvalId).toBeNull();
    expect(await decideFor(decides, data.approvalId)).toBe('23');
    expect(await decideFor(decides, data.approvalId, { approve: false })).toBe('00');
    expect((await asks.post('manage/user/setStatus', { userId: person.id, enabled: true })).code).toBe('00');
    expect((await user(person.id)).enabled).toBe(true);
  });

  it('that is moved down goes on, and one that is moved elsewhere closes', async () => {
    const [one, two] = [await below(api, top(), 'ONE'), await below(api, top(), 'TWO')];
    const moved = await administrator();
    await administrator(one.id);
    const move = async (institutionId: number) => {
      const seen = await user(moved.person.id);
      return (await asks.post<Saved>('manage/user/createOrUpdate', { ...seen, institutionId })).data
        .approvalId;
    };
    expect(await move(one.id)).toBeNull();
    expect(await move(two.id)).not.toBeNull();
    expect((await user(moved.person.id)).enabled).toBe(false);
  });

  it('is enabled at once where nobody independent could decide', async () => {
    const site = { institutionId: org.otherInstitutionId };
    const alone = await administrator(site.institutionId);
    const first = await add(alone, site);
    expect(first.data.approvalId).toBeNull();
    expect((await add(alone, site)).data.approvalId).toBeNull();
    await administrator(site.institutionId);
    expect((await add(alone, site)).data.approvalId).not.toBeNull();
  });
});

const top = () => ({ id: org.institutionId, path: `/${org.institutionId}/` });
const rightsOf = async (institutionId: number, role = 'admin', by = asks) =>
  (
    await by.get<GrantsInfo>(
      `institutionalManagement/permissions?institutionId=${institutionId}&role=${role}`,
    )
  ).data;
const setRights = (by: Client, more: object) =>
  by.post<Saved & { version: number }>('institutionalManagement/permissions', {
    ...{ institutionId: org.institutionId, role: 'admin', ...ROLE_GRANTS.admin },
    ...more,
  });
const without = (role: 'admin' | 'leader', ...names: Permission[]) =>
  PERMISSIONS.filter((one) => ROLE_GRANTS[role].permissions.includes(one) && !names.includes(one));

describe('rights of a topmost institution', () => {
  it('are taken at once and given back by two, in both hands’ sessions', async () => {
    expect(await rightsOf(org.institutionId)).toMatchObject({ editable: true, core: ADMIN_CORE });
    const less = await setRights(asks, { permissions: without('admin', 'presence:read'), version: 0 });
    expect(less.data).toEqual({ version: 1, approvalId: null });
    const look = () => decides.get('presence/list');
    expect((await look()).code).toBe('20');
    const more = await setRights(asks, { version: 1 });
    expect(more.data).toMatchObject({ version: 1, approvalId: expect.any(Number) });
    expect((await rightsOf(org.institutionId)).waiting).toMatchObject({
      ...{
        mine: true,
        give: { permissions: ['presence:read'], menu: [] },
        take: { permissions: [], menu: [] },
      },
    });
    expect((await setRights(asks, {})).code).toBe('23');
    // Somebody takes another right meanwhile: what was asked for is put on top of that.
    const meanwhile = without('admin', 'presence:read', 'webhook:manage');
    expect((await setRights(decides, { permissions: meanwhile })).data.approvalId).toBeNull();
    expect(await decideFor(decides, more.data.approvalId)).toBe('00');
    expect((await rightsOf(org.institutionId)).permissions).toEqual(without('admin', 'webhook:manage'));
    expect((await look()).code).not.toBe('20');
  });

  it('of other roles are taken and given back by one', async () => {
    const less = { role: 'leader', ...ROLE_GRANTS.leader, permissions: without('leader', 'case:export') };
    expect((await setRights(asks, less)).data.approvalId).toBeNull();
    const all = { role: 'leader', ...ROLE_GRANTS.leader };
    expect((await setRights(asks, all)).data).toMatchObject({ approvalId: null, version: 2 });
    expect((await rightsOf(org.institutionId, 'leader')).permissions).toEqual(without('leader'));
  });

  it('keep a core, and have nothing beyond what they begin with', async () => {
    const refused = async (more: object) => {
      const { code, data } = await setRights(asks, more);
      return [code, data?.fields?.[0]?.field, data?.fields?.[0]?.rule];
    };
    const cut = { permissions: without('admin', 'approval:decide') };
    expect(await refused(cut)).toEqual(['22', 'permissions', 'grants.core']);
    const unseen = ROLE_GRANTS.admin.menu.filter((key) => key !== 'management-permissions');
    expect(await refused({ menu: unseen })).toEqual(['22', 'menu', 'grants.core']);
    const beyond = {
      role: 'leader',
      ...ROLE_GRANTS.leader,
      permissions: [...without('leader'), 'system:manage'],
    };
    expect(await refused(beyond)).toEqual(['22', 'permissions', 'grants.aboveParent']);
  });

  it('below are widened for administrators by two of those above', async () => {
    const place = await below(api, top(), 'UNIT');
    const own = await administrator(place.id);
    const at = { institutionId: place.id };
    await setRights(asks, { ...at, permissions: without('admin', 'webhook:manage', 'presence:read') });
    const { data } = await setRights(asks, { ...at, permissions: without('admin', 'webhook:manage') });
    expect(await decideFor(own, data.approvalId)).toBe('20');
    expect(await decideFor(decides, data.approvalId)).toBe('00');
    expect((await rightsOf(place.id)).permissions).toContain('presence:read');
    expect((await rightsOf(place.id, 'admin', own)).editable).toBe(false);
  });
});
