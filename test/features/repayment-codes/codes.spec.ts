import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestedCode } from '../../../contract/money/repayment-codes.js';
import { sql } from '../../../server/platform/db/sql.js';
import {
  ask,
  caseOf,
  codesOf,
  createMoneyDesk,
  fieldsOf,
  namesOf,
  requestId,
  statusesOf,
  type MoneyDesk,
} from './desk.js';

const NEW = 'repay/repaymentCode/update/new';
const REFRESH = 'repay/repayment/refreshRepayCode';

let desk: MoneyDesk;

beforeAll(async () => {
  desk = await createMoneyDesk();
});
afterAll(() => desk.close());

const age = (codeId: number, seconds: number) =>
  desk.api.rows(sql`
    UPDATE repayment_code SET requested_at = ${new Date(Date.now() - seconds * 1_000)} WHERE id = ${codeId}`);

describe('a new code', () => {
  it('is taken on at once, for the whole due or a part of it', async () => {
    const test = await caseOf(desk);
    const whole = await ask<RequestedCode>(desk.as.ana, NEW, { taskId: test.id, payChannel: 'SPEI' });
    expect(whole).toMatchObject({ status: 200, code: '00', data: { status: 'REQUESTED', amount: 100_000 } });
    const part = await ask(desk.as.ana, NEW, { taskId: test.id, payChannel: 'OXXO', amount: 30_000 });
    expect(part).toMatchObject({ code: '00', data: { amount: 30_000 } });
    const codes = await codesOf(desk.as.ana, test);
    expect(codes).toMatchObject({ totalCount: 2, dueAmount: 100_000, mayAct: true });
    expect(codes.result).toMatchObject([
      { type: 'CUSTOM', payChannel: 'OXXO', amount: 30_000, maximumAmount: 100_000, appName: 'Credi' },
      { type: 'FULL', payChannel: 'SPEI', amount: 100_000, reference: null, requestedBy: 'Ana Ruiz' },
    ]);
    expect(codes.current).toHaveLength(2);
    expect(await namesOf(desk, test)).toEqual(['repaymentCode.requested', 'repaymentCode.requested']);
  });

  it('for the due or more is refused with the field and the words of the specification', async () => {
    const test = await caseOf(desk);
    for (const amount of [100_000, 100_001]) {
      const answer = await ask(desk.as.ana, NEW, { taskId: test.id, payChannel: 'SPEI', amount });
      expect(answer).toMatchObject({
        code: '22',
        message: 'The amount must be less than the repayment amount',
      });
      expect(fieldsOf(answer)).toEqual(['amount']);
    }
    expect((await codesOf(desk.as.ana, test)).totalCount).toBe(0);
  });

  it.each([
    [{ payChannel: 'DEBIT' }, 'payChannel'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 10.5 }, 'amount'],
    [{ clientRequestId: 'short' }, 'clientRequestId'],
    [{ taskId: 'one' }, 'taskId'],
  ])('with %j is refused, naming %s', async (wrong, field) => {
    const test = await caseOf(desk);
    const answer = await ask(desk.as.ana, NEW, { taskId: test.id, payChannel: 'SPEI', ...wrong });
    expect(answer.code).toBe('22');
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it('beyond what a till takes is refused', async () => {
    const test = await caseOf(desk, { periods: [1_500_000] });
    const answer = await ask(desk.as.ana, NEW, { taskId: test.id, payChannel: 'OXXO' });
    expect(answer).toMatchObject({ code: '22', message: 'OXXO takes at most $10,000 by one code' });
  });

  it('for a case of others is refused as for none; a supervisor may not ask at all', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'SPEI' };
    for (const who of ['luis', 'otherLeader'] as const) {
      expect(await ask(desk.as[who], NEW, body)).toMatchObject({ code: '21' });
      expect(await desk.as[who].get(`repay/repaymentCode/${test.id}`)).toMatchObject({ code: '21' });
    }
    expect(await ask(desk.as.supervisor, NEW, body)).toMatchObject({ code: '20' });
    expect(await ask(desk.as.leader, NEW, body)).toMatchObject({ code: '00' });
  });

  it.each(['C30', 'C31', 'C32', 'C40', 'C50'] as const)(
    'on a case in %s is refused by its state',
    async (status) => {
      const test = await caseOf(desk, { status });
      const body = { taskId: test.id, payChannel: 'SPEI' };
      expect(await ask(desk.as.ana, NEW, body)).toMatchObject({ code: '23' });
      expect(await ask(desk.as.ana, REFRESH, body)).toMatchObject({ code: '23' });
      expect((await codesOf(desk.as.ana, test)).mayAct).toBe(false);
    },
  );

  it('is one code and one answer for one request id, also fifty at once', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'SPEI', clientRequestId: requestId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask<RequestedCode>(desk.as.ana, NEW, body)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    expect(new Set(answers.map(({ data }) => data.codeId)).size).toBe(1);
    expect((await codesOf(desk.as.ana, test)).totalCount).toBe(1);
  });

  it('takes the place of one that no provider has given out yet', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'SPEI' };
    const { data } = await ask<RequestedCode>(desk.as.ana, NEW, body);
    await age(data.codeId, 121);
    await ask(desk.as.ana, NEW, { ...body, amount: 5_000 });
    const { result, current } = await codesOf(desk.as.ana, test);
    expect(statusesOf(result)).toEqual(['REQUESTED', 'SUPERSEDED']);
    expect(current.map(({ amount }) => amount)).toEqual([5_000]);
  });
});

describe('a refresh', () => {
  it('needs a code to refresh', async () => {
    const test = await caseOf(desk);
    const answer = await ask(desk.as.ana, REFRESH, { taskId: test.id, payChannel: 'SPEI' });
    expect(answer).toMatchObject({ code: '21', message: 'There is no repayment code to refresh yet' });
  });

  it('is refused within 120 seconds, with the seconds left', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'SPEI' };
    const { data } = await ask<RequestedCode>(desk.as.ana, NEW, body);
    await age(data.codeId, 100);
    const refused = await ask<{ seconds: number }>(desk.as.ana, REFRESH, body);
    expect(refused.code).toBe('31');
    expect(refused.data.seconds).toBeGreaterThan(10);
    expect(refused.data.seconds).toBeLessThanOrEqual(20);
    const { channels } = await codesOf(desk.as.ana, test);
    expect(channels[0]!.refreshAt).not.toBeNull();
    expect(channels[1]!.refreshAt).toBeNull();
  });

  it('after them gives the same part anew, or the due as it is now', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'SPEI' };
    const part = await ask<RequestedCode>(desk.as.ana, NEW, { ...body, amount: 40_000 });
    await age(part.data.codeId, 121);
    const again = await ask<RequestedCode>(desk.as.ana, REFRESH, body);
    expect(again).toMatchObject({ code: '00', data: { amount: 40_000 } });
    await desk.api.rows(sql`UPDATE collection_case SET amount_due = 40000 WHERE id = ${test.id}`);
    await age(again.data.codeId, 121);
    expect(await ask(desk.as.ana, REFRESH, body)).toMatchObject({ code: '00', data: { amount: 40_000 } });
    expect((await codesOf(desk.as.ana, test)).result[0]).toMatchObject({ type: 'FULL' });
  });

  it('fifty at once is one', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, payChannel: 'OXXO' };
    const { data } = await ask<RequestedCode>(desk.as.ana, NEW, body);
    await age(data.codeId, 130);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(desk.as.ana, REFRESH, body)));
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual(['00', ...Array.from({ length: 49 }, () => '31')]);
    expect((await codesOf(desk.as.ana, test)).totalCount).toBe(2);
  });
});

describe('the list of codes', () => {
  it('comes page by page', async () => {
    const test = await caseOf(desk);
    for (const [index, amount] of [1_000, 2_000, 3_000].entries()) {
      const { data } = await ask<RequestedCode>(desk.as.ana, NEW, {
        taskId: test.id,
        payChannel: 'SPEI',
        amount,
      });
      await age(data.codeId, 1_000 - index);
    }
    const page = await desk.as.ana.get<{ result: { amount: number }[]; totalCount: number }>(
      `repay/repaymentCode/${test.id}?pageNum=2&pageSize=2`,
    );
    expect(page.data).toMatchObject({ totalCount: 3, result: [{ amount: 1_000 }] });
    expect(await desk.as.ana.get(`repay/repaymentCode/${test.id}?pageNum=0`)).toMatchObject({ code: '22' });
    expect(await desk.as.ana.get('repay/repaymentCode/abc')).toMatchObject({ code: '22' });
  });
});
