import type { INestApplicationContext } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { seatsAfter } from '../../contract/team/board-frame.js';
import type { BoardRow } from '../../contract/team/boards.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { ReplayService } from '../../server/features/replay/replay.service.js';
import { OWN_SCHEMA } from '../../server/platform/db/own-schema.js';
import { takeLead } from '../../workers/lease.js';
import { createCase, pay } from '../support/cases.js';
import { eventually } from '../support/eventually.js';
import { createUser, signedIn, type Client } from '../support/org.js';
import { TestSocket } from '../support/sockets.js';
import { useSite } from '../support/site.js';
import { startWorkers } from '../support/workers.js';

const running: INestApplicationContext[] = [];
const sockets: TestSocket[] = [];

const { api, org, collector, leader } = useSite({ people: { collector: 'member', leader: 'leader' } });
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  for (const context of running.splice(0)) await context.close();
});

async function workers(): Promise<INestApplicationContext> {
  const context = await startWorkers();
  running.push(context);
  return context;
}
async function open(client: Client): Promise<TestSocket> {
  const socket = await TestSocket.open(client);
  sockets.push(socket);
  return socket;
}
/** The seats of a board that was empty, as a browser shows them. */
const seatsOn = (board: TestSocket) =>
  board
    .of('board.changed')
    .reduce<readonly BoardRow[]>((shown, { data }) => seatsAfter(shown, data, { day: data.day }), []);
const waiting = async () =>
  (await api.rows<{ waiting: number }>(sql`SELECT COUNT(*) AS waiting FROM outbox`))[0]!.waiting;
const emptied = () => eventually(async () => expect(await waiting()).toBe(0));
let references = 0;
const reference = () => `relay-${++references}`;

const member = async (groupId: number) => signedIn(api, await createUser(api, org, 'member', { groupId }));
async function paid(owner: Client, amount: number): Promise<void> {
  const test = await createCase(api, org, { ownerId: owner.person.id });
  await pay(api, { loanItemExternalId: test.externalId, amount, providerReference: reference() });
}

describe('the relay', () => {
  it('brings a payment to the collector’s card and the leader’s board, unasked', async () => {
    await workers();
    const card = await open(collector);
    const board = await open(leader);
    expect(await board.watch({ topic: 'board', groupId: org.groupId })).toMatchObject({ ok: true });
    const test = await createCase(api, org, { ownerId: collector.person.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 40_000, providerReference: reference() });
    const shown = await card.next('scoreCard.changed', (frame) => frame.data.actualReceivedAmount === 40_000);
    expect(shown.data).toMatchObject({ collectorId: collector.person.id, ranking: 1, rankedCount: 1 });
    // The case and its payment may come together or one by one, and then the seat is a row and figures.
    const paidTo = { collectorId: collector.person.id, actualReceivedAmount: 40_000 };
    await eventually(() => expect(seatsOn(board)).toMatchObject([paidTo]));
    expect(board.of('board.changed').at(-1)!.data.totals.receivedAmount).toBe(40_000);
    const picture = (frame: { data: { receivedByHour: number[] } }) => Math.max(...frame.data.receivedByHour);
    await board.next('board.changed', (frame) => picture(frame) === 40_000);
    expect(await card.next('case.changed')).toMatchObject({
      data: { caseId: test.id, cause: 'payment.posted' },
    });
    expect(await board.next('cases.changed')).toMatchObject({
      data: { changes: [{ caseId: test.id, row: { amount: 60_000 } }] },
    });
    await emptied();
  });

  it('tells a colleague whose rank somebody else’s payment has moved, and sums the team', async () => {
    await workers();
    const groupId = org.otherGroupId;
    const [first, second] = [await member(groupId), await member(groupId)];
    const board = await open(await signedIn(api, await createUser(api, org, 'leader', { groupId })));
    await board.watch({ topic: 'board', groupId });
    const card = await open(first);
    await paid(first, 10_000);
    await card.next('scoreCard.changed', ({ data }) => data.ranking === 1 && data.rankedCount === 1);
    await paid(second, 20_000);
    const moved = await card.next('scoreCard.changed', ({ data }) => data.ranking === 2);
    expect(moved.data).toMatchObject({ actualReceivedAmount: 10_000, rankedCount: 2 });
    const seats = await board.next('board.changed', ({ data }) => data.totals.receivedAmount === 30_000);
    expect(seats.data.totals).toMatchObject({ seats: 2, boundCases: 2 });
    await emptied();
    expect((await new ReplayService(api.get(Database)).check()).differences).toEqual([]);
  });

  it('numbers the frames of a room without a gap', async () => {
    await workers();
    const card = await open(collector);
    const test = await createCase(api, org, { ownerId: collector.person.id });
    for (let n = 0; n < 8; n++) {
      await pay(api, { loanItemExternalId: test.externalId, amount: 1_000, providerReference: reference() });
    }
    await emptied();
    const room = `user:${collector.person.id}`;
    await eventually(() => expect(card.of('case.changed').length).toBeGreaterThan(0));
    const numbers = card.frames.filter((frame) => frame.room === room).map((frame) => frame.seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it('carries what was committed while no relay was running', async () => {
    const test = await createCase(api, org, { ownerId: collector.person.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 5_000, providerReference: reference() });
    expect(await waiting()).toBeGreaterThan(0);
    await workers();
    await emptied();
  });

  it('works once however many there are, and another takes over', async () => {
    const first = await workers();
    await workers();
    const test = await createCase(api, org, { ownerId: collector.person.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 3_000, providerReference: reference() });
    await emptied();
    running.splice(running.indexOf(first), 1);
    await first.close();
    await pay(api, { loanItemExternalId: test.externalId, amount: 3_000, providerReference: reference() });
    await emptied();
    expect((await new ReplayService(api.get(Database)).check()).differences).toEqual([]);
  });

  it('loses its connection and goes on without doubling a fold', async () => {
    await workers();
    // The lock may for a moment still be with the connection of a relay that has just stopped.
    await eventually(async () => {
      const [held] = await api.rows<{ id: number | null }>(
        sql`SELECT IS_USED_LOCK(CONCAT('relay.', DATABASE())) AS id`,
      );
      await api.get(Database).run({ text: `KILL ${held?.id ?? 0}`, params: [] });
    });
    const test = await createCase(api, org, { ownerId: collector.person.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 2_000, providerReference: reference() });
    await emptied();
    const report = await new ReplayService(api.get(Database)).check();
    expect(report).toMatchObject({ waiting: 0, differences: [] });
  });
});

describe('the lease', () => {
  const lease = async () =>
    (await api.rows<{ number: number; node: string }>(sql`SELECT number, node FROM relay_lease`))[0]!;
  /** As a relay by another server of a cluster takes it. */
  const takenElsewhere = (seconds: number) =>
    api.get(Database).run({
      text: `UPDATE relay_lease SET number = number + 1, node = 'elsewhere:3306', until = NOW(3) + INTERVAL ${seconds} SECOND`,
      params: [],
    });
  const paidOnce = async () => {
    await paid(collector, 2_000);
    await emptied();
    expect((await new ReplayService(api.get(Database)).check()).differences).toEqual([]);
  };

  it('is kept by a relay that works, whose frames have its number', async () => {
    await workers();
    const card = await open(collector);
    await paidOnce();
    const { number } = await lease();
    const { epoch } = await card.next('scoreCard.changed');
    expect(epoch).toBe(number);
    const [kept] = await api.rows<{ isKept: number }>(
      sql`SELECT until BETWEEN NOW(3) AND NOW(3) + INTERVAL 3 SECOND AS isKept FROM relay_lease`,
    );
    expect(kept).toEqual({ isKept: 1 });
  });

  it('that another one took lets the relay write nothing, until it has run out', async () => {
    await workers();
    await paidOnce();
    const before = await lease();
    await takenElsewhere(3);
    await paidOnce();
    const after = await lease();
    expect(after.node).toBe(before.node);
    expect(after.number).toBeGreaterThan(before.number + 1);
  });

  it('of a newer build is left alone by an older one as long as it lives, on the same server too', async () => {
    await workers();
    await paidOnce();
    for (const context of running.splice(0)) await context.close();
    const connection = await api.get(Database).writer();
    const tried = (times: number, build: number) => takeLead(connection, () => times-- > 0, build);
    const keptFor = (seconds: number) =>
      api.get(Database).run({
        text: `UPDATE relay_lease SET build = ?, until = NOW(3) + INTERVAL ${seconds} SECOND`,
        params: [OWN_SCHEMA + 10],
      });
    try {
      const { number } = await lease();
      await keptFor(3);
      expect(await tried(4, OWN_SCHEMA)).toBeNull();
      expect(await tried(4, OWN_SCHEMA + 10)).toBe(number + 1);
      await keptFor(-1);
      expect(await tried(4, OWN_SCHEMA)).toBe(number + 2);
    } finally {
      connection.destroy();
    }
  });

  it('with an end that is minutes away was written by a clock that was put back, and is taken at once', async () => {
    await takenElsewhere(300);
    await workers();
    await paidOnce();
    expect(await lease()).not.toMatchObject({ node: 'elsewhere:3306' });
  });
});

describe('a room', () => {
  it('is only for those who may see what is in it', async () => {
    const stranger = await open(
      await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId })),
    );
    expect(await stranger.watch({ topic: 'board', groupId: org.groupId })).toEqual({ ok: false });
    const member = await open(collector);
    expect(await member.watch({ topic: 'board', groupId: org.groupId })).toEqual({ ok: false });
    const test = await createCase(api, org, { ownerId: (await createUser(api, org, 'member')).id });
    expect(await member.watch({ topic: 'case', caseId: test.id })).toEqual({ ok: false });
    expect(await stranger.watch({ topic: 'case', caseId: test.id })).toEqual({ ok: false });
    const own = await open(leader);
    expect(await own.watch({ topic: 'case', caseId: test.id })).toMatchObject({ ok: true });
  });

  it('of a case shows who has it open and who is recording, and no longer when they leave', async () => {
    const test = await createCase(api, org, { ownerId: collector.person.id });
    const boss = await open(leader);
    const owner = await open(collector);
    await boss.watch({ topic: 'case', caseId: test.id });
    await owner.watch({ topic: 'case', caseId: test.id });
    owner.socket.emit('recording', { caseId: test.id, recording: true });
    const shown = await boss.next('case.presence', (frame) =>
      frame.data.viewers.some((viewer) => viewer.recording),
    );
    expect(shown.data.viewers.map((viewer) => viewer.userId).sort()).toEqual(
      [collector.person.id, leader.person.id].sort(),
    );
    owner.close();
    await boss.next(
      'case.presence',
      (frame) => frame.data.viewers.length === 1 && boss.of('case.presence').length > 2,
    );
  });

  it('is closed to a board frame of another group', async () => {
    await workers();
    const stranger = await open(
      await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId })),
    );
    const own = await open(leader);
    await own.watch({ topic: 'board', groupId: org.groupId });
    const test = await createCase(api, org, { ownerId: collector.person.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 7_000, providerReference: reference() });
    await own.next('board.changed');
    expect(stranger.frames.filter((frame) => frame.name !== 'tags.changed')).toEqual([]);
  });

  it('refuses malformed topics without an answer that helps, and lives on', async () => {
    const socket = await open(leader);
    for (const bad of [null, 7, 'x', {}, { topic: 'everything' }, { topic: 'board', groupId: '1 OR 1' }]) {
      expect(await socket.watch(bad as never)).toEqual({ ok: false });
    }
    (socket.socket as unknown as { emit(name: string, body: string): void }).emit(
      'watch',
      'no acknowledgement',
    );
    expect(await socket.watch({ topic: 'board', groupId: org.groupId })).toMatchObject({ ok: true });
  });
});
