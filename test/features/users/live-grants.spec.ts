import { expect, it } from '@jest/globals';
import type { MenuKey } from '../../../contract/permissions.js';
import type { CurrentUser } from '../../../contract/session.js';
import type { UserInfo } from '../../../contract/administration/users.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';

const { admin, person } = useSite({ workers: true, people: { admin: 'admin', person: 'member' } });

it('a flag and a channel that an administrator changes are in force in the open browser at once', async () => {
  const socket = await TestSocket.open(person);
  const { id } = person.person;
  const seen = (await admin.get<UserInfo>(`manage/user/info?id=${id}`)).data;
  const change = { ...seen, autoDial: true, channels: ['SMS', 'WABA'] };
  expect((await admin.post('manage/user/createOrUpdate', change)).code).toBe('00');
  const frame = await socket.next('rights.changed');
  expect(Date.now() - frame.at).toBeLessThan(1_000);
  const now = (await person.get<CurrentUser>('login/currentUser')).data;
  const { permissions, ranked, longAging, isShowAnnouncement } = now;
  const settings = { autoDial: true, channels: ['SMS', 'WABA'], ranked, longAging, isShowAnnouncement };
  const menu = (await person.get<MenuKey[]>('menu/asideMenu')).data;
  expect(now).toMatchObject(settings);
  expect(frame.data).toEqual({ permissions, menu, ...settings });
  socket.close();
});
