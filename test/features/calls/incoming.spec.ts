import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CallRow, CurrentCalls } from '../../../contract/contact/calls.js';
import { CallReportsService } from '../../../server/features/calls/call-reports.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import {
  callOf,
  createCallDesk,
  giveExtension,
  hangUpAll,
  newCall,
  NOON,
  receiptOf,
  report,
  SUPPLIER,
} from './desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });
beforeEach(() => hangUpAll(desk));

const reportsOf = (callId: string) =>
  desk.api.rows<{ outcome: string | null }>(sql`
    SELECT outcome FROM call_report WHERE supplier_call_id = ${callId} ORDER BY id`);

describe('a call from outside', () => {
  const ring = (more: Record<string, unknown>) =>
    report(desk, { type: 'INCOMING', extension: '8001', callId: randomUUID(), ...more });
  const current = async (who: 'collector' | 'colleague' = 'collector') =>
    (await desk.as[who].get<CurrentCalls>('softPhone/currentCalls')).data.calls;

  it('by a borrower is his collector’s, names his case, and counts for nothing', async () => {
    const { taskId, contactId } = await newCall(desk, 'collector', '+525577770001');
    await ring({ from: '55 7777 0001' });
    const [call] = await current();
    expect(call).toMatchObject({
      taskId,
      contactId,
      type: 1,
      state: 'RINGING',
      direction: 'IN',
      contactRelation: 'R01',
      calledNumber: '+52 55 •••• 0001',
    });
    const { receiptId } = await callOf(desk, call!.callId);
    expect(await receiptOf(desk, receiptId)).toMatchObject({ kind: 'INCOMING', counted: 0 });
    expect((await desk.as.colleague.get<CurrentCalls>('softPhone/currentCalls')).data.calls).toEqual([]);
  });

  it('does not keep the collector from calling somebody until he takes it', async () => {
    await newCall(desk, 'collector', '+525577770002');
    const supplierCallId = randomUUID();
    await ring({ from: '+525577770002', callId: supplierCallId });
    expect((await desk.as.collector.post('softPhone/makeCall', await newCall(desk))).code).toBe('00');
    await hangUpAll(desk);
    await ring({ from: '+525577770002', callId: `${supplierCallId}-b` });
    const [call] = await current();
    expect((await desk.as.colleague.post('softPhone/answer', { callId: call!.callId })).code).toBe('21');
    expect((await desk.as.collector.post('softPhone/answer', { callId: call!.callId })).code).toBe('00');
    await report(desk, { callId: `${supplierCallId}-b`, type: 'ANSWERED' });
    expect((await desk.as.collector.post('softPhone/makeCall', await newCall(desk))).code).toBe('23');
    expect((await desk.as.collector.post('softPhone/answer', { callId: call!.callId })).code).toBe('23');
  });

  it('by somebody of another’s case, or by nobody known, says nothing of who it is', async () => {
    await newCall(desk, 'colleague', '+525577770003');
    for (const from of ['+525577770003', '+525599999999', 'anonymous', '']) {
      await hangUpAll(desk);
      await ring({ from });
      const [call] = await current();
      expect({ [from]: call }).toMatchObject({
        [from]: { taskId: null, contactId: null, contactName: null, orderId: null },
      });
    }
  });

  it('that nobody took was missed, and one refused was rejected', async () => {
    for (const [reason, type] of [
      ['NO_ANSWER', 3],
      ['REJECTED', 5],
    ] as const) {
      const callId = randomUUID();
      await ring({ callId, from: '+525577770004' });
      const [call] = await current();
      await report(desk, { callId, type: 'ENDED', reason, hungUpBy: 'CUSTOMER' });
      const list = await desk.as.collector.get<{ result: CallRow[] }>('softPhone/callRecordList?size=200');
      expect(list.data.result.find((row) => row.callId === call!.callId)).toMatchObject({
        type,
        state: 'ENDED',
      });
    }
  });

  it('whose end was told before its beginning is over when it begins', async () => {
    const callId = randomUUID();
    await report(desk, { callId, type: 'ENDED', reason: 'NO_ANSWER' });
    await ring({ callId, from: '+525577770005' });
    expect(await current()).toEqual([]);
    expect((await reportsOf(callId)).map(({ outcome }) => outcome)).toEqual(['APPLIED', 'APPLIED']);
  });

  it('to an extension of nobody waits for its owner', async () => {
    const callId = randomUUID();
    expect((await ring({ callId, extension: '8077' })).code).toBe('00');
    expect(await reportsOf(callId)).toEqual([{ outcome: null }]);
    await giveExtension(desk, 'supervisor', '8077');
    await desk.api.get(CallReportsService).applyWaiting(SUPPLIER, callId);
    expect(await reportsOf(callId)).toEqual([{ outcome: 'APPLIED' }]);
  });
});
