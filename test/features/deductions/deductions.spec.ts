import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeductionAnswer } from '../../../contract/money/deductions.js';
import type { PayLogRow } from '../../../contract/money/payments.js';
import type { Page } from '../../../contract/shared/page.js';
import { DebitsService } from '../../../server/features/repayment/deductions/debits.service.js';
import { reasonOf } from '../../../server/domain/deductions/deduction.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay, type TestCase } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import type { Answer } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import {
  ask,
  caseOf,
  createMoneyDesk,
  differences,
  fieldsOf,
  namesOf,
  requestId,
  stateOf,
  type MoneyDesk,
} from '../repayment-codes/desk.js';
import { postSigned } from '../../support/signed.js';

const PART = 'task/partDeduce';

let desk: MoneyDesk;
let debits: DebitsService;

beforeAll(async () => {
  desk = await createMoneyDesk();
  debits = desk.api.get(DebitsService);
});
afterAll(() => desk.close());
afterEach(() => provider().reset());

const provider = () => desk.outside.controls['debit']!;

const logsOf = async (test: TestCase) =>
  (await desk.as.ana.get<Page<PayLogRow>>(`repay/payLogs?taskId=${test.id}`)).data.result;

async function deduction(test: TestCase, amount = 30_000): Promise<number> {
  const answer = await ask<DeductionAnswer>(desk.as.ana, PART, { taskId: test.id, amount });
  expect(answer.code).toBe('00');
  return answer.data.deductionId;
}

let events = 0;
/** The provider's message, as it signs and sends it. */
async function hear(
  id: number,
  message: Record<string, unknown> = {},
  secret = TEST_SECRETS.debitHmac,
): Promise<Answer<{ repeated: boolean }>> {
  return postSigned(desk.api, 'repay/deduct/callback', secret, {
    eventId: `event-${++events}`,
    chargeId: `charge-${id}`,
    idempotencyKey: `debit-${id}`,
    status: 'SUCCESS',
    reason: null,
    amount: 30_000,
    at: new Date().toISOString(),
    ...message,
  });
}

describe('a partial deduction', () => {
  it('is taken on as type 4, initialised, and changes nothing else yet', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test);
    expect(await logsOf(test)).toMatchObject([{ id, type: 4, status: 0, amount: 30_000 }]);
    expect(await stateOf(desk, test)).toEqual({ status: 'C01', amountDue: 100_000 });
    expect(await namesOf(desk, test)).toEqual(['deduction.requested']);
  });

  it.each([100_000, 150_000])('of %i, the due or more, is refused with the field', async (amount) => {
    const test = await caseOf(desk);
    const answer = await ask(desk.as.ana, PART, { taskId: test.id, amount });
    expect(answer).toMatchObject({
      code: '22',
      message: 'The amount must be less than the repayment amount',
    });
    expect(fieldsOf(answer)).toEqual(['amount']);
  });

  it('without an amount, a request id or a card is refused', async () => {
    const test = await caseOf(desk);
    expect(fieldsOf(await ask(desk.as.ana, PART, { taskId: test.id }))).toEqual(['amount']);
    const short = await ask(desk.as.ana, PART, { taskId: test.id, amount: 1, clientRequestId: 'x' });
    expect(fieldsOf(short)).toEqual(['clientRequestId']);
    await desk.api.rows(sql`UPDATE loan_item SET card_mask = NULL WHERE id = ${test.loanItemId}`);
    expect(await ask(desk.as.ana, PART, { taskId: test.id, amount: 1 })).toMatchObject({
      code: '23',
      message: 'This loan has no card to deduct from',
    });
  });

  it('on a case of others answers as on none, and by a supervisor is forbidden', async () => {
    const test = await caseOf(desk);
    for (const path of [PART, `repay/deduct/${test.id}`]) {
      const body = { taskId: test.id, amount: 1_000 };
      expect(await ask(desk.as.luis, path, body)).toMatchObject({ code: '21' });
      expect(await ask(desk.as.otherLeader, path, body)).toMatchObject({ code: '21' });
      expect(await ask(desk.as.supervisor, path, body)).toMatchObject({ code: '20' });
    }
    expect(await logsOf(test)).toEqual([]);
  });

  it.each(['C30', 'C31', 'C32', 'C40'] as const)('on a case in %s is refused', async (status) => {
    const test = await caseOf(desk, { status });
    expect(await ask(desk.as.ana, PART, { taskId: test.id, amount: 1 })).toMatchObject({ code: '23' });
    expect(await ask(desk.as.ana, `repay/deduct/${test.id}`, {})).toMatchObject({ code: '23' });
  });

  it('fifty times at once with one request id is one charge and one answer', async () => {
    const test = await caseOf(desk);
    const body = { taskId: test.id, amount: 20_000, clientRequestId: requestId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask<DeductionAnswer>(desk.as.ana, PART, body)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    const ids = [...new Set(answers.map(({ data }) => data.deductionId))];
    expect(ids).toHaveLength(1);
    await Promise.all(Array.from({ length: 5 }, () => debits.charge(ids[0]!)));
    expect(provider().log(`debit-${ids[0]!}`).total).toBe(1);
    expect(await logsOf(test)).toHaveLength(1);
  });

  it('while another is on its way is refused, also at once', async () => {
    const test = await caseOf(desk);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(desk.as.ana, PART, { taskId: test.id, amount: 1_000 })),
    );
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === '23')).toHaveLength(9);
    expect(await ask(desk.as.leader, `repay/deduct/${test.id}`, {})).toMatchObject({
      code: '23',
      message: 'A deduction of this loan is still on its way',
    });
  });
});

describe('the result', () => {
  it('of a success posts the payment with it, once, however often it is told', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test);
    const message = { eventId: `event-same-${id}` };
    const answers = await Promise.all(Array.from({ length: 25 }, () => hear(id, message)));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['00']));
    expect(answers.filter(({ data }) => !data.repeated)).toHaveLength(1);
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 70_000 });
    expect(await logsOf(test)).toMatchObject([
      { type: 4, status: 2, amount: 30_000, remark: `DEBIT CHARGE-charge-${id}` },
    ]);
    expect(await namesOf(desk, test)).toEqual(['deduction.requested', 'deduction.settled', 'payment.posted']);
    const rows = await desk.api.rows(sql`SELECT event_id FROM deduction_event WHERE deduction_id = ${id}`);
    expect(rows).toHaveLength(1);
  });

  it('of a failure is said with its reason, and the next may be asked for', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test);
    expect(await hear(id, { status: 'FAILED', reason: 'NO_FUNDS' })).toMatchObject({ code: '00' });
    expect(await logsOf(test)).toMatchObject([{ type: 4, status: 1, remark: 'DEBIT NO_FUNDS' }]);
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 100_000 });
    await deduction(test);
  });

  it('that is overtaken changes nothing: a success stays one, and a late success wins over a failure', async () => {
    const [first, second] = [await caseOf(desk), await caseOf(desk)];
    const kept = await deduction(first);
    await hear(kept);
    expect(await hear(kept, { status: 'FAILED', reason: 'NO_FUNDS' })).toMatchObject({
      data: { repeated: true },
    });
    expect(await logsOf(first)).toMatchObject([{ status: 2 }]);
    const late = await deduction(second);
    await hear(late, { status: 'FAILED' });
    expect(await hear(late)).toMatchObject({ data: { repeated: false } });
    expect(await logsOf(second)).toMatchObject([{ status: 2 }]);
    expect(await stateOf(desk, second)).toMatchObject({ amountDue: 70_000 });
  });

  it('with a forged signature, of none of ours, or of another amount is refused', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test);
    expect(await hear(id, {}, 'another secret')).toMatchObject({ code: '20' });
    expect(await hear(999_999_999)).toMatchObject({ code: '21' });
    expect(await hear(id, { idempotencyKey: 'somebody-else' })).toMatchObject({ code: '21' });
    expect(await hear(id, { amount: 29_999 })).toMatchObject({ code: '23' });
    expect(fieldsOf(await hear(id, { status: 'MAYBE', amount: -1 }))).toEqual(['status', 'amount']);
    expect(await logsOf(test)).toMatchObject([{ status: 0 }]);
  });

  it('is named by one of our reasons, whatever the provider writes', () => {
    expect([reasonOf('NO_FUNDS'), reasonOf('card of Maria lost'), reasonOf(null)]).toEqual([
      'NO_FUNDS',
      'OTHER',
      'OTHER',
    ]);
  });
});

describe('the charge', () => {
  it('waits for a provider that is away, and is not called failed for that', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test);
    provider().change({ down: true });
    await expect(debits.charge(id)).rejects.toThrow();
    expect(await logsOf(test)).toMatchObject([{ status: 0 }]);
    provider().change({ down: false, loseAnswerRate: 1 });
    await expect(debits.charge(id)).rejects.toThrow();
    provider().change({ loseAnswerRate: 0 });
    await desk.api.rows(sql`
      UPDATE deduction SET requested_at = ${new Date(Date.now() - 20_000)} WHERE id = ${id}`);
    await debits.reconcile();
    expect(provider().log(`debit-${id}`).total).toBe(1);
    await eventually(async () => expect(await logsOf(test)).toMatchObject([{ status: 2 }]));
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 70_000 });
  });

  it('is not made for what is no longer owed', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test, 90_000);
    const providerReference = `before-the-debit-${id}`;
    await pay(desk.api, { loanItemExternalId: test.externalId, amount: 50_000, providerReference });
    await debits.charge(id);
    expect(provider().log(`debit-${id}`).total).toBe(0);
    expect(await logsOf(test)).toMatchObject([{ status: 2 }, { status: 1, remark: 'DEBIT NOT_DUE' }]);
  });

  it('without an answer for a day has failed', async () => {
    const test = await caseOf(desk);
    const id = await deduction(test);
    const since = new Date(Date.now() - 25 * 3_600_000);
    await desk.api.rows(sql`
      UPDATE deduction SET requested_at = ${since}, submitted_at = ${since} WHERE id = ${id}`);
    await debits.reconcile();
    expect(await logsOf(test)).toMatchObject([{ status: 1, remark: 'DEBIT NO_ANSWER' }]);
  });
});

describe('with workers', () => {
  let workers: INestApplicationContext;
  beforeAll(async () => {
    workers = await startWorkers({ processors: true });
  });
  afterAll(() => workers.close());

  it('the whole due settles the case, and who asked for it hears of it wherever they are', async () => {
    const test = await caseOf(desk);
    const socket = await TestSocket.open(desk.as.ana);
    const answer = await ask<DeductionAnswer>(desk.as.ana, `repay/deduct/${test.id}`, {});
    expect(answer).toMatchObject({ code: '00', data: { amount: 100_000, status: 0 } });
    const { data } = await socket.next('deduction.changed', ({ data }) => data.caseId === test.id);
    expect(data).toEqual({
      caseId: test.id,
      deductionId: answer.data.deductionId,
      amount: 100_000,
      status: 2,
    });
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    socket.close();
  });

  it('an amount without funds fails by itself', async () => {
    const test = await caseOf(desk);
    await deduction(test, 10_013);
    await eventually(async () =>
      expect(await logsOf(test)).toMatchObject([{ type: 4, status: 1, remark: 'DEBIT NO_FUNDS' }]),
    );
  });

  it('the replay agrees with every card', async () => {
    await eventually(async () => expect(await desk.api.rows(sql`SELECT 1 FROM outbox`)).toEqual([]));
    expect(await differences(desk)).toEqual([]);
  });
});
