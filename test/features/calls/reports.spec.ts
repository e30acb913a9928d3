import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CallRow } from '../../../contract/contact/calls.js';
import { CallReportsService } from '../../../server/features/calls/call-reports.service.js';
import { CallUpkeepService } from '../../../server/features/calls/call-upkeep.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import {
  callOf,
  createCallDesk,
  hangUpAll,
  makeCall,
  newCall,
  NOON,
  receiptOf,
  report,
  SUPPLIER,
} from './desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeEach(() => hangUpAll(desk));

const second = (n: number) => new Date(Date.parse(NOON) + n * 1000).toISOString();
const STEPS = [
  { type: 'RINGING', at: second(1) },
  { type: 'ANSWERED', at: second(5) },
  { type: 'ENDED', at: second(65), reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' },
];
const key = (callId: number) => `call-${callId}`;
const reportsOf = (callId: string) =>
  desk.api.rows<{ outcome: string | null }>(sql`
    SELECT outcome FROM call_report WHERE supplier_call_id = ${callId} ORDER BY id`);
const progressOf = (callId: number) =>
  desk.api.rows(sql`SELECT id FROM domain_event WHERE name = 'call.progressed' AND subject_id = ${callId}`);

describe('reports of a call', () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];

  it.each(orders)('in the order %i %i %i end in the same state', async (...order) => {
    const callId = await makeCall(desk);
    const supplierCallId = randomUUID();
    for (const step of order)
      await report(desk, { callId: supplierCallId, idempotencyKey: key(callId), ...STEPS[step] });
    const call = await callOf(desk, callId);
    expect(call).toMatchObject({ state: 'ENDED', reason: 'HUNG_UP', hungUpBy: 'CUSTOMER' });
    expect([call.answeredAt, call.endedAt]).toEqual([new Date(second(5)), new Date(second(65))]);
    expect(await receiptOf(desk, call.receiptId)).toMatchObject({ conversationAt: new Date(second(5)) });
    const { result } = (
      await desk.as.collector.get<{ result: CallRow[] }>(`softPhone/callRecordList?taskId=${call.caseId}`)
    ).data;
    expect(result[0]).toMatchObject({ callId, duration: 60, hangUpDirection: 'CUSTOMER' });
  });

  it('all at once, five times each, change it as one of each does', async () => {
    const callId = await makeCall(desk);
    const of = { callId: randomUUID(), idempotencyKey: key(callId) };
    const messages = STEPS.map((step) => ({ ...of, ...step, eventId: randomUUID() }));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => messages)
        .flat()
        .map((message) => report(desk, message)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    expect(answers.filter(({ data }) => !data.repeated).length).toBe(3);
    expect(await callOf(desk, callId)).toMatchObject({ state: 'ENDED', answeredAt: new Date(second(5)) });
    expect((await reportsOf(of.callId)).map(({ outcome }) => outcome)).toEqual([
      'APPLIED',
      'APPLIED',
      'APPLIED',
    ]);
    expect((await progressOf(callId)).length).toBeLessThanOrEqual(3);
  });

  it('twice under one event id are one, whatever the second says', async () => {
    const callId = await makeCall(desk);
    const of = { callId: randomUUID(), idempotencyKey: key(callId), eventId: randomUUID() };
    expect((await report(desk, { ...of, ...STEPS[0] })).data).toEqual({ repeated: false });
    expect((await report(desk, { ...of, ...STEPS[2] })).data).toEqual({ repeated: true });
    expect(await callOf(desk, callId)).toMatchObject({ state: 'RINGING' });
    expect((await report(desk, { ...of, ...STEPS[2], supplier: 'Lunar' })).data).toEqual({ repeated: false });
  });

  it('that never rang give the attempt back, and those that rang out keep it', async () => {
    const [never, out] = [await makeCall(desk), await makeCall(desk, 'colleague')];
    await report(desk, {
      callId: randomUUID(),
      idempotencyKey: key(never),
      type: 'FAILED',
      reason: 'EMPTY_NUMBER',
    });
    const of = { callId: randomUUID(), idempotencyKey: key(out) };
    await report(desk, { ...of, type: 'RINGING' });
    await report(desk, { ...of, type: 'ENDED', reason: 'NO_ANSWER' });
    const [failed, ended] = [await callOf(desk, never), await callOf(desk, out)];
    expect(failed).toMatchObject({ state: 'FAILED', reason: 'EMPTY_NUMBER' });
    expect(await receiptOf(desk, failed.receiptId)).toMatchObject({ counted: 0, released: 'EMPTY_NUMBER' });
    expect(ended).toMatchObject({ state: 'ENDED', reason: 'NO_ANSWER', hungUpBy: 'SYSTEM' });
    expect(await receiptOf(desk, ended.receiptId)).toMatchObject({ counted: 1, conversationAt: null });
  });

  it('are refused without the right signature, and nothing is stored', async () => {
    const callId = await makeCall(desk);
    const of = { callId: randomUUID(), idempotencyKey: key(callId) };
    expect((await report(desk, { ...of, ...STEPS[2] }, 'a-forged-secret-of-somebody')).code).toBe('20');
    expect(await callOf(desk, callId)).toMatchObject({ state: 'REQUESTED' });
    expect(await reportsOf(of.callId)).toEqual([]);
  });

  it('that say too little are refused with the field', async () => {
    const { code, data } = await report(desk, { callId: 'x y', type: 'RINGING' });
    expect([code, JSON.stringify(data)]).toEqual(['22', expect.stringContaining('"callId"')]);
    expect((await report(desk, { callId: 'x', type: 'SINGING' })).code).toBe('22');
  });

  it('are sealed as they came', async () => {
    const callId = randomUUID();
    await report(desk, { callId, type: 'INCOMING', extension: '9999', from: '+525512340000' });
    const [row] = await desk.api.rows<{ raw: Buffer }>(sql`
      SELECT raw_enc AS raw FROM call_report WHERE supplier_call_id = ${callId}`);
    expect(row!.raw.toString('latin1')).not.toContain('5512340000');
  });
});

describe('reports of a call that is not known', () => {
  const upkeep = () => desk.api.get(CallUpkeepService).reconcile();
  const age = (callId: string, hours: number) =>
    desk.api.rows(sql`
      UPDATE call_report SET received_at = ${new Date(Date.parse(NOON) - hours * 3_600_000)}
      WHERE supplier_call_id = ${callId}`);

  it('wait, and are applied when it appears', async () => {
    const supplierCallId = randomUUID();
    for (const step of STEPS)
      expect((await report(desk, { callId: supplierCallId, ...step })).code).toBe('00');
    expect((await reportsOf(supplierCallId)).map(({ outcome }) => outcome)).toEqual([null, null, null]);
    const callId = await makeCall(desk);
    await desk.api.rows(sql`
      UPDATE phone_call SET supplier_call_id = ${supplierCallId} WHERE id = ${callId}`);
    await desk.api.get(CallReportsService).applyWaiting(SUPPLIER, supplierCallId);
    expect(await callOf(desk, callId)).toMatchObject({ state: 'ENDED', answeredAt: new Date(second(5)) });
  });

  it('are applied by the sweep when nobody looked for them', async () => {
    const supplierCallId = randomUUID();
    await report(desk, { callId: supplierCallId, ...STEPS[1] });
    const callId = await makeCall(desk);
    await desk.api.rows(sql`UPDATE phone_call SET supplier_call_id = ${supplierCallId} WHERE id = ${callId}`);
    await age(supplierCallId, 23);
    await upkeep();
    expect(await callOf(desk, callId)).toMatchObject({ state: 'ANSWERED' });
  });

  it('are applied although another can not be', async () => {
    const [broken, supplierCallId] = [randomUUID(), randomUUID()];
    await report(desk, { callId: supplierCallId, ...STEPS[1] });
    await report(desk, { callId: broken, ...STEPS[0] });
    await desk.api.rows(sql`UPDATE call_report SET raw_enc = 'x' WHERE supplier_call_id = ${broken}`);
    const callId = await makeCall(desk);
    await desk.api.rows(sql`UPDATE phone_call SET supplier_call_id = ${supplierCallId} WHERE id = ${callId}`);
    await age(supplierCallId, 2);
    await age(broken, 1);
    await upkeep();
    expect(await callOf(desk, callId)).toMatchObject({ state: 'ANSWERED' });
    expect(await reportsOf(broken)).toEqual([{ outcome: null }]);
  });

  it('are given up after a day', async () => {
    const [young, old] = [randomUUID(), randomUUID()];
    for (const callId of [young, old]) await report(desk, { callId, ...STEPS[0] });
    await age(young, 23);
    await age(old, 25);
    await upkeep();
    expect(await reportsOf(young)).toEqual([{ outcome: null }]);
    expect(await reportsOf(old)).toEqual([{ outcome: 'EXPIRED' }]);
  });
});

describe('the reaper', () => {
  const setBack = (callId: number, seconds: number) =>
    desk.api.rows(sql`
      UPDATE phone_call SET requested_at = requested_at - INTERVAL ${seconds} SECOND,
        asked_at = COALESCE(asked_at, requested_at), answered_at = answered_at - INTERVAL ${seconds} SECOND
      WHERE id = ${callId}`);
  const sweep = () => desk.api.get(CallUpkeepService).reconcile();

  it.each([
    ['REQUESTED', 40, [], { state: 'FAILED', reason: 'LOST' }],
    ['RINGING', 200, [STEPS[0]], { state: 'ENDED', reason: 'LOST' }],
    ['ANSWERED', 3 * 3600, [STEPS[0], STEPS[1]], { state: 'ENDED', reason: 'LOST' }],
  ] as const)('ends a call that stayed %s, and no younger one', async (state, seconds, steps, after) => {
    const [lost, young] = [await makeCall(desk), await makeCall(desk, 'colleague')];
    for (const callId of [lost, young]) {
      await desk.api.rows(sql`UPDATE phone_call SET asked_at = requested_at WHERE id = ${callId}`);
      for (const step of steps)
        await report(desk, { callId: `s-${callId}`, idempotencyKey: key(callId), ...step });
    }
    await setBack(lost, seconds);
    await sweep();
    expect(await callOf(desk, lost)).toMatchObject(after);
    expect(await callOf(desk, young)).toMatchObject({ state });
    const receipt = await receiptOf(desk, (await callOf(desk, lost)).receiptId);
    expect({ 'it may have rung': receipt }).toMatchObject({ 'it may have rung': { counted: 1 } });
    expect((await desk.as.collector.post('softPhone/makeCall', await newCall(desk))).code).toBe('00');
  });

  it('gives way to the hang-up that comes after all', async () => {
    const callId = await makeCall(desk);
    await report(desk, { callId: `s-${callId}`, idempotencyKey: key(callId), ...STEPS[1] });
    await setBack(callId, 3 * 3600);
    await sweep();
    await report(desk, { callId: `s-${callId}`, idempotencyKey: key(callId), ...STEPS[2] });
    expect(await callOf(desk, callId)).toMatchObject({ reason: 'HUNG_UP', endedAt: new Date(second(65)) });
  });
});
