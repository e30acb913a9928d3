import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseInfo, PlanRow } from '../../../contract/cases/cases.js';
import { addDays } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import { AccrualsService } from '../../../server/features/accruals/accruals.service.js';
import { accrualOf } from '../../../server/domain/accruals/accrual.rules.js';
import { daysWaiting, waitingOn } from '../../../server/domain/loans/falling-due.sql.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql, type Statement } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { createUser } from '../../support/org.js';
import { planOf } from '../../support/plan.js';
import { caseOf, createMoneyDesk, differences, stateOf, type MoneyDesk } from '../repayment-codes/desk.js';
import { Lender, today } from './lender.js';

const ROW = 100_000;

let desk: MoneyDesk;
let lender: Lender;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
});
afterAll(() => desk.close());

const infoOf = async (id: number) => (await desk.as.supervisor.get<CaseInfo>(`task/info/${id}`)).data;

describe('the intake', () => {
  it('claims the rows that are due, and shows the others apart', async () => {
    const [only, ...none] = await lender.casesOf(await lender.lend([-3, 12, 27]));
    expect(none).toEqual([]);
    expect(only).toMatchObject({ status: 'C00', amountDue: ROW, dueDate: addDays(today, -3) });
    expect(await infoOf(only!.id)).toMatchObject({
      ...{ amount: ROW, principal: ROW, notYetDueAmount: 2 * ROW, acceleratedOn: null },
    });
    const plan = await desk.as.supervisor.get<Page<PlanRow>>(`repay/details?taskId=${only!.id}`);
    expect(plan.data.result.map(({ due }) => due)).toEqual([true, false, false]);
  });

  it('opens no case while nothing is overdue', async () => {
    const item = await lender.lend([0, 15]);
    expect(await lender.casesOf(item)).toEqual([]);
    await lender.night();
    expect(await lender.casesOf(item)).toEqual([]);
  });

  it('takes a row that comes later into the open case only when it is due', async () => {
    const item = await lender.lend([-3]);
    const n = Number(item.slice(2));
    await lender.grow(n, [20], {}, 2);
    expect(await lender.casesOf(item)).toMatchObject([{ amountDue: ROW }]);
    await lender.grow(n, [-1], {}, 3);
    const [state] = await lender.casesOf(item);
    expect(state).toMatchObject({ amountDue: 2 * ROW });
    expect(await lender.eventsOf(state!.id, 'case.rowFellDue')).toMatchObject([
      { period: 3, addedAmount: ROW, amount: 2 * ROW },
    ]);
  });
});

describe('a row whose day has come', () => {
  it('joins the open case, and a withdrawn one, by an event', async () => {
    for (const status of ['C01', 'C40'] as const) {
      const test = await caseOf(desk, { status, later: [[30_000, 5], [20_000, 9]] }); // prettier-ignore
      await lender.move(test.loanItemId, 2, 0);
      await Promise.all([lender.night(), lender.night()]);
      expect(await stateOf(desk, test)).toEqual({ status, amountDue: ROW + 30_000 });
      expect(await lender.eventsOf(test.id, 'case.rowFellDue')).toEqual([
        {
          ...{ caseId: test.id, loanItemId: test.loanItemId, period: 2 },
          ...{ addedAmount: 30_000, amount: ROW + 30_000 },
        },
      ]);
    }
  });

  it('without a case opens one when it is overdue: nobody’s, in the item’s queue, after the one before', async () => {
    const item = await lender.lend([-3, 10, 20]);
    const [first] = await lender.casesOf(item);
    await desk.api.rows(
      sql`UPDATE collection_case SET owner_id = ${desk.ana.id}, status = 'C10' WHERE id = ${first!.id}`,
    );
    const [{ id }] = (await desk.api.rows(sql`SELECT id FROM loan_item WHERE external_id = ${item}`)) as [
      { id: number },
    ];
    await lender.paid({ externalId: item } as never, ROW);
    expect(await lender.casesOf(item)).toMatchObject([{ status: 'C31', amountDue: 0 }]);
    await lender.move(id, 2, 0);
    await lender.night();
    expect(await lender.casesOf(item)).toHaveLength(1);
    await lender.move(id, 2, -1);
    await lender.move(id, 3, 0);
    await Promise.all([lender.night(), lender.night()]);
    const [, second, ...rest] = await lender.casesOf(item);
    expect(rest).toEqual([]);
    expect(second).toMatchObject({
      ...{ status: 'C00', ownerId: null, queueId: first!.queueId, previousCaseId: first!.id },
      // A row that falls due today is claimed with it.
      ...{ amountDue: 2 * ROW, dueDate: addDays(today, -1) },
    });
  });

  it.each(['C30', 'C40', 'C50'] as const)('opens none after %s', async (status) => {
    const test = await caseOf(desk, { status, later: [[50_000, 5]] });
    await lender.move(test.loanItemId, 2, -2);
    await lender.night();
    expect(await lender.casesOf(test.loanItemId)).toHaveLength(1);
  });

  it('is in what the collector’s day begins with, by the night or in the command that opens the day', async () => {
    const eva = await createUser(desk.api, desk.org, 'member');
    const test = await caseOf(desk, { ownerId: eva.id, later: [[30_000, 4]] });
    await lender.move(test.loanItemId, 2, 0);
    await desk.api.get(DaysService).open([eva.id], today);
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: ROW + 30_000 });
    const events = await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${test.id} OR (subject_type = 'collector' AND subject_id = ${eva.id})
      ORDER BY id`);
    expect(events.map(({ name }) => name)).toEqual(['case.rowFellDue', 'day.opened']);
    const [day] = await desk.api.rows(sql`
      SELECT payable_amount AS payable FROM collector_day WHERE collector_id = ${eva.id}`);
    expect(day).toEqual({ payable: ROW + 30_000 });
  });
});

describe('a long-aging case', () => {
  it('takes in each item’s rows as they fall due, and when it is over the items stand alone', async () => {
    const [lead, other] = [await lender.lend([-40, 5]), await lender.lend([-40, 6, 9])] as [string, string];
    const [ofLead] = await lender.casesOf(lead);
    const items = await desk.api.rows<{ id: number }>(sql`
      SELECT id FROM loan_item WHERE external_id IN (${lead}, ${other}) ORDER BY external_id = ${other}`);
    const [first, second] = items.map(({ id }) => id) as [number, number];
    // As the night leaves them when both are one borrower's.
    await desk.api.rows(sql`UPDATE loan_item SET lead_item_id = ${first} WHERE id = ${second}`);
    await desk.api.rows(sql`
      UPDATE collection_case SET kind = 'LONG_AGING', amount_due = ${2 * ROW} WHERE id = ${ofLead!.id}`);
    await desk.api.rows(sql`
      UPDATE collection_case SET status = 'C30', amount_due = 0, merged_into = ${ofLead!.id} WHERE loan_item_id = ${second}`);
    await lender.move(second, 2, 0);
    await lender.night();
    expect((await lender.casesOf(lead))[0]).toMatchObject({ amountDue: 3 * ROW });
    await lender.paid({ externalId: other } as never, 3 * ROW);
    expect((await lender.casesOf(lead))[0]).toMatchObject({ status: 'C31', amountDue: 0 });
    await lender.move(second, 3, -1);
    await lender.move(first, 2, -1);
    await lender.night();
    const opened = await Promise.all([lender.casesOf(lead), lender.casesOf(other)]);
    for (const cases of opened)
      expect(cases.at(-1)).toMatchObject({ status: 'C00', amountDue: ROW, previousCaseId: ofLead!.id });
    const leads = await desk.api.rows(sql`
      SELECT lead_item_id AS leadId FROM loan_item WHERE id IN (${first}, ${second})`);
    expect(leads).toEqual([{ leadId: null }, { leadId: null }]);
  });
});

it('each look of the night reads one range of its index', async () => {
  const plan = async (statement: Statement, table: string) => {
    const steps = await planOf(desk.api, statement);
    const { key, type } = steps.find((step) => step.table === table)!;
    return { key, type };
  };
  const part = { key: 'plan_row_falls_due', type: expect.stringMatching(/^(range|ref)$/) };
  expect(await plan(daysWaiting(today), 'p')).toEqual(part);
  expect(await plan(waitingOn(today, 0, 200), 'p')).toEqual(part);
});

describe('the accrual', () => {
  const accrue = () => {
    const { api } = desk;
    return new AccrualsService(api.get(Database), api.get(UnitOfWork), api.get(Clock)).accrueToday();
  };

  it('of each overdue row is on its own unpaid principal and from its own date', async () => {
    const test = await caseOf(desk, { periods: [40_000, 60_000], later: [[70_000, 9]] });
    await lender.move(test.loanItemId, 1, -121);
    await lender.move(test.loanItemId, 2, -1);
    await desk.api.rows(
      sql`UPDATE plan_row SET paid = 10000 WHERE loan_item_id = ${test.loanItemId} AND period = 2`,
    );
    await desk.api.rows(sql`UPDATE collection_case SET amount_due = 90000 WHERE id = ${test.id}`);
    await accrue();
    const { penalty, iva } = accrualOf(50_000, 1);
    const rows = await desk.api.rows<{ penalty: number }>(sql`
      SELECT penalty FROM plan_row WHERE loan_item_id = ${test.loanItemId} ORDER BY period`);
    // The first has stopped accruing; the last is not due yet.
    expect(rows.map((row) => row.penalty)).toEqual([0, penalty, 0]);
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 90_000 + penalty + iva });
    await accrue();
    expect(await stateOf(desk, test)).toMatchObject({ amountDue: 90_000 + penalty + iva });
  });

  it('takes no second penalty of the day that a loan came in with', async () => {
    const item = await lender.lend([-3]);
    await accrue();
    expect(await lender.casesOf(item)).toMatchObject([{ amountDue: ROW }]);
  });
});

describe('acceleration', () => {
  let termsId = 0;
  const terms = (product: string, afterDays: number) =>
    desk.api.rows(sql`
      INSERT INTO product_terms (id, institution_id, product_category, effective_from, extension_percent, extension_days,
        extension_limit, after_days)
      VALUES (${++termsId}, ${desk.org.institutionId}, ${product}, ${today}, 10, 7, 2, ${afterDays})
      ON DUPLICATE KEY UPDATE after_days = ${afterDays}`);

  it('claims the whole balance by an event, after the product’s days and never backwards', async () => {
    const product = `Rapid-${process.pid}`;
    const item = await lender.lend([-4, 10, 20], { productCategory: product });
    await terms(product, 5);
    await lender.night();
    expect(await lender.casesOf(item)).toMatchObject([{ amountDue: ROW }]);
    await terms(product, 4);
    // It came in today: its first 00:00 is the next.
    await lender.night();
    expect(await lender.casesOf(item)).toMatchObject([{ amountDue: ROW }]);
    await desk.api.rows(
      sql`UPDATE collection_case SET opened_at = opened_at - INTERVAL 1 DAY WHERE loan_no = ${item}`,
    );
    await Promise.all([lender.night(), lender.night()]);
    const [state] = await lender.casesOf(item);
    expect(state).toMatchObject({ amountDue: 3 * ROW, dueDate: addDays(today, -4) });
    expect(await lender.eventsOf(state!.id, 'case.accelerated')).toMatchObject([
      { day: today, addedAmount: 2 * ROW, amount: 3 * ROW },
    ]);
    expect(await infoOf(state!.id)).toMatchObject({ notYetDueAmount: 0, acceleratedOn: today });
    await terms(product, 90);
    await lender.night();
    expect(await lender.casesOf(item)).toMatchObject([{ amountDue: 3 * ROW }]);
  });

  it('does not happen without a product’s word', async () => {
    const item = await lender.lend([-60, 10], { productCategory: `Slow-${process.pid}` });
    await lender.night();
    expect(await lender.casesOf(item)).toMatchObject([{ amountDue: ROW }]);
  });
});

it('leaves nothing for the replay to complain of', async () => {
  expect(await differences(desk)).toEqual([]);
});
