import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import {
  ask,
  caseOf,
  createMoneyDesk,
  differences,
  namesOf,
  stateOf,
  type MoneyDesk,
} from '../repayment-codes/desk.js';
import { Lender } from './lender.js';

const ROW = 100_000;

let desk: MoneyDesk;
let lender: Lender;
let admin: Client;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
  admin = await signedIn(desk.api, await createUser(desk.api, desk.org, 'admin'));
});
afterAll(() => desk.close());

async function withdrawn(wish: Parameters<typeof caseOf>[1] = {}): Promise<TestCase> {
  const test = await caseOf(desk, wish);
  const { code } = await desk.as.leader.post(`management/task/withdraw/${test.id}`, { reason: 'COMPLAINT' });
  expect(code).toBe('00');
  return test;
}
const reinstate = ({ id }: TestCase) => admin.post(`management/task/reinstate/${id}`, { reason: 'RESOLVED' });

describe('a withdrawn case', () => {
  it('that is paid whole is settled, credited to nobody', async () => {
    const test = await withdrawn({ later: [[40_000, 20]] });
    await lender.paid(test, ROW - 1);
    expect(await stateOf(desk, test)).toEqual({ status: 'C40', amountDue: 1 });
    await lender.paid(test, 1);
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    expect(await lender.eventsOf(test.id, 'case.settled')).toEqual([
      expect.objectContaining({ creditedTo: null, statusBefore: 'C40', statusAfter: 'C31' }),
    ]);
    expect(await lender.eventsOf(test.id, 'payment.posted')).toMatchObject([
      { creditedTo: null },
      { creditedTo: null },
    ]);
    expect(await lender.loanStatusOf(test)).toBe(21);
    expect((await reinstate(test)).code).toBe('23');
  });

  it('that is paid more than whole waits for its refund, and is settled after it', async () => {
    const test = await withdrawn();
    await lender.paid(test, ROW + 500);
    expect(await stateOf(desk, test)).toEqual({ status: 'C50', amountDue: 0 });
  });

  it('that owes nothing is not reinstated but settled', async () => {
    const test = await withdrawn();
    // As versions before left it.
    await desk.api.rows(sql`UPDATE plan_row SET paid = ${ROW} WHERE loan_item_id = ${test.loanItemId}`);
    await desk.api.rows(sql`UPDATE collection_case SET amount_due = 0 WHERE id = ${test.id}`);
    expect(await reinstate(test)).toMatchObject({ code: '23', message: 'Nothing is due on this case' });
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    expect(await lender.eventsOf(test.id, 'case.settled')).toMatchObject([{ creditedTo: null }]);
    expect(await namesOf(desk, test)).not.toContain('case.reinstated');
  });

  it('comes back with what is due today, the night or not', async () => {
    const test = await withdrawn({ later: [[30_000, 3]] });
    await lender.move(test.loanItemId, 2, 0);
    expect((await reinstate(test)).code).toBe('00');
    expect(await stateOf(desk, test)).toEqual({ status: 'C00', amountDue: ROW + 30_000 });
    expect((await namesOf(desk, test)).slice(-2)).toEqual(['case.rowFellDue', 'case.reinstated']);
  });
});

it('nothing is asked for where nothing is due', async () => {
  const test = await caseOf(desk);
  await desk.api.rows(sql`UPDATE plan_row SET paid = ${ROW} WHERE loan_item_id = ${test.loanItemId}`);
  await desk.api.rows(sql`UPDATE collection_case SET amount_due = 0 WHERE id = ${test.id}`);
  const taskId = test.id;
  const asked = [
    await ask(desk.as.ana, 'repay/repaymentCode/update/new', { taskId, payChannel: 'SPEI', amount: null }),
    await ask(desk.as.ana, `repay/deduct/${taskId}`, {}),
    await ask(desk.as.ana, 'task/partDeduce', { taskId, amount: 1 }),
    await ask(desk.as.ana, 'loan/manualDelay', { taskId, percent: 10 }),
    await ask(desk.as.ana, 'task/record', { taskId, callResult: 'PTP', promiseAmount: 1 }),
  ];
  expect(asked.map(({ code, message }) => [code, message])).toEqual(
    asked.map(() => ['23', 'Nothing is due on this case']),
  );
});

it('leaves nothing for the replay to complain of', async () => {
  expect(await differences(desk)).toEqual([]);
});
