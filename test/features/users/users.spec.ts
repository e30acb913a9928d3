import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import type { CollectorOption } from '../../../contract/session.js';
import type { UserInfo } from '../../../contract/administration/users.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let people: Record<'leader' | 'mate' | 'mine' | 'theirs' | 'foreign' | 'admin' | 'supervisor', Person>;

const { api, org } = useSite();
beforeAll(async () => {
  const outside = { institutionId: org.otherInstitutionId, groupId: null };
  people = {
    leader: await createUser(api, org, 'leader'),
    mate: await createUser(api, org, 'member', { name: 'Ana 100%' }),
    mine: await createUser(api, org, 'member', { name: 'Beatriz' }),
    theirs: await createUser(api, org, 'member', { groupId: org.otherGroupId, name: 'Carla' }),
    foreign: await createUser(api, org, 'member', { ...outside, name: 'Diana' }),
    admin: await createUser(api, org, 'admin'),
    supervisor: await createUser(api, org, 'supervisor'),
  };
});

const as = (who: keyof typeof people): Promise<Client> => signedIn(api, people[who]);
const namesOf = (ids: { id: number }[]) =>
  Object.entries(people)
    .filter(([, person]) => ids.some(({ id }) => id === person.id))
    .map(([name]) => name)
    .sort();
const options = async (who: keyof typeof people, path: string) =>
  namesOf((await (await as(who)).get<CollectorOption[]>(path)).data);
const listed = async (who: keyof typeof people, query = '') =>
  (await (await as(who)).get<Page<UserInfo>>(`manage/user/list${query}`)).data;

describe('who sees whom', () => {
  it('in the selects', async () => {
    expect(await options('mine', 'login/getSubUser')).toEqual([]);
    expect(await options('mine', 'login/getAllCollector')).toEqual(['mine']);
    expect(await options('leader', 'login/getAllCollector')).toEqual(['mate', 'mine']);
    expect(await options('leader', 'login/getSubUser')).toEqual(['mate', 'mine']);
    expect(await options('admin', 'login/getAllCollector')).toEqual(['mate', 'mine', 'theirs']);
    expect(await options('supervisor', 'login/getSubUser')).not.toContain('foreign');
  });

  it('in the list', async () => {
    expect(namesOf((await listed('leader')).result)).toEqual(['leader', 'mate', 'mine']);
    const all = await listed('admin');
    expect(namesOf(all.result)).toEqual(['admin', 'leader', 'mate', 'mine', 'supervisor', 'theirs']);
    expect(all.totalCount).toBe(6);
    expect((await (await as('mine')).get('manage/user/list')).code).toBe('20');
  });

  it('in the list of the older client, page by page and by prefix', async () => {
    const admin = await as('admin');
    const page = await admin.get<Page<UserInfo>>('management/user/list/?page=2&size=4');
    expect([page.data.result.length, page.data.totalCount]).toEqual([2, 6]);
    expect(namesOf((await listed('admin', '?name=bea')).result)).toEqual(['mine']);
    expect(namesOf((await listed('admin', '?name=%25')).result)).toEqual([]);
    expect(namesOf((await listed('admin', '?name=100%25')).result)).toEqual(['mate']);
    expect(namesOf((await listed('admin', '?name=Ana%20100%25')).result)).toEqual(['mate']);
    expect(namesOf((await listed('admin', '?role=leader')).result)).toEqual(['leader']);
    expect((await admin.get('manage/user/list?page=0')).code).toBe('22');
    expect((await listed('admin', '?size=100000')).result).toHaveLength(6);
  });
});

describe('enabling and disabling', () => {
  const set = async (who: keyof typeof people, whom: keyof typeof people, enabled: boolean) =>
    (await (await as(who)).post('manage/user/setStatus', { userId: people[whom].id, enabled })).code;

  it('is for administrators, of people in their institution, not of themselves', async () => {
    expect(await set('leader', 'mine', false)).toBe('20');
    expect(await set('supervisor', 'mine', false)).toBe('20');
    expect(await set('admin', 'foreign', false)).toBe('21');
    expect(await set('admin', 'admin', false)).toBe('20');
    expect(await set('admin', 'mine', false)).toBe('00');
    expect(await set('admin', 'mine', false)).toBe('00');
    expect((await listed('admin', '?name=bea')).result[0]?.enabled).toBe(false);
    expect(await set('admin', 'mine', true)).toBe('00');
  });

  it('names what is wrong with the request', async () => {
    const admin = await as('admin');
    expect(await admin.post('manage/user/setStatus', { userId: 'x' })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'userId' }, { field: 'enabled' }] },
    });
  });
});
