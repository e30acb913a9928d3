import { describe, expect, it } from '@jest/globals';
import type { CallGroup, CallRow, CurrentCalls } from '../../../contract/contact/calls.js';
import type { Page } from '../../../contract/shared/page.js';
import { useDesk } from '../../support/site.js';
import { requestId } from '../cases/desk.js';
import { createCallDesk, newCall, NOON, report, type Dialling } from './desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });

/** Dials, and the other end answers unless `rings` only. */
async function call(rings = false): Promise<Dialling & { callId: number }> {
  const dialling = await newCall(desk);
  const { data } = await desk.as.collector.post<{ callId: number }>('softPhone/makeCall', dialling);
  if (!rings) await reported(data.callId, 'ANSWERED');
  return { ...dialling, callId: data.callId };
}

const reported = (callId: number, type: 'ANSWERED' | 'ENDED') =>
  report(desk, { callId: `t-${callId}`, idempotencyKey: `call-${callId}`, type, reason: 'HUNG_UP' });
const say = (body: object, who: 'collector' | 'leader' = 'collector') =>
  desk.as[who].post<CallRow>('softPhone/whoAnswers', body);

/** Reads that show more of the case than its row in the list. */
async function shown(taskId: number, who: 'collector' | 'leader' = 'collector'): Promise<string[]> {
  const { data } = await desk.as.leader.get<{ loanItemId: number }>(`task/info/${taskId}`);
  const paths = [
    `task/info/${taskId}`,
    `task/loanItemInfo/${data.loanItemId}?taskId=${taskId}`,
    `task/collectionLogs/${taskId}`,
    `repay/details?taskId=${taskId}`,
    `repay/payLogs?taskId=${taskId}`,
    `repay/repaymentCode/${taskId}`,
    `payment/details?taskId=${taskId}`,
    `loan/count?taskId=${taskId}`,
    `loan/loan-record?taskId=${taskId}`,
    `task/timeline/${taskId}`,
    ...['userPic', 'userAlibabaInfo', 'userAddressBook', 'userCalls'].map((read) => `task/${read}/${taskId}`),
    ...['imageComment', 'ktp', 'callOutMessage'].map((read) => `task/${read}?taskId=${taskId}`),
  ];
  const answers = await Promise.all(paths.map((path) => desk.as[who].get(path)));
  return [...new Set(answers.map(({ code }) => code))];
}

describe('who answers', () => {
  it('shuts the case to the caller from dialling until it is said, and to nobody else', async () => {
    const { taskId, callId } = await call(true);
    expect(await shown(taskId)).toEqual(['23']);
    expect(await shown(taskId, 'leader')).toEqual(['00']);
    await reported(callId, 'ANSWERED');
    expect(await shown(taskId)).toEqual(['23']);
    const charge = { taskId, clientRequestId: requestId() };
    expect(await desk.as.collector.post(`repay/deduct/${taskId}`, charge)).toMatchObject({
      code: '23',
      message: 'Say first who answers your call',
    });
    const { code, data } = await say({ callId, answer: 'BORROWER' });
    expect({ code, data }).toMatchObject({ code: '00', data: { callId, asksWho: false, party: 'BORROWER' } });
    expect(await shown(taskId)).toEqual(['00']);
    await reported(callId, 'ENDED');
  });

  it('names nothing but the person called meanwhile', async () => {
    const { taskId, callId } = await call();
    const { data } = await desk.as.collector.get<CurrentCalls>('softPhone/currentCalls');
    const own = data.calls.find((each) => each.callId === callId);
    expect(own).toMatchObject({ taskId, asksWho: true, party: null, contactRelation: 'R01' });
    expect(Object.keys(own!).filter((key) => /amount|due|receiv/i.test(key))).toEqual([]);
    await reported(callId, 'ENDED');
    // It is over, and still nobody knows who it was.
    const later = await desk.as.collector.get<Page<CallRow>>(`softPhone/callRecordList?taskId=${taskId}`);
    expect(later.data.result[0]).toMatchObject({ callId, state: 'ENDED', asksWho: true });
    expect(await shown(taskId)).toEqual(['23']);
    expect((await say({ callId, answer: 'WILL_NOT_SAY' })).code).toBe('00');
    expect(await shown(taskId)).toEqual(['00']);
  });

  it('opens again when nobody answered', async () => {
    const { taskId, callId } = await call(true);
    await reported(callId, 'ENDED');
    expect(await shown(taskId)).toEqual(['00']);
    expect((await say({ callId, answer: 'NOT_HERE' })).code).toBe('23');
  });

  it('takes an answer once, from the caller alone, of a call that was answered', async () => {
    const { callId } = await call(true);
    expect((await say({ callId, answer: 'BORROWER' })).code).toBe('23');
    await reported(callId, 'ANSWERED');
    expect((await say({ callId, answer: 'BORROWER' }, 'leader')).code).toBe('21');
    expect((await say({ callId, answer: 'RECORDED' })).code).toBe('22');
    const answers = await Promise.all([1, 2, 3].map(() => say({ callId, answer: 'NOT_HERE' })));
    expect(answers.map(({ code }) => code)).toEqual(['00', '00', '00']);
    expect((await say({ callId, answer: 'BORROWER' })).message).toMatch(/^Nobody asks who answers/);
    await reported(callId, 'ENDED');
  });

  it('is skipped with a reason, while it rings as well', async () => {
    const { taskId, callId } = await call(true);
    expect(await say({ callId, answer: 'SKIPPED', reason: ' no ' })).toMatchObject({ code: '22' });
    expect(await say({ callId, answer: 'SKIPPED' })).toMatchObject({ code: '22' });
    const reason = 'The borrower called a minute ago';
    expect((await say({ callId, answer: 'SKIPPED', reason })).data).toMatchObject({ party: 'SKIPPED' });
    expect(await shown(taskId)).toEqual(['00']);
    const { data } = await desk.as.leader.get<Page<CallRow>>(`softPhone/callRecordList?taskId=${taskId}`);
    expect(data.result[0]).toMatchObject({ callId, party: 'SKIPPED', skipReason: reason });
    await reported(callId, 'ENDED');
  });

  it('is known by a result, which a client that does not ask records', async () => {
    const { taskId, contactId, callId } = await call();
    await reported(callId, 'ENDED');
    const record = {
      taskId,
      contactId,
      callStatus: 'CONNECTED',
      callResult: 'NOCLCT',
      clientRequestId: requestId(),
    };
    expect((await desk.as.collector.post('task/record', record)).code).toBe('00');
    expect(await shown(taskId)).toEqual(['00']);
    const { data } = await desk.as.collector.get<{ result: CallRow[] }>(
      `softPhone/callRecordList?taskId=${taskId}`,
    );
    expect(data.result[0]).toMatchObject({ callId, asksWho: false, party: 'RECORDED' });
  });

  it('is counted by person for who supervises', async () => {
    const { data } = await desk.as.supervisor.get<Page<CallGroup>>('softPhone/callRecordFold?by=person');
    expect(data.result).toEqual([
      expect.objectContaining({
        label: 'collector',
        asked: 5,
        skipped: 1,
        wrongNumber: 0,
        secondsToSay: expect.any(Number),
      }),
    ]);
  });
});
