import { beforeAll, describe, expect, it } from '@jest/globals';
import type { UserWork } from '../../../contract/administration/users.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { below, grant } from '../../support/tree.js';

let admin: Client;
let root: { id: number; path: string };

const { api, org } = useSite();
beforeAll(async () => {
  root = { id: org.institutionId, path: `/${org.institutionId}/` };
  admin = await signedIn(api, await createUser(api, org, 'admin'));
});

const setStatus = (id: number, more: object = {}, who = admin) =>
  who.post<{ work?: UserWork }>('institutionalManagement/setStatus', { id, enabled: false, ...more });
const staff = (institutionId: number, role: Person['role']) =>
  createUser(api, org, role, { institutionId, groupId: null });
const isOpen = async (id: number) =>
  (await api.rows<{ enabled: number }>(sql`SELECT enabled FROM institution WHERE id = ${id}`))[0]!.enabled ===
  1;
const disable = (who: Client, { id }: Person) =>
  who.post('manage/user/setStatus', { userId: id, enabled: false });

describe('an institution that is closed', () => {
  it('asks first for what its people have in hand, and then releases it with them in one command', async () => {
    const place = await below(api, root, 'CLOSE-1');
    const person = await staff(place.id, 'member');
    const session = await signedIn(api, person);
    const taken = await Promise.all(
      [1, 2].map(() => createCase(api, org, { institutionId: place.id, ownerId: person.id, groupId: null })),
    );
    const refused = await setStatus(place.id);
    expect([refused.code, refused.data.work]).toMatchObject(['23', { cases: 2, promises: 0, calls: 0 }]);
    expect(await isOpen(place.id)).toBe(true);
    expect((await session.get('login/currentUser')).code).toBe('00');

    expect((await setStatus(place.id, { release: true })).code).toBe('00');
    expect(await isOpen(place.id)).toBe(false);
    expect((await session.get('login/currentUser')).code).toBe('02');
    const owners = await api.rows<{ owner: number | null }>(sql`
      SELECT owner_id AS owner FROM collection_case WHERE id IN (${taken[0]!.id}, ${taken[1]!.id})`);
    expect(owners.map(({ owner }) => owner)).toEqual([null, null]);
    const [event] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'institution.closed' AND subject_id = ${place.id}`);
    expect(JSON.parse(event!.payload)).toMatchObject({ people: 1, cases: 2 });
  });

  it('takes nobody in before it is open again', async () => {
    const place = await below(api, root, 'CLOSE-2');
    const person = await staff(place.id, 'supervisor');
    expect((await setStatus(place.id)).code).toBe('00');
    expect((await admin.post('manage/user/setStatus', { userId: person.id, enabled: true })).code).toBe('22');
    const inside = { name: 'Inside', code: 'INSIDE', parentId: place.id };
    expect((await admin.post('institutionalManagement/createOrUpdate', inside)).code).toBe('22');
    expect((await setStatus(place.id, { enabled: true })).code).toBe('00');
    expect((await admin.post('manage/user/setStatus', { userId: person.id, enabled: true })).code).toBe('00');
  });

  it('is neither the own one, nor one with an open one below, nor one of another tree', async () => {
    const place = await below(api, root, 'CLOSE-3');
    await below(api, place, 'CLOSE-31');
    expect((await setStatus(place.id)).code).toBe('23');
    expect((await setStatus(org.institutionId)).code).toBe('22');
    expect((await setStatus(org.otherInstitutionId)).code).toBe('21');
  });
});

describe('the last administrator', () => {
  /** A tree whose top has a supervisor with an administrator's rights, and no administrator. */
  async function headless(suffix: string) {
    const other = await createOrg(api, suffix);
    const top = { id: other.institutionId, path: `/${other.institutionId}/` };
    await grant(api, top.id, 'supervisor', {
      more: ['user:manage', 'institution:read', 'institution:manage', 'grants:read', 'grants:manage'],
    });
    const head = await signedIn(api, await createUser(api, other, 'supervisor'));
    return { top, head };
  }

  it('keeps an institution open: of two that are closed at once one stays', async () => {
    const { top, head } = await headless('-H1');
    const places = [await below(api, top, 'H11'), await below(api, top, 'H12')];
    for (const { id } of places) await staff(id, 'admin');
    const codes = await Promise.all(places.map(({ id }) => setStatus(id, {}, head)));
    expect(codes.map(({ code }) => code).sort()).toEqual(['00', '23']);
    expect((await Promise.all(places.map(({ id }) => isOpen(id)))).sort()).toEqual([false, true]);
  });

  it('is left by a disabling and a change of role at the same time, whoever comes first', async () => {
    const place = await below(api, root, 'LAST-2');
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await staff(place.id, 'admin'), await staff(place.id, 'admin')];
      const codes = await Promise.all([
        disable(admin, one),
        admin.post('institutionalManagement/accounts', { id: other.id, role: 'supervisor' }),
      ]);
      const [left] = await api.rows<{ count: number }>(sql`
        SELECT COUNT(*) AS count FROM user WHERE institution_id = ${place.id} AND role = 'admin' AND enabled = 1`);
      expect(Number(left!.count)).toBeGreaterThanOrEqual(1);
      expect(codes.filter(({ code }) => code === '00').length).toBeGreaterThanOrEqual(1);
    }
  });

  it('keeps the right to manage people while there is one', async () => {
    const place = await below(api, root, 'LAST-3');
    const wish = { institutionId: place.id, role: 'admin', permissions: ['case:read'], menu: ['/myTasks'] };
    const save = () => admin.post('institutionalManagement/permissions', wish);
    const only = await staff(place.id, 'admin');
    expect((await save()).code).toBe('23');
    const [saved, disabled] = await Promise.all([save(), disable(admin, only)]);
    expect([saved.code, disabled.code]).toEqual(['23', '23']);
    await api.rows(sql`UPDATE user SET enabled = 0, version = version + 1 WHERE id = ${only.id}`);
    expect((await save()).code).toBe('00');
  });
});
