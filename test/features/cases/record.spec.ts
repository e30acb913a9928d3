import { describe, expect, it } from '@jest/globals';
import type { ContactList } from '../../../contract/cases/cases.js';
import type { CollectionLogRow, RecordAnswer } from '../../../contract/cases/records.js';
import type { Page } from '../../../contract/shared/page.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { promiseDeadline } from '../../../server/domain/promises/promise.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from './desk.js';

const today = businessDay(new Date());
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
const AMOUNT = 119_458;

const { desk } = useDesk(createDesk);

const record = (person: DeskPerson, taskId: number, body: object) =>
  desk.as[person].post<RecordAnswer & { fields?: { field: string }[] }>('task/record', {
    taskId,
    clientRequestId: requestId(),
    ...body,
  });
const promise = (promiseAmount: number | null, promiseDate?: string) => ({
  callResult: 'PTP',
  promiseAmount,
  promiseDate,
});
const stateOf = async (caseId: number) =>
  (
    await desk.api.rows<Record<string, unknown>>(sql`
      SELECT status, version, last_call_result AS result, next_follow_up_at AS followUp, promise_id AS promiseId,
        promise_amount AS promiseAmount, promise_due AS promiseDue, hold_until AS hold, willingness
      FROM collection_case WHERE id = ${caseId}`)
  )[0]!;
const promisesOf = (caseId: number) =>
  desk.api.rows<Record<string, unknown>>(sql`
    SELECT amount, due_date AS dueDate, status, reschedules, deadline_at AS deadlineAt FROM promise
    WHERE case_id = ${caseId} ORDER BY id`);
const eventsOf = async (caseId: number) =>
  (
    await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${caseId} AND name <> 'case.opened' ORDER BY id`)
  ).map((event) => event.name);

describe('recording a call', () => {
  it('writes log, case, contact, event and the collector’s day', async () => {
    const caseId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, caseId);
    const answer = await record('collector', caseId, {
      contactId,
      callStatus: 'NO_ANSWER',
      notes: 'Nadie contesta seednote',
    });
    expect(answer).toMatchObject({ code: '00', data: { status: 'C10', promiseId: null, version: 2 } });
    expect(await stateOf(caseId)).toMatchObject({
      status: 'C10',
      version: 2,
      result: 'RETRY',
      followUp: null,
    });
    expect(await eventsOf(caseId)).toEqual(['action.recorded']);
    const logs = await desk.as.collector.get<Page<CollectionLogRow>>(`task/collectionLogs/${caseId}`);
    expect(logs.data).toMatchObject({
      totalCount: 1,
      result: [{
        type: '03', callResult: 'RETRY', collectionResult: 'CR50', contactRelation: 'R01',
        remarks: 'Nadie contesta seednote', creator: 'collector',
      }],
    }); // prettier-ignore
    expect(logs.data.result[0]!.phone).toContain('••••');
    const { data } = await desk.as.collector.get<ContactList>(`task/contacts/${caseId}`);
    expect(data.contacts.find((contact) => contact.id === contactId)!.lastCallResult).toBe('RETRY');
    const [day] = await desk.api.rows(sql`
      SELECT acted FROM collector_day_case WHERE case_id = ${caseId} AND collector_id = ${desk.people.collector.id}`);
    expect(day).toEqual({ acted: 1 });
    const raw = JSON.stringify(
      await desk.api.rows(sql`SELECT CAST(notes_enc AS CHAR) AS notes FROM collection_log`),
    );
    expect(raw).not.toContain('seednote');
  });

  it('keeps a memo out of state and figures', async () => {
    const caseId = await openCase(desk, 'collector');
    expect((await record('collector', caseId, { callResult: 'MEMO', notes: 'a note' })).data.status).toBe(
      'C01',
    );
    expect(await stateOf(caseId)).toMatchObject({ status: 'C01', result: null, version: 2 });
    expect(
      await desk.api.rows(sql`SELECT 1 FROM collector_day_case WHERE case_id = ${caseId} AND acted = 1`),
    ).toEqual([]);
  });

  it('holds for a day when the borrower says it is paid, and wants a follow-up when willing', async () => {
    const caseId = await openCase(desk, 'collector');
    const refused = await record('collector', caseId, { callResult: 'WTP' });
    expect(refused).toMatchObject({ code: '22', data: { fields: [{ field: 'nextFollowUpAt' }] } });
    expect(await stateOf(caseId)).toMatchObject({ status: 'C01', version: 1 });
    const at = tomorrow();
    await record('collector', caseId, { callResult: 'WTP', nextFollowUpAt: at });
    expect(await stateOf(caseId)).toMatchObject({ willingness: 'WTP', followUp: new Date(at) });
    await record('collector', caseId, { callResult: 'RPD' });
    const { hold, willingness } = await stateOf(caseId);
    expect(Math.abs((hold as Date).getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect(willingness).toBe('WTP');
  });

  it('blocks a wrong contact', async () => {
    const caseId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, caseId, 'R06');
    await record('collector', caseId, { contactId, callResult: 'NORLVT' });
    const { data } = await desk.as.collector.get<ContactList>(`task/contacts/${caseId}`);
    expect(data.contacts.find((contact) => contact.id === contactId)).toMatchObject({ blocked: 'WRONG' });
  });

  it.each<[string, object]>([
    ['an impossible pair', { callStatus: 'NO_ANSWER', callResult: 'PTP', promiseAmount: 100 }],
    ['nothing at all', {}],
    ['the system’s result', { callResult: 'STLD' }],
    ['an unknown result', { callResult: 'XXX' }],
    ['no request id', { callStatus: 'NO_ANSWER', clientRequestId: undefined }],
    ['a follow-up that is over', { callResult: 'DTP', nextFollowUpAt: '2020-01-01T00:00:00Z' }],
    ['a promise without an amount', promise(null)],
    ['a promise of nothing', promise(0)],
    ['a promise of more than is due', promise(AMOUNT + 1)],
    ['a promise for yesterday', promise(100, addDays(today, -1))],
    ['a promise for later than three days', promise(100, addDays(today, 4))],
    ['notes without end', { callResult: 'MEMO', notes: 'x'.repeat(1001) }],
  ])('refuses %s and writes nothing', async (_, body) => {
    const caseId = await openCase(desk, 'collector');
    const answer = await record('collector', caseId, body);
    expect(answer).toMatchObject({ status: 200, code: '22' });
    expect(answer.data.fields!.length).toBeGreaterThan(0);
    expect(await stateOf(caseId)).toMatchObject({ status: 'C01', version: 1 });
    expect(await eventsOf(caseId)).toEqual([]);
  });

  it.each<[DeskPerson, string]>([
    ['colleague', '21'],
    ['stranger', '21'],
    ['otherLeader', '21'],
    ['otherAdmin', '21'],
    ['supervisor', '20'],
    ['leader', '00'],
    ['admin', '00'],
  ])('from the %s answers %s', async (person, code) => {
    const caseId = await openCase(desk, 'collector');
    expect((await record(person, caseId, { callStatus: 'NO_ANSWER' })).code).toBe(code);
  });

  it('refuses closed cases, cases nobody took, and contacts of others', async () => {
    for (const status of ['C30', 'C31', 'C32', 'C40', 'C50'] as const) {
      const closed = await openCase(desk, 'collector', { status });
      expect((await record('collector', closed, { callStatus: 'NO_ANSWER' })).message).toMatch(/is closed/);
      expect((await record('collector', closed, { callResult: 'MEMO' })).code).toBe('23');
    }
    const fresh = await openCase(desk, null);
    expect((await record('admin', fresh, { callStatus: 'NO_ANSWER' })).code).toBe('23');
    const [mine, other] = [await openCase(desk, 'collector'), await openCase(desk, 'collector')];
    const contactId = await contactOf(desk, other);
    expect((await record('collector', mine, { contactId, callStatus: 'NO_ANSWER' })).code).toBe('21');
  });
});

describe('a promise', () => {
  it('is made, survives every note, moves twice and no more', async () => {
    const caseId = await openCase(desk, 'collector');
    const first = await record('collector', caseId, promise(50_000));
    expect(first.data).toMatchObject({ status: 'C20', version: 2 });
    expect(await stateOf(caseId)).toMatchObject({
      promiseAmount: 50_000,
      promiseDue: today,
      willingness: 'PTP',
    });
    await record('collector', caseId, { callStatus: 'NO_ANSWER' });
    await record('collector', caseId, { callResult: 'MEMO' });
    expect(await stateOf(caseId)).toMatchObject({ status: 'C20', promiseId: first.data.promiseId });
    await record('collector', caseId, promise(60_000, addDays(today, 1)));
    const third = await record('collector', caseId, promise(AMOUNT, addDays(today, 3)));
    expect(third.code).toBe('00');
    expect(await record('collector', caseId, promise(10_000))).toMatchObject({ code: '23' });
    expect(await promisesOf(caseId)).toEqual([
      { amount: 50_000, dueDate: today, status: 'SUPERSEDED', reschedules: 0, deadlineAt: promiseDeadline(today) },
      { amount: 60_000, dueDate: addDays(today, 1), status: 'SUPERSEDED', reschedules: 1, deadlineAt: promiseDeadline(addDays(today, 1)) },
      { amount: AMOUNT, dueDate: addDays(today, 3), status: 'OPEN', reschedules: 2, deadlineAt: promiseDeadline(addDays(today, 3)) },
    ]); // prettier-ignore
    expect(await eventsOf(caseId)).toEqual([
      'action.recorded', 'promise.created', 'action.recorded', 'action.recorded',
      'action.recorded', 'promise.rescheduled', 'action.recorded', 'promise.rescheduled',
    ]); // prettier-ignore
    expect(await stateOf(caseId)).toMatchObject({
      promiseId: third.data.promiseId,
      promiseDue: addDays(today, 3),
    });
  });

  it('may be later for a leader', async () => {
    const caseId = await openCase(desk, 'collector');
    expect((await record('leader', caseId, promise(100, addDays(today, 10)))).code).toBe('00');
    expect((await record('leader', caseId, promise(100, addDays(today, 31)))).code).toBe('22');
  });

  it('of the older client is for all that is due, today', async () => {
    const caseId = await openCase(desk, 'collector');
    const answer = await desk.as.collector.post<RecordAnswer>(`task/record/${caseId}`, {
      callResult: 'CR10',
      remark: 'pays',
    });
    expect(answer.data).toMatchObject({ status: 'C20' });
    expect(await stateOf(caseId)).toMatchObject({ promiseAmount: AMOUNT, promiseDue: today });
    const other = await openCase(desk, 'collector');
    await desk.as.collector.post(`task/record/${other}`, { callResult: 'CR60', callStatus: 'SHUT_OFF' });
    expect(await stateOf(other)).toMatchObject({ result: 'LC', status: 'C10' });
    expect((await desk.as.collector.post(`task/record/${other}`, { callResult: 'MSS' })).code).toBe('22');
    expect((await desk.as.colleague.post(`task/record/${other}`, { callResult: 'CR70' })).code).toBe('21');
  });
});

describe('repetition and company', () => {
  it('makes fifty submissions of one request one effect and one answer', async () => {
    const caseId = await openCase(desk, 'collector');
    const body = { ...promise(1_000), clientRequestId: requestId() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => record('collector', caseId, body)));
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set(['00']));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(await eventsOf(caseId)).toEqual(['action.recorded', 'promise.created']);
    expect(await promisesOf(caseId)).toHaveLength(1);
    expect(await stateOf(caseId)).toMatchObject({ version: 2 });
  });

  it('gives one request id on two cases at once to one of them', async () => {
    const cases = [await openCase(desk, 'collector'), await openCase(desk, 'collector')];
    const clientRequestId = requestId();
    const answers = await Promise.all(
      cases.map((id) => record('collector', id, { callStatus: 'NO_ANSWER', clientRequestId })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
    const versions = await Promise.all(cases.map(async (id) => (await stateOf(id))['version']));
    expect(versions.sort()).toEqual([1, 2]);
  });

  it('keeps another person’s request of the same id apart', async () => {
    const caseId = await openCase(desk, 'collector');
    const clientRequestId = requestId();
    await record('collector', caseId, { callStatus: 'NO_ANSWER', clientRequestId });
    await record('leader', caseId, { callStatus: 'NO_ANSWER', clientRequestId });
    expect(await stateOf(caseId)).toMatchObject({ version: 3 });
  });

  it('loses none of the records of two people on one case', async () => {
    const caseId = await openCase(desk, 'collector');
    const both = (['collector', 'leader'] as const).flatMap((person) =>
      Array.from({ length: 10 }, () => record(person, caseId, { callStatus: 'NO_ANSWER' })),
    );
    const answers = await Promise.all(both);
    expect(new Set(answers.map((answer) => answer.data.version)).size).toBe(20);
    expect(await stateOf(caseId)).toMatchObject({ version: 21 });
    expect(await eventsOf(caseId)).toHaveLength(20);
  });
});
