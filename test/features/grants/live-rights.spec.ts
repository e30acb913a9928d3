import { beforeAll, expect, it } from '@jest/globals';
import { ROLE_GRANTS } from '../../../contract/permissions.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { insert } from '../../data/rows.js';
import { createUser, signedIn } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';
import { below } from '../../support/tree.js';

let place: { id: number; path: string };

const { api, org, admin } = useSite({ workers: true, people: { admin: 'admin' } });
beforeAll(async () => {
  place = await below(api, { id: org.institutionId, path: `/${org.institutionId}/` }, 'CHILD');
});

const browserOf = async (role: 'leader' | 'supervisor', institutionId: number) => {
  const person = await createUser(api, org, role, { institutionId, groupId: null });
  return TestSocket.open(await signedIn(api, person));
};
const save = async (version: number, less: readonly string[], menu: readonly string[]) => {
  const permissions = ROLE_GRANTS.leader.permissions.filter((one) => !less.includes(one));
  const change = { institutionId: place.id, role: 'leader', version, permissions, menu };
  expect((await admin.post('institutionalManagement/permissions', change)).code).toBe('00');
};

it('what a role may reaches the browsers of that role, there and below, and no others', async () => {
  const leaf = await below(api, place, 'LEAF');
  const open = await browserOf('leader', place.id);
  const beneath = await browserOf('leader', leaf.id);
  const others = [await browserOf('supervisor', place.id), await browserOf('leader', org.institutionId)];
  const isLess = (data: { permissions: readonly string[] }) => !data.permissions.includes('user:read');

  await save(0, ['user:read'], ['/myTasks']);
  for (const browser of [open, beneath]) {
    const { data } = await browser.next('rights.changed', (frame) => isLess(frame.data));
    expect(data.menu).toEqual(['/myTasks']);
  }
  await save(1, [], ROLE_GRANTS.leader.menu);
  for (const browser of [open, beneath]) {
    const { data } = await browser.next('rights.changed', (frame) => !isLess(frame.data));
    expect(data).toMatchObject({ menu: ROLE_GRANTS.leader.menu });
  }
  expect(others.map((browser) => browser.of('rights.changed').length)).toEqual([0, 0]);
  for (const browser of [open, beneath, ...others]) browser.close();
});

it('a page that the role may read no more sends nothing more to a browser that has it open', async () => {
  const { id: institutionId } = place;
  const groupId = await api.get(Ids).take();
  const group = { id: groupId, institution_id: institutionId, name: 'Team' };
  await api.get(Database).run(insert('admin_group', [group]));
  const person = await createUser(api, org, 'leader', { institutionId, groupId });
  const leader = await TestSocket.open(await signedIn(api, person));
  const topic = { topic: 'board', groupId } as const;
  expect((await leader.watch(topic)).ok).toBe(true);
  await save(2, ['board:read'], ROLE_GRANTS.leader.menu);
  await leader.next('rights.changed', ({ data }) => !data.permissions.includes('board:read'));
  expect((await leader.watch(topic)).ok).toBe(false);
  leader.close();
});
