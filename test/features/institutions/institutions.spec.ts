import { describe, expect, it } from '@jest/globals';
import {
  TREE_WHOLE,
  type InstitutionInfo,
  type InstitutionNode,
  type InstitutionRow,
} from '../../../contract/administration/institutions.js';
import type { Page } from '../../../contract/shared/page.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { planOf } from '../../support/plan.js';
import { useSite } from '../../support/site.js';
import { below } from '../../support/tree.js';

const { api, org, admin, leader } = useSite({ people: { admin: 'admin', leader: 'leader' } });

type Saved = { id: number; fields?: { field: string; rule: string }[]; inForce?: { name: string } };
const save = (body: object, who = admin) => who.post<Saved>('institutionalManagement/createOrUpdate', body);
const add = async (code: string, parentId = org.institutionId) =>
  (await save({ name: `At ${code}`, code, parentId })).data.id;
const info = async (id: number, who = admin) =>
  (await who.get<InstitutionInfo>(`institutionalManagement/info?id=${id}`)).data;
const list = async (query: string, who = admin) =>
  (await who.get<Page<InstitutionRow>>(`institutionalManagement/list?${query}`)).data;
const tree = async (query = '', who = admin) =>
  (await who.get<InstitutionNode[]>(`management/institution/tree?${query}`)).data;
const pathOf = async (id: number) =>
  (await api.rows<{ path: string }>(sql`SELECT path FROM institution WHERE id = ${id}`))[0]!.path;

describe('a new institution', () => {
  it('stands below another one, and is in the open session of who made it at once', async () => {
    const answer = await save({ name: 'Oriente', code: 'ORI', parentId: org.institutionId });
    expect(answer.code).toBe('00');
    const { id } = answer.data;
    expect(await info(id)).toMatchObject({
      name: 'Oriente', code: 'ORI', parentId: org.institutionId, parentName: 'NORTE', enabled: true, groups: [],
      userCount: 0, below: 0, version: 1,
    }); // prettier-ignore
    expect((await tree()).map((node) => node.id)).toContain(id);
    expect((await list('code=OR')).result.map((row) => row.id)).toEqual([id]);
  });

  it('is told to those who administer it, and neither to leaders nor to collectors above it', async () => {
    const { id } = (await save({ name: 'Debajo', code: 'DEBAJO', parentId: org.institutionId })).data;
    const collector = await signedIn(api, await createUser(api, org, 'member'));
    const merchants = async (who: Client) =>
      (await who.get<{ id: number }[]>('task/loanMarketMerchant/list')).data.map((each) => each.id);
    expect((await tree('', leader)).map((node) => node.id)).toEqual([org.institutionId]);
    expect(await merchants(leader)).toEqual([org.institutionId]);
    expect(await merchants(collector)).toEqual([org.institutionId]);
    expect(await merchants(admin)).toContain(id);
  });

  it('of one request id is made once', async () => {
    const body = { name: 'Once', code: 'ONCE', parentId: org.institutionId, clientRequestId: 'once-only-1' };
    const [one, other] = await Promise.all([save(body), save(body)]);
    expect([one.code, other.code]).toEqual(['00', '00']);
    expect(one.data.id).toBe(other.data.id);
  });

  it('is refused without one above it, with a code that is taken, and elsewhere', async () => {
    const refused = await save({ name: 'Root', code: 'ROOT', parentId: null });
    expect([refused.code, refused.data.fields]).toMatchObject(['22', [{ field: 'parentId' }]]);
    expect(
      (await save({ name: 'Twice', code: 'ONCE', parentId: org.institutionId })).data.fields,
    ).toMatchObject([{ field: 'code' }]);
    expect((await save({ name: 'Far', code: 'FAR', parentId: org.otherInstitutionId })).code).toBe('21');
    expect((await save({ name: 'No', code: 'NO', parentId: org.institutionId }, leader)).code).toBe('20');
  });
});

describe('a moved institution', () => {
  it('takes along what is below it, and is refused into itself or below itself with a word', async () => {
    const [one, other] = [await add('M1'), await add('M2')];
    const leaf = await add('M11', one);
    const seen = await info(one);
    expect((await save({ ...seen, parentId: other })).code).toBe('00');
    expect(await pathOf(leaf)).toBe(`/${org.institutionId}/${other}/${one}/${leaf}/`);
    for (const parentId of [leaf, one]) {
      const refused = await save({ ...(await info(one)), parentId });
      expect([refused.code, refused.data.fields?.[0]]).toMatchObject([
        '22',
        { field: 'parentId', rule: 'institution.loop' },
      ]);
    }
    expect(await pathOf(one)).toBe(`/${org.institutionId}/${other}/${one}/`);
  });

  it('shows who comes second what is in force', async () => {
    const id = await add('SECOND');
    const seen = await info(id);
    expect((await save({ ...seen, name: 'First' })).code).toBe('00');
    const late = await save({ ...seen, name: 'Late' });
    expect([late.code, late.data.inForce?.name]).toEqual(['23', 'First']);
  });

  it('is never the own one', async () => {
    const mine = await info(org.institutionId);
    const down = await save({ ...mine, parentId: await add('UNDER') });
    expect(down.data.fields).toMatchObject([{ field: 'parentId', rule: 'institution.own' }]);
    expect((await save({ ...mine, name: 'Norte' })).code).toBe('00');
  });

  it('makes no loop with another one that moves at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await add(`L${round}`), await add(`R${round}`)];
      const [seenOne, seenOther] = [await info(one), await info(other)];
      const codes = await Promise.all([
        save({ ...seenOne, parentId: other }),
        save({ ...seenOther, parentId: one }),
      ]);
      expect(codes.map(({ code }) => code).sort()).toEqual(['00', '22']);
      const paths = [await pathOf(one), await pathOf(other)];
      expect(paths.filter((path) => path.startsWith(`/${org.institutionId}/`))).toHaveLength(2);
      expect(paths.some((path) => path.split('/').length === 5)).toBe(true);
    }
  });

  it('stays where there is room', async () => {
    const digits = '9'.repeat(200);
    const deep = await add('DEEP');
    await api.get(Database).run(sql`
      UPDATE institution SET path = CONCAT('/', ${org.institutionId}, '/', ${digits}, '/', ${deep}, '/') WHERE id = ${deep}`);
    const wide = await add('WIDE');
    const leaf = await add('LEAF', wide);
    await api.get(Database).run(sql`
      UPDATE institution SET path = CONCAT('/', ${org.institutionId}, '/', ${wide}, '/', ${'8'.repeat(60)}, '/', ${leaf}, '/')
      WHERE id = ${leaf}`);
    const refused = await save({ ...(await info(wide)), parentId: deep });
    expect(refused.data.fields).toMatchObject([{ rule: 'institution.tooDeep' }]);
  });
});

describe('groups', () => {
  const group = (body: object, who = admin) =>
    who.post<Saved>('institutionalManagement/group/createOrUpdate', body);
  const close = (id: number, enabled = false) =>
    admin.post('institutionalManagement/group/setStatus', { id, enabled });

  it('are made, renamed and closed once nobody is left in them; closed ones are not offered', async () => {
    const { data, code } = await group({ institutionId: org.institutionId, name: 'Equipo 9' });
    expect(code).toBe('00');
    expect((await group({ id: data.id, institutionId: org.institutionId, name: 'Equipo 10' })).code).toBe(
      '00',
    );
    const person = await createUser(api, org, 'member', { groupId: data.id });
    expect((await close(data.id)).code).toBe('23');
    await api
      .get(Database)
      .run(sql`UPDATE user SET enabled = 0, version = version + 1 WHERE id = ${person.id}`);
    expect((await close(data.id)).code).toBe('00');
    const own = (await tree()).find(({ id }) => id === org.institutionId)!;
    expect(own.groups.map(({ id }) => id)).not.toContain(data.id);
    const stored = (await info(org.institutionId)).groups.find(({ id }) => id === data.id);
    expect(stored).toMatchObject({ name: 'Equipo 10', enabled: false, userCount: 0 });
    expect((await admin.post('manage/user/setStatus', { userId: person.id, enabled: true })).code).toBe('22');
    expect((await close(data.id, true)).code).toBe('00');
  });

  it('of elsewhere do not exist', async () => {
    expect((await group({ institutionId: org.otherInstitutionId, name: 'X' })).code).toBe('21');
    const [far] = await api.get(Ids).takeMany(1);
    await api
      .get(Database)
      .run(insert('admin_group', [{ id: far!, institution_id: org.otherInstitutionId, name: 'Far' }]));
    expect((await close(far!)).code).toBe('22');
  });
});

describe('many institutions', () => {
  it('are listed by an index, and told level by level', async () => {
    const root = { id: org.institutionId, path: `/${org.institutionId}/` };
    const one = await below(api, root, 'TOP');
    const ids = await api.get(Ids).takeMany(TREE_WHOLE);
    const rows = ids.map((id) => ({
      id,
      code: `T${id}`,
      name: `T${id}`,
      parent_id: one.id,
      path: `${one.path}${id}/`,
    }));
    await api.get(Database).run(insert('institution', rows));
    await below(api, one, 'LAST');
    const top = await tree();
    expect(top.map(({ id }) => id)).toEqual([org.institutionId]);
    const level = await tree(`parentId=${org.institutionId}`);
    expect(level.find(({ id }) => id === one.id)).toMatchObject({ below: TREE_WHOLE + 1 });
    expect(await tree(`parentId=${one.id}`)).toHaveLength(TREE_WHOLE + 1);
    expect(await tree(`parentId=${org.otherInstitutionId}`)).toEqual([]);
    const page = await list(`parentId=${one.id}&size=5`);
    expect([page.result.length, page.totalCount]).toEqual([5, TREE_WHOLE + 1]);
    const children = sql`SELECT i.id FROM institution i WHERE i.parent_id = ${one.id} ORDER BY i.name LIMIT 20`;
    const plan = await planOf(api, children);
    expect(plan.map(({ key }) => key)).toEqual(['institution_parent']);
  });
});
