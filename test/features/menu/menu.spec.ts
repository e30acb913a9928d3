import { describe, expect, it } from '@jest/globals';
import { MENU_KEYS, ROLE_GRANTS } from '../../../contract/permissions.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn } from '../../support/org.js';
import { rightsChanged } from '../../support/tree.js';
import { useSite } from '../../support/site.js';

const { api, org } = useSite();

describe('the menu', () => {
  it.each(['member', 'leader', 'supervisor', 'admin'] as const)(
    'of a %s is what the role grants',
    async (role) => {
      const client = await signedIn(api, await createUser(api, org, role));
      expect((await client.get(`menu/asideMenu?userId=${client.person.id}`)).data).toEqual(
        ROLE_GRANTS[role].menu,
      );
    },
  );

  it('is not told of people whom the asker may not see, existing or not', async () => {
    const member = await signedIn(api, await createUser(api, org, 'member'));
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    const mate = await createUser(api, org, 'member');
    const stranger = await createUser(api, org, 'member', { groupId: org.otherGroupId });
    const foreign = await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId });
    const code = async (client: typeof member, userId: number) =>
      (await client.get(`menu/asideMenu?userId=${userId}`)).code;
    expect(await code(member, mate.id)).toBe('21');
    expect(await code(member, 999_999_999)).toBe('21');
    expect(await code(leader, mate.id)).toBe('00');
    expect(await code(leader, stranger.id)).toBe('21');
    expect(await code(admin, stranger.id)).toBe('00');
    expect(await code(admin, foreign.id)).toBe('21');
    expect((await member.get('menu/asideMenu?userId=1%20OR%201=1')).code).toBe('22');
  });

  it('follows what was edited for the role, in menu order, without keys that do not exist', async () => {
    const client = await signedIn(api, await createUser(api, org, 'supervisor'));
    await api.get(Database).run(sql`
      INSERT INTO role_grant (institution_id, role, permissions, menu)
      VALUES (${org.institutionId}, 'supervisor', '', 'management-users,made-up,/myTasks')`);
    await rightsChanged(api);
    expect((await client.get('menu/asideMenu')).data).toEqual(['/myTasks', 'management-users']);
    expect(MENU_KEYS).toContain('management-users');
  });
});
