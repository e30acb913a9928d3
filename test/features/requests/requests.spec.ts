import { describe, expect, it } from '@jest/globals';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { RequestRow } from '../../../contract/cases/requests.js';
import type { Page } from '../../../contract/shared/page.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';
const DAY_MS = 86_400_000;

const { desk } = useDesk(createDesk, { clock: NOON });

const record = (taskId: number, callResult: string, person: DeskPerson = 'collector') =>
  desk.as[person].post('task/record', { taskId, callResult, notes: 'why', clientRequestId: requestId() });
const requestsOf = async (taskId: number, person: DeskPerson = 'leader', more = '') =>
  (await desk.as[person].get<Page<RequestRow>>(`request/list?taskId=${taskId}${more}`)).data;
const decide = (person: DeskPerson, body: object) =>
  desk.as[person].post<{ state: string; inForce?: object }>('request/decide', {
    version: 1, grant: true, reason: 'seen', clientRequestId: requestId(), ...body,
  }); // prettier-ignore
const mayCall = async (taskId: number) => {
  const body = { taskId, contactId: await contactOf(desk, taskId), channel: 'CALL' };
  return (await desk.as.collector.post<ComplianceDecision>('contact/check', body)).data;
};
const holdOf = async (taskId: number) =>
  (await mayCall(taskId)).reasons.find(({ rule }) => rule === 'hold')?.params ?? null;
const stateOf = async (taskId: number) =>
  (
    await desk.api.rows<{ status: string; ownerId: number | null; contactFrom: Date }>(sql`
      SELECT status, owner_id AS ownerId, contact_from AS contactFrom FROM collection_case WHERE id = ${taskId}`)
  )[0]!;
const eventsOf = async (taskId: number) =>
  (
    await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${taskId} AND name <> 'case.opened' ORDER BY id`)
  ).map(({ name }) => name);

async function asked(callResult: string) {
  const taskId = await openCase(desk, 'collector');
  expect(await record(taskId, callResult)).toMatchObject({ code: '00' });
  const { result } = await requestsOf(taskId);
  return { taskId, requestId: result[0]!.id };
}

describe('a borrower who wants no contact', () => {
  it('is held for a day at once, and the leader is asked, once for a case', async () => {
    const { taskId } = await asked('NOCLCT');
    await record(taskId, 'NOCLCT');
    expect(await requestsOf(taskId)).toMatchObject({
      totalCount: 1,
      result: [{ kind: 'HOLD', state: 'OPEN', taskId, collector: 'collector', note: 'why', decidedBy: null }],
    });
    expect(await holdOf(taskId)).toMatchObject({ kind: 'NO_CONTACT' });
    const { contactFrom } = await stateOf(taskId);
    expect(contactFrom.getTime() - Date.parse(NOON)).toBeGreaterThanOrEqual(DAY_MS);
    expect(await eventsOf(taskId)).toEqual([
      'action.recorded', 'request.opened', 'contact.held', 'action.recorded',
    ]); // prettier-ignore
  });

  it('is shown with what holds contact besides', async () => {
    const { taskId } = await asked('NOCLCT');
    expect((await requestsOf(taskId)).result[0]!.holds).toEqual([]);
    await desk.as.leader.post('contact/hold', { taskId, kind: 'DISPUTE' });
    await desk.as.leader.post('contact/hold', { taskId, kind: 'COMPLAINT', until: '2026-11-18T18:00:00Z' });
    expect((await requestsOf(taskId)).result[0]!.holds).toEqual(['COMPLAINT', 'DISPUTE']);
  });

  it('stays held for a week when granted, and until the date that is given', async () => {
    const usual = await asked('NOCLCT');
    expect(await decide('leader', { requestId: usual.requestId })).toMatchObject({
      code: '00',
      data: { state: 'GRANTED', version: 2 },
    });
    const { contactFrom } = await stateOf(usual.taskId);
    expect(contactFrom.getTime() - Date.parse(NOON)).toBeGreaterThanOrEqual(7 * DAY_MS);
    const dated = await asked('NOCLCT');
    const until = new Date(Date.parse(NOON) + 30 * DAY_MS).toISOString();
    await decide('leader', { requestId: dated.requestId, until });
    expect((await stateOf(dated.taskId)).contactFrom.getTime()).toBeGreaterThanOrEqual(Date.parse(until));
    expect(await requestsOf(dated.taskId, 'leader', '&state=GRANTED')).toMatchObject({
      result: [{ state: 'GRANTED', reason: 'seen', decidedBy: 'leader', version: 2 }],
    });
  });

  it('may be contacted again when refused', async () => {
    const { taskId, requestId } = await asked('NOCLCT');
    expect(await decide('leader', { requestId, grant: false })).toMatchObject({ data: { state: 'REFUSED' } });
    expect(await holdOf(taskId)).toBeNull();
    expect((await eventsOf(taskId)).slice(-2)).toEqual(['contact.holdLifted', 'request.decided']);
  });

  it('is not held until a date that is over', async () => {
    const { requestId } = await asked('NOCLCT');
    const answer = await decide('leader', { requestId, until: '2026-11-17T00:00:00Z' });
    expect(answer).toMatchObject({ code: '22', data: { fields: [{ field: 'until' }] } });
  });
});

describe('a suspicion of fraud', () => {
  it('leaves the case as it is until the leader grants it: then it is closed', async () => {
    const { taskId, requestId } = await asked('FRAUD');
    expect(await stateOf(taskId)).toMatchObject({ status: 'C10', ownerId: desk.people.collector.id });
    expect(await holdOf(taskId)).toBeNull();
    expect(await decide('leader', { requestId })).toMatchObject({ data: { state: 'GRANTED' } });
    expect(await stateOf(taskId)).toMatchObject({ status: 'C30', ownerId: null });
    const [closed] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE case_id = ${taskId} AND name = 'case.closed'`);
    expect(JSON.parse(closed!.payload)).toMatchObject({ reason: 'FRAUD' });
  });

  it('changes nothing when refused', async () => {
    const { taskId, requestId } = await asked('FRAUD');
    await decide('leader', { requestId, grant: false });
    expect(await stateOf(taskId)).toMatchObject({ status: 'C10', ownerId: desk.people.collector.id });
    expect(await eventsOf(taskId)).not.toContain('case.closed');
  });
});

describe('who decides', () => {
  it('is a leader of the case: for others there is no such request, and members only read', async () => {
    const { taskId, requestId } = await asked('FRAUD');
    for (const person of ['stranger', 'colleague', 'otherLeader', 'otherAdmin'] as const)
      expect({ [person]: (await requestsOf(taskId, person)).totalCount }).toEqual({ [person]: 0 });
    for (const person of ['collector', 'supervisor', 'admin'] as const)
      expect({ [person]: (await requestsOf(taskId, person)).totalCount }).toEqual({ [person]: 1 });
    for (const person of ['otherLeader', 'otherAdmin'] as const)
      expect({ [person]: (await decide(person, { requestId })).code }).toEqual({ [person]: '21' });
    for (const person of ['collector', 'supervisor'] as const)
      expect({ [person]: (await decide(person, { requestId })).code }).toEqual({ [person]: '20' });
    expect((await decide('leader', { requestId: requestId + 1_000_000 })).code).toBe('21');
    expect((await decide('leader', { requestId, reason: ' ' })).code).toBe('22');
  });

  it('is not who asked', async () => {
    const taskId = await openCase(desk, 'collector');
    await record(taskId, 'FRAUD', 'leader');
    const { id } = (await requestsOf(taskId)).result[0]!;
    expect((await decide('leader', { requestId: id })).code).toBe('20');
    expect((await decide('admin', { requestId: id })).code).toBe('00');
  });

  it('decides once: a version that has passed is refused, the same again is answered again', async () => {
    const { taskId, requestId: id } = await asked('FRAUD');
    expect((await decide('leader', { requestId: id, version: 2 })).code).toBe('23');
    const same = { requestId: id, clientRequestId: requestId() };
    const [one, two] = await Promise.all([decide('leader', same), decide('leader', same)]);
    expect([one.code, two.code, two.data]).toEqual(['00', '00', one.data]);
    expect(await decide('admin', { requestId: id, version: 2, grant: false })).toMatchObject({
      code: '23',
      data: { inForce: { version: 2, state: 'GRANTED' } },
    });
    expect((await eventsOf(taskId)).filter((name) => name === 'request.decided')).toHaveLength(1);
  });

  it('of two at once is one', async () => {
    const { taskId, requestId } = await asked('NOCLCT');
    const both = await Promise.all([
      decide('leader', { requestId }),
      decide('admin', { requestId, grant: false }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['00', '23']);
    expect((await eventsOf(taskId)).filter((name) => name === 'request.decided')).toHaveLength(1);
  });
});

describe('the system’s own lines in the collection log', () => {
  const logOf = async (taskId: number, person: DeskPerson) =>
    (await desk.as[person].get<Page<object>>(`task/collectionLogs/${taskId}`)).data.result;
  const money = async (taskId: number, amount?: number) => {
    const [row] = await desk.api.rows<{ loanItemExternalId: string; due: number }>(sql`
      SELECT i.external_id AS loanItemExternalId, c.amount_due AS due
      FROM collection_case c JOIN loan_item i ON i.id = c.loan_item_id WHERE c.id = ${taskId}`);
    const { due, ...item } = row!;
    const paidAt = new Date(Date.parse(NOON) + 60_000).toISOString();
    return pay(desk.api, { ...item, paidAt, amount: amount ?? due, providerReference: requestId() });
  };
  const line = { type: '00', creator: null };

  it('say that the case is settled, once', async () => {
    const taskId = await openCase(desk, 'collector');
    expect(await money(taskId)).toMatchObject({ code: '00' });
    expect(await stateOf(taskId)).toMatchObject({ status: 'C31' });
    expect(await logOf(taskId, 'leader')).toMatchObject([{ ...line, callResult: 'STLD' }]);
  });

  it('say that a promise was paid with a balance left, and nothing of a payment that ends neither', async () => {
    const taskId = await openCase(desk, 'collector');
    await money(taskId, 100);
    expect(await logOf(taskId, 'leader')).toEqual([]);
    const promise = { taskId, callResult: 'PTP', promiseAmount: 1_000, clientRequestId: requestId() };
    await desk.as.collector.post('task/record', promise);
    await money(taskId, 1_000);
    expect((await logOf(taskId, 'leader'))[0]).toMatchObject({ ...line, callResult: 'PTRPD' });
  });

  it('are no calls', async () => {
    const taskId = await openCase(desk, 'collector');
    await money(taskId);
    expect((await desk.as.leader.get<Page<object>>(`task/userCallRecord/${taskId}`)).data.totalCount).toBe(0);
  });
});

it('a replay of all that comes to the same', async () => {
  expect((await new ReplayService(desk.api.get(Database)).check()).differences).toEqual([]);
});
