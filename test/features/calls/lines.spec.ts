import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CurrentCalls } from '../../../contract/contact/calls.js';
import type { Controls } from '../../../sandbox/controls.js';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.js';
import { CallLinesService } from '../../../server/features/calls/call-lines.service.js';
import { CallRecordingsService } from '../../../server/features/calls/call-recordings.service.js';
import { CallUpkeepService } from '../../../server/features/calls/call-upkeep.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { Desk } from '../cases/desk.js';
import { agentTo, answerOf } from '../../support/http.js';
import { pay } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { TestSocket } from '../../support/sockets.js';
import { createStack, TEST_SECRETS, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import { callOf, createCallDesk, hangUpAll, makeCall, newCall, NOON, receiptOf, SUPPLIER } from './desk.js';

let stack: Stack;
let desk: Desk;
let sandbox: Sandbox;
let supplier: Controls;
let workers: INestApplicationContext;
let socket: TestSocket;
const pace = { ringMs: 150, talkMs: 20_000 };

beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: NOON });
  desk = await createCallDesk();
  const shift = Date.parse(NOON) - Date.now();
  sandbox = await startSandbox({
    port: 0,
    productUrl: desk.api.url,
    secrets: TEST_SECRETS,
    worldNow: () => new Date(Date.now() + shift),
    telephone: pace,
  });
  process.env['SANDBOX_URL'] = sandbox.url;
  supplier = sandbox.controls['telephone']!;
  workers = await startWorkers({ processors: true });
  socket = await TestSocket.open(desk.as.collector);
});
afterAll(async () => {
  socket.close();
  await workers.close();
  await sandbox.close();
  await desk.api.close();
  await stack.close();
});
beforeEach(async () => {
  supplier.reset();
  pace.ringMs = 150;
  await hangUpAll(desk);
});

let numbers = 0;
/** The last digit says how the call goes. */
const phone = (digit: number) => `+52556${String(++numbers).padStart(6, '0')}${digit}`;
const hangUp = (callId: number) => desk.as.collector.post('softPhone/hangUp', { callId });
const until = (callId: number, state: string) =>
  eventually(async () => {
    const call = await callOf(desk, callId);
    expect(call.state).toBe(state);
    return call;
  });

describe('a call', () => {
  it('rings within a moment of the click, is answered, hung up and recorded, and says so to its collector', async () => {
    // A push shows the call as it is by then: on a busy machine a shorter ringing is over before it is shown.
    pace.ringMs = 2_000;
    const callId = await makeCall(desk, 'collector', phone(1));
    const states = ['RINGING', 'ANSWERED'] as const;
    for (const state of states)
      await socket.next('call.changed', ({ data }) => data.callId === callId && data.state === state);
    expect((await hangUp(callId)).code).toBe('00');
    const ended = await until(callId, 'ENDED');
    expect(ended).toMatchObject({ reason: 'HUNG_UP', hungUpBy: 'AGENT', answeredAt: expect.any(Date) });
    expect(await receiptOf(desk, ended.receiptId)).toMatchObject({ conversationAt: ended.answeredAt });
    await socket.next('call.changed', ({ data }) => data.callId === callId && data.recording);
    expect((await callOf(desk, callId)).recording).toMatch(/\.sealed$/);
    expect(socket.of('call.changed').at(-1)).toMatchObject({ data: { callId, simulated: true } });
    expect(supplier.log(`call-${callId}`).total).toBe(1);
    const frames = JSON.stringify(socket.of('call.changed'));
    expect(frames).not.toMatch(/calledNumber|contactName|•|Borrower/);
  });

  it('states the number of its softphone, which the telephone confirms', async () => {
    const from = '+525555550100';
    await desk.api.rows(sql`
      UPDATE softphone SET caller_number = ${from} WHERE owner_id = ${desk.people.collector.id}`);
    const callId = await makeCall(desk, 'collector', phone(7));
    await until(callId, 'ENDED');
    const [line] = await desk.api.rows(sql`
      SELECT caller_number AS stated, shown_number AS shown FROM phone_call WHERE id = ${callId}`);
    expect(line).toEqual({ stated: from, shown: from });
  });

  it.each([
    [7, 'ENDED', 'NO_ANSWER', 'SYSTEM'],
    [8, 'ENDED', 'BUSY', 'CUSTOMER'],
    [9, 'FAILED', 'EMPTY_NUMBER', 'SYSTEM'],
  ])('to a number that ends in %i is %s as %s', async (digit, state, reason, hungUpBy) => {
    const callId = await makeCall(desk, 'collector', phone(digit));
    expect(await until(callId, state)).toMatchObject({ reason, hungUpBy, answeredAt: null });
  });

  it('is dialled once, however often its job runs and however many answers are lost', async () => {
    supplier.change({ loseAnswerRate: 0.6, seed: 3 });
    const callId = await makeCall(desk, 'collector', phone(1));
    const lines = workers.get(CallLinesService, { strict: false });
    await Promise.allSettled(Array.from({ length: 5 }, () => lines.dial(callId)));
    await until(callId, 'ANSWERED');
    expect(supplier.log(`call-${callId}`).total).toBe(1);
    supplier.reset();
    await hangUp(callId);
    await until(callId, 'ENDED');
  });

  it('that the supplier refuses has failed, and its attempt is given back', async () => {
    await desk.api.rows(sql`
      UPDATE softphone SET extension_number = '' WHERE owner_id = ${desk.people.colleague.id}`);
    const callId = await makeCall(desk, 'colleague', phone(1));
    const call = await until(callId, 'FAILED');
    expect(call.reason).toBe('UNREACHABLE');
    expect(await receiptOf(desk, call.receiptId)).toMatchObject({ counted: 0, released: 'UNREACHABLE' });
  });

  it('is not dialled late: a phone that rings by itself frightens', async () => {
    supplier.change({ down: true });
    const callId = await makeCall(desk, 'collector', phone(1));
    await eventually(async () => expect((await callOf(desk, callId)).askedAt).not.toBeNull());
    await desk.api.rows(sql`
      UPDATE phone_call SET requested_at = requested_at - INTERVAL 60 SECOND WHERE id = ${callId}`);
    expect(await until(callId, 'FAILED')).toMatchObject({ reason: 'LOST' });
    supplier.reset();
    await workers.get(CallLinesService, { strict: false }).dial(callId);
    expect(supplier.log(`call-${callId}`).total).toBe(0);
  });

  it('that rings when money comes is ended', async () => {
    pace.ringMs = 15_000;
    const callId = await makeCall(desk, 'collector', phone(7));
    await until(callId, 'RINGING');
    const { caseId } = await callOf(desk, callId);
    const [loan] = await desk.api.rows<{ loanNo: string }>(sql`
      SELECT loan_no AS loanNo FROM collection_case WHERE id = ${caseId}`);
    const paid = { loanItemExternalId: loan!.loanNo, amount: 100, providerReference: `P-${callId}` };
    expect((await pay(desk.api, paid)).code).toBe('00');
    expect(await until(callId, 'ENDED')).toMatchObject({ reason: 'PAID', hungUpBy: 'SYSTEM' });
  });

  it('whose hang-up was lost with Redis is hung up by the sweep', async () => {
    const callId = await makeCall(desk, 'collector', phone(1));
    await until(callId, 'ANSWERED');
    await desk.api.rows(sql`
      UPDATE phone_call SET hangup_at = requested_at - INTERVAL 10 SECOND WHERE id = ${callId}`);
    await workers.get(CallUpkeepService, { strict: false }).reconcile();
    expect(await until(callId, 'ENDED')).toMatchObject({ hungUpBy: 'AGENT' });
  });
});

describe('a call from outside', () => {
  const ring = (from: string, more: object = {}) =>
    agentTo(sandbox.url)
      .post('/telephone/incoming')
      .send({ supplier: SUPPLIER, extension: '8001', from, ...more });

  it('pops up at its collector, is taken by him, and ends', async () => {
    const number = phone(1);
    const { taskId } = await newCall(desk, 'collector', number);
    expect((await ring(number, { talkMs: 100 })).status).toBe(202);
    const { data } = await socket.next(
      'call.changed',
      (frame) => frame.data.taskId === taskId && frame.data.state === 'RINGING',
    );
    expect(data).toMatchObject({ direction: 'IN', type: 1, agentId: desk.people.collector.id });
    const { calls } = (await desk.as.collector.get<CurrentCalls>('softPhone/currentCalls')).data;
    expect(calls[0]).toMatchObject({ callId: data.callId, contactRelation: 'R01' });
    expect((await desk.as.collector.post('softPhone/answer', { callId: data.callId })).code).toBe('00');
    expect(await until(data.callId, 'ENDED')).toMatchObject({
      hungUpBy: 'CUSTOMER',
      answeredAt: expect.any(Date),
    });
  });

  it('is rejected by hanging up', async () => {
    const number = phone(1);
    const { taskId } = await newCall(desk, 'collector', number);
    await ring(number);
    const { data } = await socket.next('call.changed', (frame) => frame.data.taskId === taskId);
    await hangUp(data.callId);
    expect(await until(data.callId, 'ENDED')).toMatchObject({ reason: 'REJECTED', hungUpBy: 'AGENT' });
  });
});

describe('a recording', () => {
  let callId: number;
  beforeAll(async () => {
    await hangUpAll(desk);
    callId = await makeCall(desk, 'collector', phone(1));
    await until(callId, 'ANSWERED');
    await hangUp(callId);
    await eventually(async () => expect((await callOf(desk, callId)).recording).not.toBeNull());
  });
  const play = (who: keyof Desk['as'], id = callId) =>
    desk.as[who].agent.get(`/api/softPhone/downLoadVoice?callId=${id}`);

  it.each(['collector', 'leader', 'supervisor', 'admin'] as const)(
    'is played to the %s, as a file',
    async (who) => {
      const { headers, body } = await play(who).responseType('blob');
      expect(headers['content-type']).toBe('audio/wav');
      expect(headers['content-disposition']).toBe(`attachment; filename="call-${callId}.wav"`);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect((body as Buffer).toString('latin1', 0, 4)).toBe('RIFF');
      const [heard] = await desk.api.rows<{
        type: string;
        source: string;
        detail: string;
        address: string;
      }>(sql`
      SELECT type, source, detail, address FROM behaviour_record
      WHERE user_id = ${desk.people[who].id} ORDER BY id DESC LIMIT 1`);
      expect(heard).toMatchObject({ type: 'PLAY_RECORDING', source: 'SERVER', address: '127.0.0.1' });
    },
  );

  it.each(['colleague', 'stranger', 'otherLeader', 'otherAdmin'] as const)(
    'does not exist for the %s',
    async (who) => {
      expect((await answerOf(play(who))).code).toBe('21');
      expect((await answerOf(play(who, 999_999_999))).code).toBe('21');
    },
  );

  it('that is no WAV, or elsewhere, is not kept', async () => {
    const recordings = workers.get(CallRecordingsService, { strict: false });
    for (const url of [
      `${sandbox.url}/healthz`,
      'http://192.0.2.1/x.wav',
      `${sandbox.url}//127.0.0.1:1/x.wav`,
      `${sandbox.url}/telephone/recordings/x`,
    ]) {
      await desk.api.rows(sql`
        UPDATE phone_call SET recording = NULL, recording_url = ${url} WHERE id = ${callId}`);
      await recordings.pull(callId);
      expect(await callOf(desk, callId)).toMatchObject({ recording: null, recordingUrl: null });
    }
    expect((await answerOf(play('collector'))).code).toBe('21');
  });

  it('whose pull was lost with Redis is pulled by the sweep', async () => {
    const url = `${sandbox.url}/telephone/recordings/0191d7a8-3c2e-7c3e-8a52-5b6f0c2d1e4f`;
    await desk.api.rows(sql`
      UPDATE phone_call SET recording = NULL, recording_url = ${url},
        requested_at = requested_at - INTERVAL 1 HOUR WHERE id = ${callId}`);
    await workers.get(CallRecordingsService, { strict: false }).reconcile();
    expect((await callOf(desk, callId)).recording).not.toBeNull();
  });
});
