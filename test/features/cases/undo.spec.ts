import { describe, expect, it } from '@jest/globals';
import type { ContactList } from '../../../contract/cases/cases.js';
import type { CollectionLogRow, RecordAnswer, UndoneRecord } from '../../../contract/cases/records.js';
import type { ContactPreview } from '../../../contract/contact/contact-compliance.js';
import type { Page } from '../../../contract/shared/page.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { useDesk } from '../../support/site.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from './desk.js';

/** A Wednesday, 11:00 in Mexico City. */
const NOON = '2026-11-18T17:00:00Z';
const LATER = '2026-11-19T15:00:00.000Z';
const SOON = '2026-11-18T17:00:01.000Z';

const { desk } = useDesk(createDesk, { clock: NOON });

const record = async (taskId: number, body: object) => {
  const answer = await desk.as.collector.post<RecordAnswer>('task/record', {
    taskId,
    clientRequestId: requestId(),
    ...body,
  });
  expect(answer.code).toBe('00');
  return answer.data;
};
const undo = (taskId: number, recordId: number, more: object = {}, person: DeskPerson = 'collector') =>
  desk.as[person].post<UndoneRecord>('task/undoRecord', {
    taskId,
    recordId,
    clientRequestId: requestId(),
    ...more,
  });
const logOf = async (taskId: number, person: DeskPerson = 'collector') =>
  (await desk.as[person].get<Page<CollectionLogRow>>(`task/collectionLogs/${taskId}`)).data.result;
/** All of the case that a record may change, the guard's window among it. */
const stateOf = async (taskId: number) =>
  (
    await desk.api.rows<object>(sql`
      SELECT status, last_call_result AS result, last_call_at AS at, last_call_by AS collector,
        next_follow_up_at AS followUp, willingness, hold_until AS hold, promise_id AS promiseId,
        promise_amount AS amount, promise_due AS due, contact_from AS contactFrom
      FROM collection_case WHERE id = ${taskId}`)
  )[0]!;
const handled = async () =>
  (
    await desk.api.rows<{ handled: number; paid: number }>(sql`
      SELECT handled_count AS handled, handled_paid_count AS paid FROM collector_day
      WHERE collector_id = ${desk.people.collector.id}`)
  )[0] ?? { handled: 0, paid: 0 };
const promisesOf = async (taskId: number) =>
  (
    await desk.api.rows<{ status: string }>(sql`
      SELECT status FROM promise WHERE case_id = ${taskId} ORDER BY id`)
  ).map(({ status }) => status);
const preview = async (taskId: number) =>
  (await desk.as.collector.get<ContactPreview>(`contact/preview?taskId=${taskId}`)).data.counters;
async function payFor(taskId: number): Promise<void> {
  const [item] = await desk.api.rows<{ loanItemExternalId: string }>(sql`
    SELECT i.external_id AS loanItemExternalId
    FROM collection_case c JOIN loan_item i ON i.id = c.loan_item_id WHERE c.id = ${taskId}`);
  const message = { ...item, amount: 1_000, paidAt: SOON, providerReference: requestId() };
  expect(await pay(desk.api, message)).toMatchObject({ code: '00' });
}
const PROMISE = { callResult: 'PTP', promiseAmount: 5_000 };

describe('undoing a record', () => {
  it.each<[string, object]>([
    ['a promise', PROMISE],
    ['"paid already" with its hold', { callResult: 'RPD' }],
    ['a willing borrower', { callResult: 'WTP', nextFollowUpAt: LATER }],
    ['nobody answered', { callStatus: 'NO_ANSWER' }],
    ['a memo', { callResult: 'MEMO', nextFollowUpAt: LATER, notes: 'x' }],
  ])('puts back what it found: %s', async (_, body) => {
    const taskId = await openCase(desk, 'collector');
    await record(taskId, { callResult: 'WTP', nextFollowUpAt: LATER });
    const [before, card] = [await stateOf(taskId), await handled()];
    const { recordId, version, undoUntil } = await record(taskId, body);
    expect(Date.parse(undoUntil!)).toBeGreaterThan(Date.parse(NOON));
    expect(await undo(taskId, recordId)).toMatchObject({
      code: '00',
      data: { status: 'C10', version: version + 1 },
    });
    expect(await stateOf(taskId)).toEqual(before);
    expect(await handled()).toEqual(card);
    expect((await promisesOf(taskId)).filter((status) => status !== 'CANCELLED')).toEqual([]);
  });

  it('gives slot, contact and the first action of the day back', async () => {
    const taskId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, taskId, 'R06');
    const before = { state: await stateOf(taskId), card: await handled(), limits: await preview(taskId) };
    const { recordId } = await record(taskId, { contactId, callResult: 'NORLVT' });
    expect((await handled()).handled).toBe(before.card.handled + 1);
    expect((await preview(taskId)).attemptsToday).toBe(before.limits.attemptsToday + 1);
    await undo(taskId, recordId);
    const { data } = await desk.as.collector.get<ContactList>(`task/contacts/${taskId}`);
    expect(data.contacts.find(({ id }) => id === contactId)).toMatchObject({
      blocked: null,
      lastCallResult: null,
    });
    expect({ state: await stateOf(taskId), card: await handled(), limits: await preview(taskId) }).toEqual(
      before,
    );
  });

  it('opens the promise again that the record had moved', async () => {
    const taskId = await openCase(desk, 'collector');
    await record(taskId, PROMISE);
    const before = await stateOf(taskId);
    const { recordId } = await record(taskId, { ...PROMISE, promiseAmount: 7_000 });
    expect(await promisesOf(taskId)).toEqual(['SUPERSEDED', 'OPEN']);
    await undo(taskId, recordId);
    expect(await promisesOf(taskId)).toEqual(['OPEN', 'CANCELLED']);
    expect(await stateOf(taskId)).toEqual(before);
  });

  it('keeps the record in log and events, and says once that it was undone', async () => {
    const taskId = await openCase(desk, 'collector');
    const { recordId } = await record(taskId, PROMISE);
    expect((await logOf(taskId))[0]).toMatchObject({ undone: false, undoUntil: expect.any(String) });
    expect((await logOf(taskId, 'leader'))[0]).toMatchObject({ undoUntil: null });
    const same = { clientRequestId: requestId() };
    const answers = [await undo(taskId, recordId, same), await undo(taskId, recordId, same)];
    expect(answers[1]!.data).toEqual(answers[0]!.data);
    expect((await logOf(taskId))[0]).toMatchObject({ id: recordId, undone: true, undoUntil: null });
    const events = await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${taskId} AND name <> 'case.opened' ORDER BY id`);
    expect(events.map(({ name }) => name)).toEqual(['action.recorded', 'promise.created', 'action.undone']);
  });

  it('is done once by thirty at once', async () => {
    const taskId = await openCase(desk, 'collector');
    const { recordId } = await record(taskId, PROMISE);
    const answers = await Promise.all(Array.from({ length: 30 }, () => undo(taskId, recordId)));
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === '23')).toHaveLength(29);
  });
});

describe('a record that can not be undone', () => {
  it.each<[string, (taskId: number, recordId: number) => Promise<unknown>]>([
    ['later than five minutes', (_, id) =>
      desk.api.rows(sql`UPDATE collection_log SET at = at - INTERVAL 301 SECOND WHERE id = ${id}`)],
    ['after another record', (taskId) => record(taskId, { callStatus: 'NO_ANSWER' })],
    ['after money came', payFor],
    ['twice', (taskId, id) => undo(taskId, id)],
  ])('%s', async (_, happens) => {
    const taskId = await openCase(desk, 'collector');
    const { recordId } = await record(taskId, PROMISE);
    await happens(taskId, recordId);
    const before = await stateOf(taskId);
    expect(await undo(taskId, recordId)).toMatchObject({ code: '23' });
    expect(await stateOf(taskId)).toEqual(before);
  }); // prettier-ignore

  it('because a leader was asked for something', async () => {
    const taskId = await openCase(desk, 'collector');
    const { recordId, undoUntil } = await record(taskId, { callResult: 'NOCLCT' });
    expect(undoUntil).toBeNull();
    expect(await undo(taskId, recordId)).toMatchObject({ code: '23' });
  });

  it('because it is not the own one, or of another case', async () => {
    const [taskId, other] = [await openCase(desk, 'collector'), await openCase(desk, 'collector')];
    const { recordId } = await record(taskId, PROMISE);
    expect(await undo(taskId, recordId, {}, 'leader')).toMatchObject({ code: '21' });
    expect(await undo(taskId, recordId, {}, 'stranger')).toMatchObject({ code: '21' });
    expect(await undo(other, recordId)).toMatchObject({ code: '21' });
  });
});

it('a replay of all that comes to the same', async () => {
  expect((await new ReplayService(desk.api.get(Database)).check()).differences).toEqual([]);
});
