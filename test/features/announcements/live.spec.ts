import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import { publish, violation } from './desk.js';

let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;
let workers: INestApplicationContext;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  stack = await createStack();
  api = await startApi();
  workers = await startWorkers();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await workers.close();
  await api.close();
  await stack.close();
});

async function browserOf(role: 'member' | 'leader', institutionId = org.institutionId): Promise<TestSocket> {
  const groupId = institutionId === org.institutionId ? org.groupId : null;
  const person = await createUser(api, org, role, { institutionId, groupId });
  const socket = await TestSocket.open(await signedIn(api, person));
  sockets.push(socket);
  return socket;
}

describe('an announcement', () => {
  it('reaches every open browser of its institution, and none of another', async () => {
    const [ana, leader, stranger] = [
      await browserOf('member'),
      await browserOf('leader'),
      await browserOf('member', org.otherInstitutionId),
    ];
    const msgId = await publish(admin);
    for (const browser of [ana, leader]) {
      const frame = await browser.next('announcement.published', ({ data }) => data.msgId === msgId);
      expect(frame.room).toBe(`institution:${org.institutionId}`);
    }
    await admin.post('msg/updateMsg', violation({ msgId }));
    await admin.post(`msg/delete?msgId=${msgId}`);
    const isAnnouncement = (frame: { data: { tags: { type: string }[] } }) =>
      frame.data.tags.some((tag) => tag.type === 'Announcement');
    await ana.next('tags.changed', isAnnouncement);
    expect(stranger.of('announcement.published')).toEqual([]);
    expect(stranger.of('tags.changed').filter(isAnnouncement)).toEqual([]);
  });
});
