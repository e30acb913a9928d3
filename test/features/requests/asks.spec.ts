import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContactPreview, ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { RequestPage, RequestRow } from '../../../contract/cases/requests.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Timeline } from '../../../contract/cases/timeline.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';
/** The same evening at 21:00: past the house's hours, within the law's. */
const LATE = '2026-11-19T03:00:00Z';
const LATER = '2026-12-04';

let now = new Date(NOON);

const { desk } = useDesk(createDesk, { clock: NOON });
beforeAll(async () => {
  desk.api.get(Clock).now = () => now;
});
beforeEach(() => {
  now = new Date(NOON);
});

type Asked = { requestId: number };
const ask = (body: object, person: DeskPerson = 'collector') =>
  desk.as[person].post<Asked>('request/ask', {
    note: 'Cobra el día 30',
    clientRequestId: requestId(),
    ...body,
  });
const askPromise = (taskId: number, more: object = {}, person?: DeskPerson) =>
  ask({ kind: 'PROMISE', taskId, promiseAmount: 20_000, promiseDate: LATER, ...more }, person);
const askOverride = async (taskId: number, more: object = {}, person?: DeskPerson) =>
  ask(
    { kind: 'OVERRIDE', taskId, contactId: await contactOf(desk, taskId), channel: 'CALL', ...more },
    person,
  );
const decide = (person: DeskPerson, id: number, more: object = {}) =>
  desk.as[person].post<{ state: string }>('request/decide', {
    requestId: id, version: 1, grant: true, reason: 'seen', clientRequestId: requestId(), ...more,
  }); // prettier-ignore
const requestsOf = async (taskId: number, person: DeskPerson = 'leader', state = 'OPEN') =>
  (await desk.as[person].get<Page<RequestRow>>(`request/list?taskId=${taskId}&state=${state}`)).data.result;
const stateOf = async (taskId: number) =>
  (
    await desk.api.rows<Record<string, unknown>>(sql`
      SELECT c.status, c.promise_due AS due, c.promise_amount AS amount, p.collector_id AS collectorId
      FROM collection_case c LEFT JOIN promise p ON p.id = c.promise_id WHERE c.id = ${taskId}`)
  )[0]!;
const timelineOf = async (taskId: number) =>
  (await desk.as.leader.get<Timeline>(`task/timeline/${taskId}`)).data.result;
const check = async (taskId: number) =>
  (
    await desk.as.collector.post<ComplianceDecision>('contact/check', {
      taskId, contactId: await contactOf(desk, taskId), channel: 'CALL',
    })
  ).data; // prettier-ignore

describe('a promise for a later day', () => {
  it('is asked for, and made in the collector’s name when the leader grants it', async () => {
    const taskId = await openCase(desk, 'collector');
    const { code, data } = await askPromise(taskId);
    expect(code).toBe('00');
    expect(await stateOf(taskId)).toMatchObject({ status: 'C01', due: null });
    expect(await requestsOf(taskId)).toMatchObject([
      {
        id: data.requestId, kind: 'PROMISE', amount: 20_000, promiseDate: LATER, rules: [], collector: 'collector',
        note: 'Cobra el día 30', state: 'OPEN',
      },
    ]); // prettier-ignore
    expect(await decide('leader', data.requestId)).toMatchObject({ code: '00', data: { state: 'GRANTED' } });
    expect(await stateOf(taskId)).toEqual({
      status: 'C20', due: LATER, amount: 20_000, collectorId: desk.people.collector.id,
    }); // prettier-ignore
    const [decided, created, opened] = await timelineOf(taskId);
    expect(opened).toMatchObject({
      name: 'request.opened',
      facts: { kind: 'PROMISE', amount: 20_000, dueDate: LATER },
      people: { requestedBy: 'collector' },
    });
    expect(created).toMatchObject({ name: 'promise.created', after: 'C20', actor: 'leader' });
    expect(decided).toMatchObject({ name: 'request.decided', facts: { granted: true }, actor: 'leader' });
    const asOf = await desk.as.leader.get<Timeline>(
      `task/timeline/${taskId}?asOf=${new Date().toISOString()}`,
    );
    expect(asOf.data.state).toMatchObject({ status: 'C20', promise: { dueDate: LATER } });
  });

  it('takes the place of the promise that the case has', async () => {
    const taskId = await openCase(desk, 'collector');
    const record = { taskId, callResult: 'PTP', promiseAmount: 500, clientRequestId: requestId() };
    await desk.as.collector.post('task/record', record);
    const { data } = await askPromise(taskId);
    await decide('leader', data.requestId);
    const promises = await desk.api.rows<{ status: string; reschedules: number }>(sql`
      SELECT status, reschedules FROM promise WHERE case_id = ${taskId} ORDER BY id`);
    expect(promises).toEqual([
      { status: 'SUPERSEDED', reschedules: 0 },
      { status: 'OPEN', reschedules: 1 },
    ]);
  });

  it('is not asked for when it is needless, too late, too much, or asked for already', async () => {
    const taskId = await openCase(desk, 'collector');
    expect((await askPromise(taskId, { promiseDate: '2026-11-21' })).code).toBe('23');
    expect((await askPromise(taskId, {}, 'leader')).code).toBe('23');
    const late = await askPromise(taskId, { promiseDate: '2026-12-19' });
    expect(late).toMatchObject({ code: '22', data: { fields: [{ field: 'promiseDate' }] } });
    const much = await askPromise(taskId, { promiseAmount: 900_000_000 });
    expect(much).toMatchObject({ code: '22', data: { fields: [{ field: 'promiseAmount' }] } });
    expect((await askPromise(taskId, { note: 'x' })).code).toBe('22');
    const same = { clientRequestId: requestId() };
    const [one, two] = await Promise.all([askPromise(taskId, same), askPromise(taskId, same)]);
    expect([one.code, two.code, two.data]).toEqual(['00', '00', one.data]);
    expect((await askPromise(taskId)).code).toBe('23');
    expect(await requestsOf(taskId)).toHaveLength(1);
    for (const person of ['stranger', 'colleague', 'otherLeader'] as const)
      expect({ [person]: (await askPromise(taskId, {}, person)).code }).toEqual({ [person]: '21' });
    expect((await askPromise(taskId, {}, 'supervisor')).code).toBe('20');
    const closed = await openCase(desk, 'collector', { status: 'C40' });
    expect((await askPromise(closed)).code).toBe('23');
  });

  it('is not made when the case has gone to somebody else, the day is over, or the leader refuses', async () => {
    const [moved, over, refused] = [
      await openCase(desk, 'collector'),
      await openCase(desk, 'collector'),
      await openCase(desk, 'collector'),
    ] as const;
    const [a, b, c] = [await askPromise(moved), await askPromise(over), await askPromise(refused)];
    await desk.api.rows(sql`
      UPDATE collection_case SET owner_id = ${desk.people.colleague.id} WHERE id = ${moved}`);
    expect((await decide('leader', a.data.requestId)).code).toBe('23');
    expect(await stateOf(moved)).toMatchObject({ status: 'C01' });
    now = new Date('2026-12-05T17:00:00Z');
    expect((await decide('leader', b.data.requestId)).code).toBe('22');
    expect(await requestsOf(over)).toHaveLength(1);
    now = new Date(NOON);
    const no = await decide('leader', c.data.requestId, { grant: false, reason: 'Es demasiado tarde' });
    expect(no.data).toMatchObject({ state: 'REFUSED' });
    expect(await stateOf(refused)).toMatchObject({ status: 'C01', due: null });
    expect(await requestsOf(refused, 'collector', 'REFUSED')).toMatchObject([
      { reason: 'Es demasiado tarde', decidedBy: 'leader' },
    ]);
  });
});

describe('a rule to be set aside', () => {
  it('is named by the guard, set aside for a day when granted, and explains itself', async () => {
    now = new Date(LATE);
    const taskId = await openCase(desk, 'collector');
    expect(await check(taskId)).toMatchObject({ allow: false, reasons: [{ rule: 'operatingHours' }] });
    const { code, data } = await askOverride(taskId);
    expect(code).toBe('00');
    expect(await requestsOf(taskId)).toMatchObject([{ kind: 'OVERRIDE', rules: ['operatingHours'] }]);
    expect((await check(taskId)).allow).toBe(false);
    expect((await decide('leader', data.requestId, { reason: 'Lo pidió el deudor' })).code).toBe('00');
    expect((await check(taskId)).allow).toBe(true);
    const preview = await desk.as.collector.get<ContactPreview>(`contact/preview?taskId=${taskId}`);
    expect(preview.data.overrides).toMatchObject([
      {
        rule: 'operatingHours', reason: 'Lo pidió el deudor', grantedBy: 'leader', requestedBy: 'collector',
        until: '2026-11-20T03:00:00.000Z',
      },
    ]); // prettier-ignore
    const overridden = (await timelineOf(taskId)).find(({ name }) => name === 'contact.overridden');
    expect(overridden).toMatchObject({
      actor: 'leader',
      people: { requestedBy: 'collector' },
      facts: { rules: 'operatingHours', until: '2026-11-20T03:00:00.000Z' },
    });
  });

  it('is never the law, a hold or the state of the case', async () => {
    now = new Date('2026-11-19T05:00:00Z');
    const lawful = await openCase(desk, 'collector');
    expect((await check(lawful)).reasons.map(({ rule }) => rule)).toContain('legalHours');
    expect((await askOverride(lawful)).code).toBe('20');
    now = new Date(LATE);
    const held = await openCase(desk, 'collector');
    await desk.as.leader.post('contact/hold', { taskId: held, kind: 'DISPUTE' });
    expect((await askOverride(held)).code).toBe('20');
    const closed = await openCase(desk, 'collector', { status: 'C40' });
    expect((await askOverride(closed)).code).toBe('23');
    expect(await requestsOf(held)).toEqual([]);
  });

  it('is not asked for where nothing stands against the contact, nor by who may do it alone', async () => {
    const taskId = await openCase(desk, 'collector');
    expect((await askOverride(taskId)).code).toBe('23');
    now = new Date(LATE);
    expect((await askOverride(taskId, {}, 'leader')).code).toBe('23');
    expect((await askOverride(taskId, { contactId: 999_999 })).code).toBe('21');
    expect((await askOverride(taskId, { channel: 'FAX' })).code).toBe('22');
  });

  it('by two leaders at once is decided once', async () => {
    now = new Date(LATE);
    const taskId = await openCase(desk, 'collector');
    const { data } = await askOverride(taskId);
    const both = await Promise.all([
      decide('leader', data.requestId),
      decide('admin', data.requestId, { grant: false }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual(['00', '23']);
    const granted = both[0]!.code === '00';
    expect((await check(taskId)).allow).toBe(granted);
    const decided = (await timelineOf(taskId)).filter(({ name }) => name === 'request.decided');
    expect(decided).toMatchObject([{ facts: { granted } }]);
  });
});

it('a replay of all that comes to the same', async () => {
  expect((await new ReplayService(desk.api.get(Database)).check()).differences).toEqual([]);
});

describe('a request that nobody decides', () => {
  const inbox = async (person: DeskPerson) =>
    (await desk.as[person].get<RequestPage>('request/list?size=200')).data;

  it('says until when it holds the case and should be decided, and is counted once that is over', async () => {
    const taskId = await openCase(desk, 'collector');
    const body = { taskId, callResult: 'NOCLCT', notes: 'why', clientRequestId: requestId() };
    expect((await desk.as.collector.post('task/record', body)).code).toBe('00');
    const [asked] = await requestsOf(taskId);
    const dayLater = new Date(Date.parse(NOON) + 86_400_000).toISOString();
    expect(asked).toMatchObject({ decideBy: dayLater, holdUntil: dayLater });
    // It asks for the day that ends before the day to decide it is over.
    const soon = await openCase(desk, 'collector');
    await askPromise(soon);
    await desk.api.rows(sql`UPDATE leader_request SET promise_date = '2026-11-18' WHERE case_id = ${soon}`);
    expect((await requestsOf(soon))[0]).toMatchObject({
      decideBy: '2026-11-19T06:00:00.000Z',
      holdUntil: null,
    });
    expect((await inbox('leader')).overdue).toBe(0);
    now = new Date('2026-11-19T06:00:00Z');
    expect((await inbox('leader')).overdue).toBe(1);
    now = new Date(dayLater);
    const { overdue, result } = await inbox('leader');
    expect(overdue).toBe(result.filter(({ decideBy }) => Date.parse(decideBy) <= now.getTime()).length);
    expect(overdue).toBeGreaterThan(1);
    expect(await inbox('otherLeader')).toMatchObject({ overdue: 0 });
  });
});
