import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RestatementsService } from '../../../server/features/case-work/loans/restatements.service.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { CaseWish, TestCase } from '../../support/cases.js';
import {
  caseOf,
  createMoneyDesk,
  differences,
  namesOf,
  stateOf,
  type MoneyDesk,
} from '../repayment-codes/desk.js';
import { asOwner } from '../../support/stack.js';
import { Lender, today } from './lender.js';

const ROW = 100_000;

let desk: MoneyDesk;
let lender: Lender;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
});
afterAll(() => desk.close());

/** A case as the older rule left it: it claims its whole plan, and no row says what it claims. */
async function oldCase(wish: CaseWish): Promise<TestCase & { before: number }> {
  const test = await caseOf(desk, wish);
  const [row] = await desk.api.rows<{ before: number }>(sql`
    SELECT CAST(SUM(principal + interest + penalty + iva - paid) AS SIGNED) AS \`before\`
    FROM plan_row WHERE loan_item_id = ${test.loanItemId}`);
  await desk.api.rows(sql`UPDATE plan_row SET claimed = 0 WHERE loan_item_id = ${test.loanItemId}`);
  await desk.api.rows(sql`UPDATE collection_case SET amount_due = ${row!.before} WHERE id = ${test.id}`);
  await desk.api.rows(sql`INSERT INTO case_to_restate (case_id) VALUES (${test.id})`);
  return { ...test, before: row!.before };
}
const restate = () => desk.api.get(RestatementsService).run();

describe('a database of the older rule', () => {
  it('is brought over by an event of each case that claimed more than is due', async () => {
    const [many, single] = [await oldCase({ later: [[60_000, 5], [40_000, 20]] }), await oldCase({})]; // prettier-ignore
    expect(await restate()).toBe(2);
    expect(await stateOf(desk, many)).toEqual({ status: 'C01', amountDue: ROW });
    expect(await lender.eventsOf(many.id, 'case.dueRestated')).toEqual([
      { caseId: many.id, before: many.before, amount: ROW },
    ]);
    expect(await stateOf(desk, single)).toEqual({ status: 'C01', amountDue: ROW });
    expect(await namesOf(desk, single)).toEqual([]);
    expect(await restate()).toBe(0);
  });

  it('settles what has nothing due, credited to nobody, and leaves an opened day as it was', async () => {
    const test = await oldCase({ status: 'C20' });
    await desk.api.rows(sql`
      INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
      VALUES (${test.id}, ${test.id}, ${desk.ana.id}, 5000, ${today}, ${new Date(Date.now() + 3_600_000)}, 'OPEN', ${new Date()})`);
    await desk.api.rows(sql`UPDATE collection_case SET promise_id = ${test.id} WHERE id = ${test.id}`);
    await lender.move(test.loanItemId, 1, 3);
    await desk.api.get(DaysService).openAll();
    const figures = () =>
      desk.api.rows(sql`
        SELECT task_count AS tasks, payable_amount AS payable, settled_count AS settled FROM collector_day
        WHERE collector_id = ${desk.ana.id} AND day = ${today}`);
    const before = await figures();
    await Promise.all([restate(), restate()]);
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    expect(await lender.eventsOf(test.id, 'case.settled')).toMatchObject([
      { creditedTo: null, statusBefore: 'C20' },
    ]);
    expect(await lender.eventsOf(test.id, 'promise.settled')).toMatchObject([{ status: 'CANCELLED' }]);
    expect(await lender.loanStatusOf(test)).toBe(21);
    expect(await figures()).toEqual(before);
    await lender.move(test.loanItemId, 1, -1);
    await lender.night();
    expect(await lender.casesOf(test.loanItemId)).toMatchObject([
      { status: 'C31' },
      { status: 'C00', amountDue: ROW, previousCaseId: test.id },
    ]);
  });

  it('keeps a withdrawn case withdrawn, and the night restates before it claims', async () => {
    const test = await oldCase({ status: 'C40', later: [[60_000, 5]] });
    await lender.move(test.loanItemId, 2, 0);
    await lender.move(test.loanItemId, 1, 4);
    await lender.night();
    expect(await stateOf(desk, test)).toEqual({ status: 'C40', amountDue: 60_000 });
    expect(await lender.casesOf(test.loanItemId)).toMatchObject([{ dueDate: today }]);
    expect(await lender.eventsOf(test.id, 'case.rowFellDue')).toEqual([]);
  });

  it('counts old payments whole, and takes them back so', async () => {
    const test = await caseOf(desk, { later: [[60_000, 5]] });
    const payment = await lender.paid(test, 20_000);
    // As it was written before.
    await desk.api.rows(sql`
      UPDATE payment SET towards_due = amount, prepaid = 0, due_since = NULL WHERE loan_item_id = ${test.loanItemId}`);
    await asOwner(sql`
      UPDATE domain_event SET payload = JSON_REMOVE(payload, '$.towardsDue', '$.prepaid') WHERE case_id = ${test.id}`);
    expect(await differences(desk)).toEqual([]);
    await lender.takenBack(payment, 20_000);
    expect(await lender.eventsOf(test.id, 'payment.reversed')).toMatchObject([{ towardsDue: 20_000 }]);
  });
});

it('leaves nothing for the replay to complain of', async () => {
  expect(await differences(desk)).toEqual([]);
});
