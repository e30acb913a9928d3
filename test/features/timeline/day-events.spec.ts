import { beforeAll, describe, expect, it } from '@jest/globals';
import type { DayEvent, DayEvents } from '../../../contract/cases/timeline.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { dayEventsOf, edgesOf } from '../../../server/domain/timeline/day-events.sql.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { planOf } from '../../support/plan.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

let mine: number;
let lost: number;
const today = businessDay(new Date());

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  mine = await openCase(desk, null);
  lost = await openCase(desk, null);
  const { collector, colleague } = desk.people;
  await bind([mine, lost], collector.id);
  await record('collector', mine, { callStatus: 'NO_ANSWER' });
  await record('collector', mine, { callResult: 'PTP', promiseAmount: 20_000, promiseDate: today });
  const [loan] = await desk.api.rows<{ loanItemExternalId: string }>(sql`
    SELECT loan_no AS loanItemExternalId FROM collection_case WHERE id = ${mine}`);
  expect((await pay(desk.api, { ...loan!, providerReference: 'DAY-1', amount: 5_000 })).code).toBe('00');
  await record('collector', lost, { callStatus: 'NO_ANSWER' });
  await bind([lost], colleague.id);
  await record('colleague', lost, { callStatus: 'NO_ANSWER' });
});

async function bind(taskIds: number[], agentId: number): Promise<void> {
  const rows = await desk.api.rows<{ id: number; version: number }>(
    sql`SELECT id, version FROM collection_case`,
  );
  const versions = taskIds.map((taskId) => rows.find(({ id }) => id === taskId)!.version);
  const order = { taskIds, agentId, versions };
  const { data } = await desk.as.leader.post('management/task/batchBindAgent', order);
  expect(data).toMatchObject({ accepted: taskIds });
}
async function record(who: DeskPerson, taskId: number, more: object): Promise<void> {
  const contactId = await contactOf(desk, taskId);
  const body = { taskId, contactId, callStatus: 'CONNECTED', clientRequestId: requestId(), ...more };
  expect((await desk.as[who].post('task/record', body)).code).toBe('00');
}
const ask = (query = '', who: DeskPerson = 'leader', of: DeskPerson = 'collector') =>
  desk.as[who].get<DayEvents>(`dashboard/events?collectorId=${desk.people[of].id}${query}`);
const named = (events: readonly DayEvent[]) => events.map(({ name, about }) => [name, about?.taskId]);

describe('the events of a collector’s day', () => {
  it('are what the collector did, and what names the collector, newest first, each with its case', async () => {
    const { data } = await ask();
    expect(data).toMatchObject({ name: 'collector', groupId: desk.org.groupId, day: today, next: null });
    expect(named(data.result)).toEqual([
      ['case.reassigned', lost],
      ['action.recorded', lost],
      ['payment.posted', mine],
      ['promise.created', mine],
      ['action.recorded', mine],
      ['action.recorded', mine],
      ['case.assigned', lost],
      ['case.assigned', mine],
    ]);
    const [promise] = data.result.filter(({ kind }) => kind === 'promise');
    expect(promise).toMatchObject({
      actor: 'collector',
      facts: { amount: 20_000, dueDate: today },
      people: { collectorId: 'collector' },
      about: { loanId: expect.any(String), borrowerName: expect.any(String) },
    });
    const other = await ask('', 'leader', 'colleague');
    expect(named(other.data.result)).toEqual([
      ['action.recorded', lost],
      ['case.reassigned', lost],
    ]);
    const behaviour = await desk.as.leader.get(`user/behavior/day?collectorId=${desk.people.collector.id}`);
    expect(behaviour.data).toEqual(data);
    expect(
      (await desk.as.collector.get(`user/behavior/day?collectorId=${desk.people.colleague.id}`)).code,
    ).toBe('20');
  });

  it('come page by page, of one kind, of another day', async () => {
    const seen: DayEvent[] = [];
    let next: number | null = null;
    do {
      const { data }: { data: DayEvents } = await ask(`&size=4${next ? `&before=${next}` : ''}`);
      expect(data.result.length).toBeLessThanOrEqual(4);
      seen.push(...data.result);
      next = data.next;
    } while (next !== null);
    expect(seen).toEqual((await ask()).data.result);
    expect(named((await ask('&kind=money')).data.result)).toEqual([['payment.posted', mine]]);
    expect((await ask(`&date=${addDays(today, -1)}`)).data.result).toEqual([]);
    expect((await ask('&date=2026-02-30')).code).toBe('22');
  });

  it('say with the first page how many they are, and what came by them', async () => {
    expect((await ask('&size=4')).data.total).toEqual({ events: 8, received: 5_000 });
    expect((await ask('&kind=money')).data.total).toEqual({ events: 1, received: 5_000 });
    expect((await ask('&kind=contact')).data.total).toEqual({ events: 3, received: 0 });
    expect((await ask(`&date=${addDays(today, -1)}`)).data.total).toEqual({ events: 0, received: 0 });
    const { data } = await ask('&size=4');
    expect((await ask(`&before=${data.next}`)).data.total).toBeNull();
  });

  it('say of a case that has left the team only that something happened', async () => {
    const [where] = await desk.api.rows<{ groupId: number }>(sql`
      SELECT group_id AS groupId FROM collection_case WHERE id = ${lost}`);
    await desk.api.rows(
      sql`UPDATE collection_case SET group_id = ${desk.org.otherGroupId} WHERE id = ${lost}`,
    );
    const { data } = await ask('&kind=contact');
    expect(data.result[0]).toMatchObject({
      ...{ name: 'action.recorded', about: null, before: null, after: null },
      ...{ facts: {}, people: {} },
    });
    expect(data.result.at(-1)).toMatchObject({ about: { taskId: mine }, facts: { callStatus: 'NO_ANSWER' } });
    await desk.api.rows(sql`UPDATE collection_case SET group_id = ${where!.groupId} WHERE id = ${lost}`);
  });

  it('are for who leads the collector', async () => {
    expect((await ask('', 'otherLeader')).code).toBe('21');
    expect((await ask('', 'otherAdmin')).code).toBe('21');
    expect((await ask('', 'collector')).code).toBe('20');
    expect((await ask('', 'supervisor')).data.result).toHaveLength(8);
    expect((await ask('', 'leader', 'leader')).code).toBe('21');
  });

  it('are found by indexes alone, however long the log is', async () => {
    const from = startOfBusinessDay(today);
    const to = startOfBusinessDay(addDays(today, 1));
    const which = sql`e.id >= ${1} AND e.id <= ${1_000_000}`;
    const { api } = desk;
    const found = await planOf(api, dayEventsOf(desk.people.collector.id, { day: today, from, to }, which));
    const events = found.filter(({ table }) => table === 'e');
    expect(events.map(({ key }) => key)).toEqual(['domain_event_case', 'domain_event_subject']);
    expect(
      found.filter(({ table }) => table && !table.startsWith('<')).map(({ type }) => type),
    ).not.toContain('ALL');
    const edges = (await planOf(api, edgesOf(from, to))).filter(({ table }) => table === 'domain_event');
    expect(edges.map(({ key }) => key)).toEqual(['domain_event_recorded', 'domain_event_recorded']);
  });
});
