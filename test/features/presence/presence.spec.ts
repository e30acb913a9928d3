import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BoardSeats } from '../../../contract/team/boards.js';
import type { Heartbeat, PresenceRow, PresenceTimeline } from '../../../contract/team/presence.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import { PresenceService } from '../../../server/features/presence/presence.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Redis } from '../../../server/platform/redis/redis.js';
import { shiftDate } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';
import { asOwner } from '../../support/stack.js';

const sockets: TestSocket[] = [];

const { api, org, leader } = useSite({ workers: true, people: { leader: 'leader' } });
afterEach(() => {
  jest.useRealTimers();
  for (const socket of sockets.splice(0)) socket.close();
});

const redis = () => api.get(Redis).client;
const open = async (client: Client) => {
  const socket = await TestSocket.open(client);
  sockets.push(socket);
  return socket;
};
const collector = async (more: object = {}) => {
  const client = await signedIn(api, await createUser(api, org, 'member', more));
  return { client, id: client.person.id, page: await open(client) };
};
const say = (page: TestSocket, tab: string, more: Partial<Heartbeat> = {}) =>
  page.socket.emit('beat', { tab: `page-of-${tab}`, idleMs: 0, phone: 'FREE', ...more });
const list = async (who: Client, query = '') =>
  (await who.get<Page<PresenceRow>>(`presence/list?size=200&${query}`)).data.result;
const stateFor = async (who: Client, id: number) =>
  (await list(who)).find(({ collectorId }) => collectorId === id)?.state;
const becomes = (id: number, state: string) =>
  eventually(async () => expect(await stateFor(leader, id)).toBe(state));
const day = async (who: Client, id: number, query = '') =>
  who.get<PresenceTimeline>(`presence/timeline?collectorId=${id}${query}`);
const changesOf = (id: number) =>
  api.rows<{ state: string }>(sql`
    SELECT JSON_VALUE(payload, '$.state') AS state FROM domain_event
    WHERE name = 'presence.changed' AND subject_id = ${id} ORDER BY id`);
/** Statements of the test's own people that wait for this person's row. */
const waitingFor = async (id: number) => {
  const threads = await api.rows<{ Info: string | null }>(sql`SHOW FULL PROCESSLIST`);
  return threads.filter(({ Info }) => new RegExp(`WHERE id = ${id} AND .* FOR UPDATE`).test(Info ?? ''))
    .length;
};
/** As after any two looks of the sweep. */
const sweep = async () => {
  await redis().set('presence-looked', '1', 'PX', 8_000);
  await redis().del('presence-waiting');
  return api.get(PresenceService).reconcile();
};

describe('a collector’s presence', () => {
  it('is what the pages say, stored when it changes and told to the team’s board', async () => {
    const boss = await open(leader);
    await boss.watch({ topic: 'board', groupId: org.groupId });
    const { id, page } = await collector();
    for (let beats = 0; beats < 3; beats++) say(page, 'one');
    await boss.next('presence.changed', ({ data }) => data.collectorId === id && data.state === 'ON');
    say(page, 'one', { phone: 'CALL' });
    const { data } = await boss.next('presence.changed', (frame) => frame.data.state === 'CALL');
    expect(data).toEqual({ collectorId: id, state: 'CALL', since: expect.any(String) });
    say(page, 'one', { phone: 'WRAP_UP' });
    await becomes(id, 'WRAP_UP');
    say(page, 'one', { idleMs: 3_600_000 });
    await becomes(id, 'IDLE');
    expect(await changesOf(id)).toEqual([
      { state: 'ON' },
      { state: 'CALL' },
      { state: 'WRAP_UP' },
      { state: 'IDLE' },
    ]);
  });

  it('is one, however many pages are open', async () => {
    const { id, page, client } = await collector();
    const second = await open(client);
    say(page, 'one');
    await becomes(id, 'ON');
    say(second, 'two', { phone: 'CALL', idleMs: 3_600_000 });
    await becomes(id, 'CALL');
    say(page, 'one');
    say(second, 'two', { idleMs: 3_600_000 });
    await becomes(id, 'ON');
    second.close();
    expect(await sweep()).toBe(0);
    expect(await changesOf(id)).toEqual([{ state: 'ON' }, { state: 'CALL' }, { state: 'ON' }]);
  });

  it('is what was said last, however long an earlier change waits to be stored', async () => {
    const { id, page } = await collector();
    await api.get(UnitOfWork).transact(SYSTEM, async (tx) => {
      await tx.read(sql`SELECT id FROM user WHERE id = ${id} FOR UPDATE`);
      say(page, 'one', { phone: 'CALL' });
      await eventually(async () => expect(await waitingFor(id)).toBe(1));
      say(page, 'one');
      await eventually(async () => expect(await waitingFor(id)).toBe(2));
    });
    await becomes(id, 'ON');
    expect(await sweep()).toBe(0);
    expect(await changesOf(id)).toEqual([{ state: 'ON' }]);
  });

  it('ends with the lease of the last page, and begins again with the next beat', async () => {
    const { id, page } = await collector();
    say(page, 'one');
    await becomes(id, 'ON');
    await redis().del(`presence:${id}`);
    expect(await sweep()).toBeGreaterThan(0);
    expect(await stateFor(leader, id)).toBe('AWAY');
    say(page, 'one');
    await becomes(id, 'ON');
  });

  it('of nobody is judged right after Redis was emptied, and the beats bring it back', async () => {
    const { id, page } = await collector();
    say(page, 'one');
    await becomes(id, 'ON');
    await redis().flushdb();
    const presence = api.get(PresenceService);
    expect([await presence.reconcile(), await presence.reconcile()]).toEqual([0, 0]);
    expect(await stateFor(leader, id)).toBe('ON');
    say(page, 'one');
    await eventually(async () => expect(await redis().exists(`presence:${id}`)).toBe(1));
    expect(await changesOf(id)).toEqual([{ state: 'ON' }]);
  });

  it('is refused in another form than the contract’s, and of people who are no collectors', async () => {
    const { id, page } = await collector();
    const odd = [null, {}, { tab: 'x' }, { tab: 'page-of-one', idleMs: -1, phone: 'FREE' }, { tab: 'page-of-one', idleMs: 0, phone: 'BUSY' }]; // prettier-ignore
    for (const beat of odd) page.socket.emit('beat', beat as never);
    const boss = await open(leader);
    say(boss, 'boss');
    say(page, 'one');
    await becomes(id, 'ON');
    expect(await changesOf(leader.person.id)).toEqual([]);
    expect(await changesOf(id)).toEqual([{ state: 'ON' }]);
  });

  it('stands on the board’s seats', async () => {
    const { id, page } = await collector();
    await api.get(DaysService).open([id], businessDay(new Date()));
    say(page, 'one');
    await becomes(id, 'ON');
    await eventually(async () => {
      const { data } = await leader.get<BoardSeats>('dashboard/personal');
      expect(data.presence).toContainEqual({ collectorId: id, state: 'ON', since: expect.any(String) });
    });
  });
});

describe('a day', () => {
  it('is drawn from the changes, goes on with the clock, and ends at midnight in Mexico City', async () => {
    const { id, page } = await collector();
    const noon = Date.parse('2026-11-20T18:00:00Z');
    shiftDate(noon);
    say(page, 'one');
    await becomes(id, 'ON');
    shiftDate(noon + 600_000);
    say(page, 'one', { phone: 'CALL' });
    await becomes(id, 'CALL');
    shiftDate(noon + 900_000);
    const { data } = await day(leader, id);
    expect(data).toMatchObject({ collectorId: id, day: '2026-11-20', totals: { ON: 600, IDLE: 0, AWAY: 0 } });
    expect(data.segments.map(({ state, to }) => [state, to === null])).toEqual([['ON', false], ['CALL', true]]); // prettier-ignore
    expect(data.totals.CALL).toBeGreaterThanOrEqual(299);
    shiftDate(noon + 24 * 3_600_000);
    const past = (await day(leader, id, '&date=2026-11-20')).data;
    expect(past.segments.at(-1)).toMatchObject({ state: 'CALL', to: '2026-11-21T06:00:00.000Z' });
    expect((await day(leader, id)).data.segments[0]).toMatchObject({
      from: '2026-11-21T06:00:00.000Z',
      to: null,
    });
  });

  it('is refused with a word for a date that is none', async () => {
    const { id } = await collector();
    const answer = await leader.get(`presence/timeline?collectorId=${id}&date=yesterday`);
    expect(answer).toMatchObject({
      code: '22',
      data: { fields: expect.arrayContaining([expect.objectContaining({ field: 'date' })]) },
    });
  });
});

describe('presence is seen', () => {
  let ana: Person & { client: Client };
  let stranger: Client;
  let supervisor: Client;
  let elsewhere: Client;

  beforeAll(async () => {
    const { client } = await collector({ name: 'Ana' });
    ana = { ...client.person, client };
    stranger = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
    supervisor = await signedIn(api, await createUser(api, org, 'supervisor'));
    const far = { institutionId: org.otherInstitutionId };
    elsewhere = await signedIn(api, await createUser(api, org, 'supervisor', far));
  });

  it('by the own leader, the institution’s supervisor and oneself, and does not exist for others', async () => {
    for (const who of [leader, supervisor, ana.client]) {
      expect((await day(who, ana.id)).code).toBe('00');
      expect(await stateFor(who, ana.id)).toBe('AWAY');
    }
    expect((await list(ana.client)).map(({ collectorId }) => collectorId)).toEqual([ana.id]);
    expect((await ana.client.get<PresenceTimeline>('presence/timeline')).data.collectorId).toBe(ana.id);
    const nobody = await day(stranger, 999_999_999);
    for (const who of [stranger, elsewhere]) {
      expect(await day(who, ana.id)).toMatchObject({ code: '21', message: nobody.message });
      expect(await stateFor(who, ana.id)).toBeUndefined();
    }
    expect(await list(stranger, `groupId=${org.groupId}`)).toEqual([]);
    expect((await day(leader, leader.person.id)).code).toBe('21');
  });

  it('as a list by team and state, in an order', async () => {
    const named = await list(leader, `groupId=${org.groupId}&state=AWAY&sort=name&order=asc`);
    const names = named.map(({ name }) => name);
    expect(names).toContain('Ana');
    expect(names).toEqual([...names].sort());
    expect(named.every(({ state }) => state === 'AWAY')).toBe(true);
    expect((await leader.get('presence/list?state=GONE')).code).toBe('22');
  });
});

it('what is kept of presence is what the log says', async () => {
  const { id, page } = await collector();
  say(page, 'one');
  await becomes(id, 'ON');
  const check = async () => (await new ReplayService(api.get(Database)).check()).differences;
  expect(await check()).toEqual([]);
  await asOwner(sql`UPDATE presence SET state = 'CALL' WHERE collector_id = ${id}`);
  await asOwner(sql`UPDATE presence_change SET state = 'IDLE' WHERE collector_id = ${id}`);
  expect((await check()).filter((line) => line.startsWith(`presence of ${id}:`))).toHaveLength(4);
});
