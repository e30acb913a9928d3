import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScoreCard } from '../../../contract/team/boards.js';
import { addDays } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { PayLogRow, PaymentVoucher } from '../../../contract/money/payments.js';
import type { RequestedCode } from '../../../contract/money/repayment-codes.js';
import type { PlanRow } from '../../../contract/cases/cases.js';
import type { RepayStatistics } from '../../../contract/team/statistics.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import type { TestCase } from '../../support/cases.js';
import { jobsFor } from '../../../workers/subscriptions.js';
import type { AnyEvent } from '../../../contract/events/events.js';
import {
  ask,
  caseOf,
  codesOf,
  createMoneyDesk,
  differences,
  fieldsOf,
  namesOf,
  stateOf,
  statusesOf,
  type MoneyDesk,
} from '../repayment-codes/desk.js';
import { Lender, today } from './lender.js';

const ROW = 100_000;

let desk: MoneyDesk;
let lender: Lender;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
});
afterAll(() => desk.close());

async function cardOf({ agent }: Client): Promise<ScoreCard> {
  return (await agent.get('/api/achievementBoard/queryAgentAchievement')).body as ScoreCard;
}
/** A collector of her own, whose card counts nothing else. */
async function newcomer(): Promise<{ person: Person; client: Client }> {
  const person = await createUser(desk.api, desk.org, 'member');
  return { person, client: await signedIn(desk.api, person) };
}
/** The last day of its promise ends. */
const overNow = ({ id }: TestCase) =>
  desk.api.rows(sql`UPDATE promise SET deadline_at = ${new Date()} WHERE case_id = ${id}`);
const dueDateOf = async ({ id }: TestCase) =>
  (
    await desk.api.rows<{ dueDate: string }>(
      sql`SELECT due_date AS dueDate FROM collection_case WHERE id = ${id}`,
    )
  )[0]!.dueDate;
const planOf = async (test: TestCase) =>
  (await desk.as.supervisor.get<Page<PlanRow>>(`repay/details?taskId=${test.id}`)).data.result;

describe('a payment', () => {
  it('pays what is due before a later row, and only that counts for the collector', async () => {
    const { person, client } = await newcomer();
    const test = await caseOf(desk, { ownerId: person.id, later: [[60_000, 10], [40_000, 20]] }); // prettier-ignore
    await lender.paid(test, ROW + 70_000);
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    expect(await lender.loanStatusOf(test)).toBe(21);
    expect((await planOf(test)).map((row) => row.repaymentIncomeAmount)).toEqual([ROW, 60_000, 10_000]);
    expect(await cardOf(client)).toMatchObject({ actualReceivedAmount: ROW, settleTaskCount: 1 });
    const { data } = await client.get<RepayStatistics>('repay/statistics/');
    expect(data).toMatchObject({ totalRepayAmount: ROW, totalRepayCount: 1 });
    const vouchers = await client.get<Page<PaymentVoucher>>(`payment/details?taskId=${test.id}`);
    expect(vouchers.data.result).toMatchObject([{ prepaidAmount: 70_000, refundAmount: 0 }]);
    expect(await lender.eventsOf(test.id, 'payment.posted')).toMatchObject([
      { amount: ROW + 70_000, towardsDue: ROW, prepaid: 70_000, creditedTo: person.id, amountDueAfter: 0 },
    ]);
  });

  it('in advance is credited to nobody', async () => {
    const { person, client } = await newcomer();
    const test = await caseOf(desk, { ownerId: person.id, later: [[60_000, 10]] });
    await lender.paid(test, ROW);
    await lender.paid(test, 20_000);
    const [, second] = await lender.eventsOf<{ creditedTo: number | null }>(test.id, 'payment.posted');
    expect(second).toMatchObject({ towardsDue: 0, prepaid: 20_000, creditedTo: null });
    expect(await cardOf(client)).toMatchObject({ actualReceivedAmount: ROW });
  });

  it('opens a refund only with what exceeds the whole balance', async () => {
    const test = await caseOf(desk, { later: [[60_000, 10]] });
    await lender.paid(test, ROW + 60_000);
    expect(await namesOf(desk, test)).not.toContain('refund.opened');
    expect(await lender.loanStatusOf(test)).toBe(50);
    const other = await caseOf(desk, { later: [[60_000, 10]] });
    await lender.paid(other, ROW + 75_000);
    expect(await lender.eventsOf(other.id, 'refund.opened')).toMatchObject([{ amount: 15_000 }]);
    expect(await stateOf(desk, other)).toMatchObject({ status: 'C50' });
  });

  it('leaves the days past due to the oldest row that is still unpaid', async () => {
    const test = await caseOf(desk, { periods: [30_000, 70_000] });
    await lender.move(test.loanItemId, 2, -4);
    await lender.paid(test, 29_999);
    expect(await dueDateOf(test)).toBe(addDays(today, -10));
    await lender.paid(test, 1);
    expect(await dueDateOf(test)).toBe(addDays(today, -4));
    const [first, second] = await planOf(test);
    expect([first!.repaymentRealTime !== null, second!.repaymentRealTime]).toEqual([true, null]);
  });

  it('of a part of a row gives it no day on which it was paid', async () => {
    const test = await caseOf(desk);
    await lender.paid(test, 40_000);
    expect(await planOf(test)).toMatchObject([{ repaymentIncomeAmount: 40_000, repaymentRealTime: null }]);
  });

  it('just after midnight claims first what fell due', async () => {
    const test = await caseOf(desk, { later: [[30_000, 3]] });
    await lender.move(test.loanItemId, 2, 0);
    await lender.paid(test, ROW);
    expect(await stateOf(desk, test)).toEqual({ status: 'C01', amountDue: 30_000 });
    expect((await namesOf(desk, test)).slice(0, 2)).toEqual(['case.rowFellDue', 'payment.posted']);
  });

  it('of two of one loan is one repaid loan', async () => {
    const { person, client } = await newcomer();
    const [test, other] = [
      await caseOf(desk, { ownerId: person.id }),
      await caseOf(desk, { ownerId: person.id }),
    ];
    for (const [of, amount] of [[test, 10_000], [test, 20_000], [other, 5_000]] as const)
      await lender.paid(of, amount); // prettier-ignore
    const { data } = await client.get<RepayStatistics>('repay/statistics/');
    expect(data).toMatchObject({ totalRepayCount: 2, totalCount: 3, totalRepayAmount: 35_000 });
  });
});

describe('what asks for money', () => {
  it('asks for what is due', async () => {
    const test = await caseOf(desk, { later: [[60_000, 10]] });
    const code = await ask<RequestedCode>(desk.as.ana, 'repay/repaymentCode/update/new', {
      ...{ taskId: test.id, payChannel: 'SPEI', amount: null },
    });
    expect(code.data.amount).toBe(ROW);
    const wish = { taskId: test.id, callResult: 'PTP', promiseAmount: ROW + 1 };
    const promise = await ask(desk.as.ana, 'task/record', wish);
    expect([promise.code, ...fieldsOf(promise)]).toEqual(['22', 'promiseAmount']);
    const debit = await ask(desk.as.ana, 'task/partDeduce', { taskId: test.id, amount: ROW + 1 });
    expect(debit.code).toBe('22');
  });

  it('is cancelled when it asks for more than is due now, and stays when for less', async () => {
    const life = desk.api.get(CodeLifeService);
    const test = await caseOf(desk);
    for (const [payChannel, amount] of [['SPEI', 90_000], ['OXXO', 30_000]] as const) {
      const { data } = await ask<RequestedCode>(desk.as.ana, 'repay/repaymentCode/update/new', {
        ...{ taskId: test.id, payChannel, amount },
      });
      await life.ask(data.codeId);
    } // prettier-ignore
    await lender.paid(test, 50_000);
    const [row] = await desk.api.rows<AnyEvent>(sql`
      SELECT id, name, payload FROM domain_event WHERE case_id = ${test.id} AND name = 'payment.posted'`);
    const event = { ...row!, payload: JSON.parse(row!.payload as never) as object } as AnyEvent;
    expect(jobsFor(event).map(({ name }) => name)).toContain('repaymentCodes.cancelOf');
    expect(await life.cancelOf(test.id)).toBe(1);
    const { result } = await codesOf(desk.as.ana, test);
    expect(new Map(result.map((code) => [code.payChannel, code.status]))).toEqual(
      new Map([['SPEI', 'SUPERSEDED'], ['OXXO', 'ACTIVE']]),
    ); // prettier-ignore
    expect(statusesOf(result)).toHaveLength(2);
  });

  it('of an extension is a part of the due, and moves the later rows with it', async () => {
    const { person, client } = await newcomer();
    const test = await caseOf(desk, { ownerId: person.id, later: [[60_000, 5]] });
    const { data } = await ask<{ codeId: number; fee: number }>(client, 'loan/manualDelay', {
      ...{ taskId: test.id, percent: 10 },
    });
    expect(data.fee).toBe(ROW / 10);
    await desk.api.get(CodeLifeService).ask(data.codeId);
    const delay = await client.get<{ codes: { reference: string }[] }>(`loan/delayCode?taskId=${test.id}`);
    await lender.paid(test, data.fee, { reference: delay.data.codes[0]!.reference });
    expect(await stateOf(desk, test)).toEqual({ status: 'C32', amountDue: 0 });
    expect((await planOf(test)).map(({ repaymentPlanTime, due }) => [repaymentPlanTime, due])).toEqual([
      [addDays(today, 7), false],
      [addDays(today, 22), false],
    ]);
    expect(await lender.loanStatusOf(test)).toBe(21);
    expect(await cardOf(client)).toMatchObject({ actualReceivedAmount: data.fee });
  });
});

describe('a reversal', () => {
  it('takes back first what was paid in advance, and debits only what had paid the due', async () => {
    const { person, client } = await newcomer();
    const test = await caseOf(desk, { ownerId: person.id, later: [[60_000, 10]] });
    const payment = await lender.paid(test, ROW + 50_000);
    await lender.takenBack(payment, 50_000);
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    await lender.takenBack(payment, 30_000);
    expect(await stateOf(desk, test)).toEqual({ status: 'C10', amountDue: 30_000 });
    expect(await cardOf(client)).toMatchObject({ actualReceivedAmount: ROW - 30_000, settleTaskCount: 0 });
    expect(await lender.eventsOf(test.id, 'payment.reversed')).toMatchObject([
      { towardsDue: 0, prepaid: 50_000 },
      { towardsDue: 30_000, prepaid: 0 },
    ]);
    expect(await lender.loanStatusOf(test)).toBe(40);
  });

  it('is no repayment in the log', async () => {
    const test = await caseOf(desk);
    await lender.takenBack(await lender.paid(test, 20_000), 20_000);
    const { data } = await desk.as.supervisor.get<Page<PayLogRow>>(`repay/payLogs?taskId=${test.id}`);
    expect(data.result.map(({ reversal, amount }) => [reversal, amount])).toEqual([[true, -20_000], [false, 20_000]]); // prettier-ignore
  });

  it('joins the item’s open case, and the old case’s promise is judged again', async () => {
    const test = await caseOf(desk, { later: [[60_000, 10]] });
    await desk.api.rows(
      sql`UPDATE collection_case SET status = 'C20', promise_id = ${test.id} WHERE id = ${test.id}`,
    );
    await desk.api.rows(sql`
      INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
      VALUES (${test.id}, ${test.id}, ${desk.ana.id}, ${ROW}, ${today}, ${new Date(Date.now() + 3_600_000)}, 'OPEN',
        ${new Date(Date.now() - 3_600_000)})`);
    const payment = await lender.paid(test, ROW);
    await lender.move(test.loanItemId, 2, -1);
    await lender.night();
    await overNow(test);
    await lender.takenBack(payment, 40_000);
    const [old, open] = await lender.casesOf(test.loanItemId);
    expect(old).toMatchObject({ id: test.id, status: 'C31', amountDue: 0 });
    expect(open).toMatchObject({ status: 'C00', amountDue: 100_000, dueDate: addDays(today, -10) });
    const [promise] = await desk.api.rows(sql`SELECT status, paid FROM promise WHERE id = ${test.id}`);
    expect(promise).toEqual({ status: 'PARTIAL', paid: 60_000 });
    expect(await lender.eventsOf(test.id, 'promise.settled')).toMatchObject([
      { status: 'KEPT' },
      { status: 'PARTIAL', statusAfter: 'C31' },
    ]);
  });

  it('judges a promise that was kept only because nothing was due any more', async () => {
    const test = await caseOf(desk);
    const before = new Date(Date.now() - 86_400_000);
    await desk.api.rows(sql`
      INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
      VALUES (${test.id}, ${test.id}, ${desk.ana.id}, 50000, ${today}, ${new Date(Date.now() + 3_600_000)}, 'OPEN',
        ${new Date(Date.now() - 3_600_000)})`);
    await desk.api.rows(
      sql`UPDATE collection_case SET status = 'C20', promise_id = ${test.id} WHERE id = ${test.id}`,
    );
    // Its value date lies before the promise.
    const payment = await lender.paid(test, ROW, { paidAt: before.toISOString() });
    const statusOf = async () =>
      (await desk.api.rows(sql`SELECT status FROM promise WHERE id = ${test.id}`))[0];
    expect(await statusOf()).toEqual({ status: 'KEPT' });
    await overNow(test);
    await lender.takenBack(payment, ROW);
    expect(await statusOf()).toEqual({ status: 'BROKEN' });
    expect(await stateOf(desk, test)).toEqual({ status: 'C10', amountDue: ROW });
  });

  it('of a case that ended otherwise waits for the night, which opens the next', async () => {
    const test = await caseOf(desk);
    const payment = await lender.paid(test, 40_000);
    await desk.api.rows(sql`UPDATE collection_case SET status = 'C32', amount_due = 0 WHERE id = ${test.id}`);
    await desk.api.rows(sql`UPDATE plan_row SET paid = principal WHERE loan_item_id = ${test.loanItemId}`);
    await lender.takenBack(payment, 40_000);
    expect(await lender.casesOf(test.loanItemId)).toHaveLength(1);
    await lender.night();
    expect(await lender.casesOf(test.loanItemId)).toMatchObject([
      { status: 'C32' },
      { status: 'C00', amountDue: 40_000, previousCaseId: test.id },
    ]);
  });
});

it('leaves nothing for the replay to complain of', async () => {
  expect(await differences(desk)).toEqual([]);
});
