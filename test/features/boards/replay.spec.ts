import { beforeAll, expect, it } from '@jest/globals';
import type { BoardReplay, BoardRow, BoardSeats, BoardSummary } from '../../../contract/team/boards.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { useServer } from '../../support/site.js';

/** 10:00 in Mexico City. */
const TEN = '2026-11-18T16:00:00Z';

let org: Org;
let leader: Client;
const people: Client[] = [];
const cases: TestCase[] = [];
let now = new Date(TEN);

const { api, workers } = useServer({ clock: TEN, workers: true });
beforeAll(async () => {
  for (const app of [api.app, workers]) app.get(Clock, { strict: false }).now = () => now;
  org = await createOrg(api);
  leader = await signedIn(api, await createUser(api, org, 'leader'));
  for (const name of ['Ana', 'Beto', 'Carla']) {
    const person = await signedIn(api, await createUser(api, org, 'member', { name }));
    people.push(person);
    for (let n = 0; n < 6; n++) cases.push(await createCase(api, org, { ownerId: person.person.id }));
  }
});

const at = (time: string) => (now = new Date(`2026-11-18T${time}:30-06:00`));
let references = 0;
const paid = ({ externalId }: TestCase, amount: number) =>
  pay(api, {
    loanItemExternalId: externalId,
    amount,
    providerReference: `replay-${++references}`,
    paidAt: now.toISOString(),
  });
const recorded = (index: number) =>
  people[Math.floor(index / 6)]!.post('task/record', {
    taskId: cases[index]!.id,
    callResult: 'WTP',
    nextFollowUpAt: new Date(now.getTime() + 86_400_000).toISOString(),
    clientRequestId: `replay-record-${++references}`,
  });
const live = async () => (await leader.get<BoardSeats>('dashboard/personal')).data;
const replayed = async (query: string, who = leader) => who.get<BoardReplay>(`dashboard/replay?${query}`);
const emptied = () =>
  eventually(async () => expect(await api.rows(sql`SELECT event_id FROM outbox`)).toEqual([]));

/** Fields that the log can restore: a version counts changes, and ranks are projected after the event. */
function figuresOf(rows: readonly BoardRow[], ranks = true) {
  const shown = rows.map(({ version: _, ...row }) =>
    ranks ? row : { ...row, ranking: null, rankedCount: 0 },
  );
  return shown.sort((one, other) => one.collectorId - other.collectorId);
}

it('answers, row by row, what a live board showed at the events that it had, while people work', async () => {
  const shots: BoardSeats[] = [];
  const work = async (from: number) => {
    for (let index = from; index < cases.length; index += 3) {
      await paid(cases[index]!, 10_000 + index);
      expect((await recorded(index)).code).toBe('00');
      if (index % 2) await paid(cases[index]!, 100_000);
    }
  };
  let working = true;
  const look = async () => {
    while (working) shots.push(await live());
  };
  await Promise.all([Promise.all([0, 1, 2].map(work)).finally(() => (working = false)), look(), look()]);
  expect(shots.length).toBeGreaterThan(10);
  const different = new Set(shots.map(({ cut }) => cut)).size;
  expect(different).toBeGreaterThan(5);
  for (const shot of shots.filter(({ cut }) => cut !== null)) {
    const { data } = await replayed(`cut=${shot.cut}`);
    expect(figuresOf(data.seats.rows, false)).toEqual(figuresOf(shot.rows, false));
  }
});

it('has ranks, hours, totals and kept promises too, once the relay has folded them', async () => {
  const promised = await people[0]!.post('task/record', {
    taskId: cases[2]!.id,
    callResult: 'PTP',
    promiseAmount: 5_000,
    promiseDate: '2026-11-18',
    clientRequestId: 'replay-promise-1',
  });
  expect(promised.code).toBe('00');
  await paid(cases[2]!, 6_000);
  await emptied();
  const shot = await live();
  const summary = (await leader.get<BoardSummary>('dashboard/summary')).data;
  const { data } = await replayed(`cut=${shot.cut}`);
  expect(figuresOf(data.seats.rows)).toEqual(figuresOf(shot.rows));
  expect(shot.rows.map(({ ranking }) => ranking).sort()).toEqual([1, 2, 3]);
  expect(data.seats.kept).toEqual(shot.kept);
  expect(shot.kept).toEqual([{ collectorId: people[0]!.person.id, kept: 1, judged: 1 }]);
  expect(data.summary.totals).toEqual(summary.totals);
  expect(data.summary.receivedByHour).toEqual(summary.receivedByHour);
  expect(data.summary.uncovered).toBeNull();
});

it('leaves out an event that was not committed yet, although a later one was', async () => {
  const before = await live();
  const [{ last }] = (await api.rows(sql`SELECT MAX(id) AS last FROM domain_event`)) as [{ last: number }];
  await paid(cases[4]!, 1_000);
  await paid(cases[10]!, 2_000);
  const after = await live();
  const first = await api.rows<{ id: number }>(sql`
    SELECT id FROM domain_event WHERE id > ${last} AND name = 'payment.posted' ORDER BY id`);
  const [through, missing] = [Number(after.cut!.split(':')[0]), first[0]!.id];
  const { data } = await replayed(`cut=${through}:${through - missing}`);
  const received = (rows: readonly BoardRow[]) =>
    rows.reduce((sum, row) => sum + row.actualReceivedAmount, 0);
  expect(received(data.seats.rows) - received(before.rows)).toBe(2_000);
});

it('goes back to any minute of the day', async () => {
  const then = await live();
  at('11:05');
  await paid(cases[8]!, 7_000);
  const later = await live();
  at('11:30');
  const back = (await replayed('minute=11:04')).data;
  expect(figuresOf(back.seats.rows, false)).toEqual(figuresOf(then.rows, false));
  expect(back.summary.asOf).toBe('2026-11-18T17:04:59.999Z');
  expect(figuresOf((await replayed('minute=11:05')).data.seats.rows, false)).toEqual(
    figuresOf(later.rows, false),
  );
  expect((await replayed('minute=09:59')).data.seats.rows).toEqual([]);
  expect((await replayed('minute=09:59&date=2026-11-17')).data).toMatchObject({
    seats: { rows: [] },
    events: 0,
  });
});

it('is narrowed as the live board is', async () => {
  await api.rows(sql`
    UPDATE loan_item SET platform = 'ios', version = version + 1 WHERE id IN (${cases[0]!.loanItemId}, ${cases[7]!.loanItemId})`);
  const shown = (rows: readonly BoardRow[]) =>
    figuresOf(rows).map(({ name, actualReceivedAmount, ranking, handledCount }) => ({
      name,
      actualReceivedAmount,
      ranking,
      handledCount,
    }));
  const { data } = await replayed('minute=11:30&device=ios');
  const whole = (await replayed('minute=11:30')).data.seats.rows;
  const of = (name: string) => shown(data.seats.rows).find((row) => row.name === name)!;
  expect(of('Carla')).toMatchObject({ actualReceivedAmount: 0, ranking: null, handledCount: null });
  expect(of('Ana').actualReceivedAmount).toBe(10_000);
  expect(whole.find(({ name }) => name === 'Ana')!.actualReceivedAmount).toBeGreaterThan(10_000);
  expect((await replayed('minute=11:30&queueId=999999')).data.seats.rows).toEqual([]);
});

it('refuses a minute that is past midnight, or has not come, with a word for it', async () => {
  for (const [query, key] of [
    ['minute=24:00', 'ends at midnight'],
    ['minute=noon', 'ends at midnight'],
    ['minute=11:31', 'has not come yet'],
    ['minute=00:00&date=2026-11-19', 'has not come yet'],
  ] as const) {
    const answer = await replayed(query);
    expect(answer).toMatchObject({ code: '22', data: { fields: [{ field: 'minute' }] } });
    expect({ [query]: answer.message }).toEqual({ [query]: expect.stringContaining(key) });
  }
  for (const query of ['', 'minute=11:00&cut=5', 'cut=x']) expect((await replayed(query)).code).toBe('22');
});

it('judges a promise anew on the day on which it was first judged', async () => {
  const id = people[1]!.person.id;
  const board = async (date: string) =>
    (await replayed(`minute=09:00&date=${date}`)).data.seats.kept.filter(
      ({ collectorId }) => collectorId === id,
    );
  const promised = await people[1]!.post('task/record', {
    taskId: cases[8]!.id,
    callResult: 'PTP',
    promiseAmount: 50_000,
    promiseDate: '2026-11-18',
    clientRequestId: 'replay-promise-2',
  });
  expect(promised.code).toBe('00');
  const paidAt = new Date(now.getTime() + 60_000).toISOString();
  now = new Date('2026-11-19T06:00:10Z');
  await api.get(DaysService).openAll();
  await api.get(PromisesService).reconcile();
  now = new Date('2026-11-20T16:00:00Z');
  expect(await board('2026-11-19')).toEqual([{ collectorId: id, kept: 0, judged: 1 }]);
  await pay(api, {
    loanItemExternalId: cases[8]!.externalId,
    amount: 50_000,
    providerReference: 'late',
    paidAt,
  });
  await api.get(DaysService).openAll();
  const shown = (await leader.get<BoardSeats>('dashboard/personalHistory?date=2026-11-19')).data.kept;
  // The day's outcome has changed since; what was known then has not.
  expect(shown.filter(({ collectorId }) => collectorId === id)).toEqual([
    { collectorId: id, kept: 1, judged: 1 },
  ]);
  expect(await board('2026-11-19')).toEqual([{ collectorId: id, kept: 0, judged: 1 }]);
  expect(await board('2026-11-20')).toEqual([]);
});
