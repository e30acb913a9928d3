import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { DeductionAnswer } from '../../../contract/money/deductions.js';
import type { PayLogRow } from '../../../contract/money/payments.js';
import type { Page } from '../../../contract/shared/page.js';
import { Logger } from '../../../server/platform/logger/logger.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { postSigned } from '../../support/signed.js';
import { TestSocket } from '../../support/sockets.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import {
  ask,
  caseOf,
  createMoneyDesk,
  differences,
  namesOf,
  stateOf,
  type MoneyDesk,
} from '../repayment-codes/desk.js';

let desk: MoneyDesk;
beforeAll(async () => {
  desk = await createMoneyDesk();
});
afterAll(() => desk.close());

let events = 0;
/** The provider's word that a charge of the deduction succeeded. */
const charged = (id: number, chargeId: string, more: object = {}) =>
  postSigned<{ repeated: boolean }>(desk.api, 'repay/deduct/callback', TEST_SECRETS.debitHmac, {
    eventId: `double-${++events}`,
    chargeId,
    idempotencyKey: `debit-${id}`,
    status: 'SUCCESS',
    reason: null,
    amount: 30_000,
    at: new Date().toISOString(),
    ...more,
  });

/** A partial deduction that succeeded. */
async function succeeded(test: TestCase): Promise<number> {
  const body = { taskId: test.id, amount: 30_000 };
  const { data } = await ask<DeductionAnswer>(desk.as.ana, 'task/partDeduce', body);
  expect(await charged(data.deductionId, `first-${data.deductionId}`)).toMatchObject({ code: '00' });
  return data.deductionId;
}
const logOf = async (test: TestCase) =>
  (await desk.as.leader.get<Page<PayLogRow>>(`repay/payLogs?taskId=${test.id}`)).data.result;

describe('a second charge of one deduction', () => {
  it('is taken on and kept, is no payment, and shows on the deduction’s row', async () => {
    const test = await caseOf(desk);
    const id = await succeeded(test);
    expect(await logOf(test)).toMatchObject([{ status: 2, doubled: 0 }]);
    expect(await charged(id, `second-${id}`)).toMatchObject({ code: '00', data: { repeated: false } });
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 70_000 });
    expect(await logOf(test)).toMatchObject([{ type: 4, status: 2, amount: 30_000, doubled: 1 }]);
    expect(await charged(id, `third-${id}`)).toMatchObject({ data: { repeated: false } });
    expect(await logOf(test)).toMatchObject([{ doubled: 2 }]);
  });

  it('is told of once, with ids only, however often the provider repeats it', async () => {
    const test = await caseOf(desk);
    const id = await succeeded(test);
    const answers = await Promise.all(Array.from({ length: 20 }, () => charged(id, `again-${id}`)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    expect(answers.filter(({ data }) => !data.repeated)).toHaveLength(1);
    const emitted = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'deduction.doubled' AND case_id = ${test.id}`);
    expect(emitted.map(({ payload }) => JSON.parse(payload) as object)).toEqual([
      {
        caseId: test.id,
        deductionId: id,
        amount: 30_000,
        requestedBy: desk.ana.id,
        groupId: desk.org.groupId,
      },
    ]);
    expect(await charged(id, `first-${id}`)).toMatchObject({ data: { repeated: true } });
    expect(await logOf(test)).toMatchObject([{ doubled: 1 }]);
  });

  it('that comes at once with the first is one payment and one double', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, amount: 30_000 };
    const { data } = await ask<DeductionAnswer>(desk.as.ana, 'task/partDeduce', body);
    const answers = await Promise.all(
      ['one', 'two'].map((charge) => charged(data.deductionId, `${charge}-${data.deductionId}`)),
    );
    expect(answers).toMatchObject([{ data: { repeated: false } }, { data: { repeated: false } }]);
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 70_000 });
    expect((await namesOf(desk, test)).sort()).toEqual([
      'deduction.doubled',
      'deduction.requested',
      'deduction.settled',
      'payment.posted',
    ]);
  });

  it('warns in the log, naming the deduction alone', async () => {
    const warn = jest.spyOn(desk.api.get(Logger), 'warn');
    const id = await succeeded(await caseOf(desk));
    await charged(id, `warned-${id}`);
    await charged(id, `warned-${id}`);
    const said = warn.mock.calls.filter(([text]) => String(text).includes('twice'));
    expect(said).toEqual([[expect.any(String), { deduction: id }]]);
    warn.mockRestore();
  });

  it('of another amount than was asked for is refused', async () => {
    const id = await succeeded(await caseOf(desk));
    expect(await charged(id, `odd-${id}`, { amount: 29_999 })).toMatchObject({ code: '23' });
  });
});

describe('with workers', () => {
  let workers: INestApplicationContext;
  beforeAll(async () => {
    workers = await startWorkers();
  });
  afterAll(() => workers.close());

  it('who asked for it and the leader hear of it wherever they are, and nobody else', async () => {
    const [asker, leader, other] = [
      await TestSocket.open(desk.as.ana),
      await TestSocket.open(desk.as.leader),
      await TestSocket.open(desk.as.otherLeader),
    ];
    const test = await caseOf(desk);
    const id = await succeeded(test);
    await charged(id, `live-${id}`);
    for (const socket of [asker, leader]) {
      const { data } = await socket.next('deduction.doubled', ({ data }) => data.deductionId === id);
      expect(data).toEqual({ caseId: test.id, deductionId: id, amount: 30_000 });
    }
    expect(other.of('deduction.doubled')).toEqual([]);
    for (const socket of [asker, leader, other]) socket.close();
  });

  it('the replay agrees with every card', async () => {
    await eventually(async () => expect(await desk.api.rows(sql`SELECT 1 FROM outbox`)).toEqual([]));
    expect(await differences(desk)).toEqual([]);
  });
});
