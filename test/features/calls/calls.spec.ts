import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CallRow, CurrentCalls } from '../../../contract/contact/calls.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { CallsService } from '../../../server/features/calls/calls.service.js';
import { contactOf, openCase, requestId, type Desk } from '../cases/desk.js';
import { createUser, signedIn } from '../../support/org.js';
import { rightsChanged } from '../../support/tree.js';
import { useDesk } from '../../support/site.js';
import { callOf, createCallDesk, hangUpAll, makeCall, newCall, NOON, receiptOf, report } from './desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeEach(() => hangUpAll(desk));

const make = (body: object, who: 'collector' | 'leader' | 'admin' | 'supervisor' = 'collector') =>
  desk.as[who].post<{ callId: number }>('softPhone/makeCall', body);
const callsIn = async (caseId: number) =>
  (await desk.api.rows<{ id: number }>(sql`SELECT id FROM phone_call WHERE case_id = ${caseId}`)).length;

describe('making a call', () => {
  it('stores it as requested, with its receipt and its event, and asks nobody yet', async () => {
    const dialling = await newCall(desk);
    const { code, data } = await make(dialling);
    expect(code).toBe('00');
    const call = await callOf(desk, data.callId);
    expect(call).toMatchObject({
      state: 'REQUESTED',
      direction: 'OUT',
      askedAt: null,
      caseId: dialling.taskId,
    });
    expect(await receiptOf(desk, call.receiptId)).toMatchObject({ counted: 1, conversationAt: null });
    const [event] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'call.requested' AND subject_id = ${data.callId}`);
    expect(JSON.parse(event!.payload)).toEqual({
      callId: data.callId,
      agentId: desk.people.collector.id,
      caseId: dialling.taskId,
      contactId: dialling.contactId,
    });
  });

  it('answers a repeated request as the first, and dials once', async () => {
    const dialling = await newCall(desk);
    const answers = [await make(dialling), await make(dialling)];
    expect(answers.map(({ code }) => code)).toEqual(['00', '00']);
    expect(answers[1]!.data).toEqual(answers[0]!.data);
    expect(await callsIn(dialling.taskId)).toBe(1);
  });

  it('answers thirty of the same request at once alike', async () => {
    const dialling = await newCall(desk);
    const answers = await Promise.all(Array.from({ length: 30 }, () => make(dialling)));
    expect(new Set(answers.map(({ data }) => data.callId)).size).toBe(1);
    expect(await callsIn(dialling.taskId)).toBe(1);
  });

  it('refuses a second call while the first lasts: one of two at once, and one after another', async () => {
    const [one, two] = [await newCall(desk), await newCall(desk)];
    const answers = await Promise.all([make(one), make(two)]);
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23']);
    const refused = answers.find(({ code }) => code === '23')!;
    expect(refused.message).toBe('End the call that you are in first');
    expect((await make(await newCall(desk))).code).toBe('23');
    await hangUpAll(desk);
    const later = answers[0]!.code === '23' ? one : two;
    expect((await make(later)).code).toBe('00');
  });

  it('is refused without a softphone, in the specification’s words', async () => {
    const caseId = await openCase(desk, 'collector');
    const body = { taskId: caseId, contactId: await contactOf(desk, caseId), clientRequestId: requestId() };
    const { code, message } = await make(body, 'admin');
    expect([code, message]).toEqual([
      '23',
      'No phone number has been assigned yet, please contact the administrator',
    ]);
  });

  it.each(['C30', 'C31', 'C32', 'C40', 'C50'] as const)('is refused on a case in %s', async (status) => {
    const dialling = await newCall(desk);
    await desk.api.rows(sql`UPDATE collection_case SET status = ${status} WHERE id = ${dialling.taskId}`);
    expect((await make(dialling)).code).toBe('23');
    expect(await callsIn(dialling.taskId)).toBe(0);
  });

  it('is refused for another’s case and for a contact of another borrower as for none', async () => {
    const [mine, theirs] = [await newCall(desk), await newCall(desk, 'stranger')];
    expect((await make({ ...theirs, clientRequestId: requestId() })).code).toBe('21');
    expect((await make({ ...mine, contactId: theirs.contactId })).code).toBe('21');
    expect((await make({ ...mine, contactId: 999_999_999 })).code).toBe('21');
    expect((await make(mine)).code).toBe('00');
  });

  it('is refused by the guard with its reasons, and the refusal stays', async () => {
    const dialling = await newCall(desk);
    expect((await make(dialling)).code).toBe('00');
    await hangUpAll(desk);
    const again = await make({ ...dialling, clientRequestId: requestId() });
    expect(again.code).toBe('30');
    expect(again.data).toMatchObject({ decision: { allow: false, reasons: [{ rule: 'attemptSpacing' }] } });
    const receipts = await desk.api.rows<{ allowed: number }>(sql`
      SELECT allowed FROM contact_receipt WHERE case_id = ${dialling.taskId} ORDER BY id`);
    expect(receipts.map(({ allowed }) => allowed)).toEqual([1, 0]);
    expect(await callsIn(dialling.taskId)).toBe(1);
  });

  it('names the field that is wrong', async () => {
    const { code, data } = await make({ taskId: 'x', contactId: 1, clientRequestId: requestId() });
    expect([code, JSON.stringify(data)]).toEqual(['22', expect.stringContaining('"taskId"')]);
    expect(JSON.stringify((await make({ taskId: 1, contactId: 1 })).data)).toContain('clientRequestId');
  });

  it('is not for who only reads', async () => {
    expect((await make(await newCall(desk), 'supervisor')).code).toBe('20');
  });
});

describe('hanging up', () => {
  const hangUp = (callId: number, who: 'collector' | 'colleague' = 'collector') =>
    desk.as[who].post('softPhone/hangUp', { callId });

  it('ends a call that nobody was asked for yet, and gives its attempt back', async () => {
    const callId = await makeCall(desk);
    expect((await hangUp(callId)).code).toBe('00');
    const call = await callOf(desk, callId);
    expect(call).toMatchObject({ state: 'FAILED', reason: 'CANCELLED', hungUpBy: 'AGENT' });
    expect(await receiptOf(desk, call.receiptId)).toMatchObject({ counted: 0, released: 'CANCELLED' });
  });

  it('of a call that rings is asked for, and the supplier ends it', async () => {
    const callId = await makeCall(desk);
    await desk.api.rows(sql`UPDATE phone_call SET asked_at = ${new Date()} WHERE id = ${callId}`);
    await report(desk, { callId: 's-1', idempotencyKey: `call-${callId}`, type: 'RINGING' });
    expect((await hangUp(callId)).code).toBe('00');
    expect((await hangUp(callId)).code).toBe('00');
    expect(await callOf(desk, callId)).toMatchObject({ state: 'RINGING', hangupAt: expect.any(Date) });
    const requested = await desk.api.rows(sql`
      SELECT id FROM domain_event WHERE name = 'call.hangUpRequested' AND subject_id = ${callId}`);
    expect(requested.length).toBe(1);
  });

  it('of another’s call, of none and of one that is over is refused', async () => {
    const callId = await makeCall(desk);
    expect((await hangUp(callId, 'colleague')).code).toBe('21');
    expect((await hangUp(999_999_999)).code).toBe('21');
    await hangUp(callId);
    expect((await hangUp(callId)).code).toBe('23');
    expect((await desk.as.collector.post('softPhone/answer', { callId })).code).toBe('23');
  });
});

describe('money that comes', () => {
  it('ends calls that nobody has answered, and leaves a conversation alone', async () => {
    const waiting = await makeCall(desk);
    const { caseId } = await callOf(desk, waiting);
    await desk.api.get(CallsService).cancelUnanswered([caseId!], 'PAID');
    expect(await callOf(desk, waiting)).toMatchObject({
      state: 'FAILED',
      reason: 'PAID',
      hungUpBy: 'SYSTEM',
    });
    const speaking = await makeCall(desk);
    await report(desk, { callId: 's-2', idempotencyKey: `call-${speaking}`, type: 'ANSWERED' });
    const call = await callOf(desk, speaking);
    await desk.api.get(CallsService).cancelUnanswered([call.caseId!], 'PAID');
    expect(await callOf(desk, speaking)).toMatchObject({ state: 'ANSWERED', hangupAt: null });
  });

  it('is what the record says of a call that rang, when the supplier says that our side hung up', async () => {
    const callId = await makeCall(desk);
    await desk.api.rows(sql`UPDATE phone_call SET asked_at = ${new Date()} WHERE id = ${callId}`);
    const of = { callId: 's-3', idempotencyKey: `call-${callId}` };
    await report(desk, { ...of, type: 'RINGING' });
    await desk.api.get(CallsService).cancelUnanswered([(await callOf(desk, callId)).caseId!], 'PAID');
    await report(desk, { ...of, type: 'ENDED', reason: 'HUNG_UP', hungUpBy: 'AGENT' });
    expect(await callOf(desk, callId)).toMatchObject({ state: 'ENDED', reason: 'PAID', hungUpBy: 'SYSTEM' });
  });
});

describe('the call record list', () => {
  const list = async (who: keyof Desk['as'], query = '') =>
    (await desk.as[who].get<Page<CallRow>>(`softPhone/callRecordList?size=200&${query}`)).data;

  it('has the specification’s fields, masked, and opens no number', async () => {
    const callId = await makeCall(desk, 'collector', '+525511112222');
    const { calls } = (await desk.as.collector.get<CurrentCalls>('softPhone/currentCalls')).data;
    expect(calls.map((call) => call.callId)).toEqual([callId]);
    const row = (await list('collector')).result[0]!;
    expect(row).toMatchObject({
      callId,
      type: 2,
      seatAccount: desk.people.collector.username,
      agentName: 'collector',
      extensionNumber: '8001',
      calledNumber: '+52 55 •••• 2222',
      contactRelation: 'R01',
      state: 'REQUESTED',
      answerTime: null,
      duration: 0,
      recording: false,
    });
    expect(row.orderId).toMatch(/\w/);
  });

  it('shows a member the own calls, a leader the group’s, the others the institution’s', async () => {
    await hangUpAll(desk);
    const ids = {
      collector: await makeCall(desk, 'collector'),
      colleague: await makeCall(desk, 'colleague'),
      stranger: await makeCall(desk, 'stranger'),
    };
    const seen = async (who: keyof Desk['as']) => {
      const found = new Set((await list(who)).result.map(({ callId }) => callId));
      return Object.entries(ids).flatMap(([name, id]) => (found.has(id) ? [name] : []));
    };
    expect(await seen('collector')).toEqual(['collector']);
    expect(await seen('leader')).toEqual(['collector', 'colleague']);
    expect(await seen('supervisor')).toEqual(['collector', 'colleague', 'stranger']);
    expect(await seen('otherAdmin')).toEqual([]);
    const { calls } = (await desk.as.leader.get<CurrentCalls>('softPhone/currentCalls')).data;
    expect(calls).toEqual([]);
  });

  it('pages over several institutions, newest first, and up to the cap', async () => {
    const childId = desk.org.institutionId + 1_000_000;
    await desk.api.rows(sql`
      INSERT INTO institution (id, code, name, path)
      VALUES (${childId}, 'CHILD', 'CHILD', ${`/${desk.org.institutionId}/${childId}/`})`);
    await rightsChanged(desk.api);
    const above = await signedIn(desk.api, await createUser(desk.api, desk.org, 'supervisor'));
    const [first, second, third] = [
      await makeCall(desk),
      await makeCall(desk, 'colleague'),
      await makeCall(desk, 'stranger'),
    ];
    await desk.api.rows(sql`UPDATE phone_call SET institution_id = ${childId} WHERE id = ${second}`);
    const page = async (number: number) =>
      (await above.get<Page<CallRow>>(`softPhone/callRecordList?size=1&page=${number}`)).data.result[0]
        ?.callId;
    expect([await page(1), await page(2), await page(3)]).toEqual([third, second, first]);
    const beyond = await above.get('softPhone/callRecordList?size=200&page=51');
    expect(beyond).toMatchObject({ code: '22', data: { fields: [{ field: 'page' }] } });
  });

  it('filters by case, collector and day', async () => {
    const callId = await makeCall(desk);
    const { caseId } = await callOf(desk, callId);
    expect((await list('collector', `taskId=${caseId}`)).result.map((row) => row.callId)).toEqual([callId]);
    const ofColleague = await list('leader', `agentId=${desk.people.colleague.id}`);
    expect(new Set(ofColleague.result.map(({ agentId }) => agentId))).toEqual(
      new Set([desk.people.colleague.id]),
    );
    expect((await list('collector', 'dateTo=2026-11-17')).totalCount).toBe(0);
    expect((await list('collector', 'dateFrom=2026-11-18&dateTo=2026-11-18')).totalCount).toBeGreaterThan(0);
    expect((await list('collector', 'dateFrom=2026-11-19')).totalCount).toBe(0);
  });

  it('of a case shows also what others called, while the case is the viewer’s', async () => {
    const callId = await makeCall(desk, 'colleague');
    const { caseId } = await callOf(desk, callId);
    const foreign = await desk.as.collector.get(`softPhone/callRecordList?taskId=${caseId}`);
    expect(foreign.code).toBe('21');
    await desk.api.rows(sql`
      UPDATE collection_case SET owner_id = ${desk.people.collector.id} WHERE id = ${caseId}`);
    expect((await list('collector', `taskId=${caseId}`)).result.map((row) => row.callId)).toEqual([callId]);
  });
});
