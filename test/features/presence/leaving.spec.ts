import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { PresenceState } from '../../../contract/team/presence.js';
import { PresenceService } from '../../../server/features/presence/presence.service.js';
import type { Actor } from '../../../server/platform/auth/actor.js';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';

let boss: TestSocket;
const sockets: TestSocket[] = [];

afterAll(() => boss.close());
const { api, workers, org } = useSite({ workers: { processors: true } });
beforeAll(async () => {
  boss = await TestSocket.open(await signedIn(api, await createUser(api, org, 'leader')));
  await boss.watch({ topic: 'board', groupId: org.groupId });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

const beat = { tab: 'page-of-one', idleMs: 0, phone: 'FREE' } as const;
const shown = (id: number, state: PresenceState) =>
  boss.next('presence.changed', ({ data }) => data.collectorId === id && data.state === state);
const isHeard = async (id: number) => (await api.get(Redis).client.exists(`presence:${id}`)) === 1;
const sessionOf = async (id: number) => {
  const [session] = await api.rows<{ id: number }>(sql`
    SELECT id FROM user_session WHERE user_id = ${id} ORDER BY id LIMIT 1`);
  return session!.id;
};

async function collector(): Promise<{ client: Client; id: number; sessionId: number }> {
  const client = await signedIn(api, await createUser(api, org, 'member'));
  const { id } = client.person;
  const page = await TestSocket.open(client);
  sockets.push(page);
  page.socket.emit('beat', beat);
  await shown(id, 'ON');
  return { client, id, sessionId: await sessionOf(id) };
}

it('who signs out is away, and a beat that was still under way does not bring them back', async () => {
  const { client, id, sessionId } = await collector();
  expect((await client.post('login/out')).code).toBe('00');
  await shown(id, 'AWAY');
  const late = { role: 'member', userId: id, sessionId, kiosk: false } as Actor;
  await api.get(PresenceService).onHeartbeat(late, beat);
  expect(await isHeard(id)).toBe(false);
  await api.get(PresenceService).onHeartbeat({ ...late, sessionId: sessionId + 1 }, beat);
  expect(await isHeard(id)).toBe(true);
});

it('who is signed in elsewhere by then stays', async () => {
  const { client, id, sessionId } = await collector();
  await signedIn(api, client.person);
  expect((await client.post('login/out')).code).toBe('00');
  const left = () => workers.get(Jobs).queue('presence').getJob(`leave-${sessionId}`);
  await eventually(async () => expect(await (await left())?.isCompleted()).toBe(true));
  expect(await isHeard(id)).toBe(true);
});
