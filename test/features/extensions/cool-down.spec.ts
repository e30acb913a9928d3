import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RequestedCode } from '../../../contract/money/repayment-codes.js';
import type { RequestedExtension } from '../../../contract/money/extensions.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { ageCodes, ask, caseOf, codesOf, createMoneyDesk, type MoneyDesk } from '../repayment-codes/desk.js';

const NEW = 'repay/repaymentCode/update/new';
const DELAY = 'loan/manualDelay';

let desk: MoneyDesk;
beforeAll(async () => {
  desk = await createMoneyDesk();
});
afterAll(() => desk.close());

const askDelay = (test: TestCase, more: object = {}) =>
  ask<RequestedExtension & { seconds: number }>(desk.as.ana, DELAY, {
    taskId: test.id,
    percent: 10,
    ...more,
  });
const askCode = (test: TestCase, payChannel = 'SPEI') =>
  ask<RequestedCode>(desk.as.ana, NEW, { taskId: test.id, payChannel });

describe('the cool-down of codes', () => {
  it.each([
    ['one channel', () => 'SPEI'],
    ['both channels', (turn: number) => (turn % 2 ? 'SPEI' : 'OXXO')],
  ])('accepts one of twenty extensions at once, by %s', async (_, channelOf) => {
    const test = await caseOf(desk);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_item, turn) => askDelay(test, { payChannel: channelOf(turn) })),
    );
    const codes = answers.map(({ code }) => code).sort();
    expect(codes).toEqual(['00', ...Array.from({ length: 19 }, () => '31')]);
    expect((await codesOf(desk.as.ana, test)).totalCount).toBe(1);
    const [row] = await desk.api.rows<{ count: number }>(sql`
      SELECT COUNT(*) AS count FROM extension WHERE case_id = ${test.id}`);
    expect(row).toEqual({ count: 1 });
  });

  it('is shared by the codes of the due and of an extension’s fee', async () => {
    const [due, fee] = [await caseOf(desk), await caseOf(desk)];
    expect((await askCode(due)).code).toBe('00');
    const refused = await askDelay(due);
    expect(refused).toMatchObject({ code: '31' });
    expect(refused.data.seconds).toBeGreaterThan(100);
    expect((await askDelay(fee)).code).toBe('00');
    expect((await askCode(fee)).code).toBe('31');
    const { channels } = await codesOf(desk.as.ana, fee);
    expect(channels.map(({ refreshAt }) => refreshAt !== null)).toEqual([true, false]);
    expect((await askCode(fee, 'OXXO')).code).toBe('00');
    const cash = await ask(desk.as.ana, 'loan/delayCode', { taskId: fee.id, payChannel: 'OXXO' });
    expect(cash.code).toBe('31');
  });

  it('ends after 120 seconds, and at once when the provider failed', async () => {
    const [slow, failed] = [await caseOf(desk), await caseOf(desk)];
    await askDelay(slow);
    await ageCodes(desk, slow);
    expect((await askDelay(slow)).code).toBe('00');
    const { data } = await askDelay(failed);
    await desk.api.rows(sql`UPDATE repayment_code SET status = 'FAILED' WHERE id = ${data.codeId}`);
    expect((await askDelay(failed)).code).toBe('00');
  });
});
