import type { PushEnvelope } from '../../../contract/realtime.js';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createUser, signedIn } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';
import { numbersOf, publish, unread, violation } from './desk.js';

const sockets: TestSocket[] = [];
const SOON_MS = 1_500;
/** The most that a turn may be late. */
const TURN_MS = 2_000;

afterAll(() => {
  for (const socket of sockets) socket.close();
});
const { api, org, admin } = useSite({ workers: { processors: true }, people: { admin: 'admin' } });

const isAnnouncement = (frame: PushEnvelope<'tags.changed'>) =>
  frame.data.tags.some(({ type }) => type === 'Announcement');

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
    await ana.next('tags.changed', isAnnouncement);
    expect(stranger.of('announcement.published')).toEqual([]);
    expect(stranger.of('tags.changed').filter(isAnnouncement)).toEqual([]);
  });

  it('is told again when its time begins and when it ends, to the second', async () => {
    const reader = await createUser(api, org, 'member');
    const ana = await signedIn(api, reader);
    const browser = await TestSocket.open(ana);
    sockets.push(browser);
    const turnAt = (edge: Date) =>
      browser.next('tags.changed', (frame) => isAnnouncement(frame) && frame.at >= edge.getTime());
    const startsAt = new Date(Date.now() + SOON_MS);
    const msgId = await publish(admin, { startsAt: startsAt.toISOString() });
    expect(numbersOf(await unread(ana))).not.toContain(msgId);
    expect((await turnAt(startsAt)).at - startsAt.getTime()).toBeLessThan(TURN_MS);
    expect(numbersOf(await unread(ana))).toContain(msgId);

    const endsAt = new Date(Date.now() + SOON_MS);
    const window = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
    expect((await admin.post('msg/updateMsg', violation({ msgId, published: true, ...window }))).code).toBe(
      '00',
    );
    expect(numbersOf(await unread(ana))).toContain(msgId);
    expect((await turnAt(endsAt)).at - endsAt.getTime()).toBeLessThan(TURN_MS);
    expect(numbersOf(await unread(ana))).not.toContain(msgId);
  });
});
