import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RestatementsService } from '../../../server/features/case-work/loans/restatements.service.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { createDatabase, migrate } from '../../../server/platform/db/migrator.js';
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

/** A long-aging case (21) with an item whose own case (22) ended in it, a withdrawn one (23), a settled one and a payment. */
const OLD_ROWS = `
  INSERT INTO loan_item (id, institution_id, borrower_id, external_id, loan_external_id, app_name, product_category,
    platform, reloan, loan_status, disbursed_at, contract_amount, lead_item_id)
  VALUES (11, 1, 1, 'a', 'a', 'x', 'y', 'web', 0, 40, NOW(), 1, NULL),
    (12, 1, 1, 'b', 'b', 'x', 'y', 'web', 0, 40, NOW(), 1, 11);
  INSERT INTO collection_case (id, institution_id, queue_id, borrower_id, loan_item_id, loan_no, borrower_name,
    borrower_phone_mask, kind, status, due_date, amount_due, opened_at)
  VALUES (21, 1, 5, 1, 11, 'a', 'n', 'm', 'LONG_AGING', 'C10', CURDATE(), 1, NOW()),
    (22, 1, 6, 1, 12, 'b', 'n', 'm', 'STANDARD', 'C30', CURDATE(), 0, NOW()),
    (23, 1, 5, 1, 13, 'c', 'n', 'm', 'STANDARD', 'C40', CURDATE(), 1, NOW()),
    (24, 1, 5, 1, 14, 'd', 'n', 'm', 'STANDARD', 'C31', CURDATE(), 0, NOW());
  INSERT INTO plan_row (loan_item_id, period, due_date, principal, interest, penalty, iva)
  VALUES (11, 1, '2026-01-01', 300, 0, 0, 0), (11, 2, '2099-01-01', 300, 0, 0, 0), (12, 1, '2026-01-01', 100, 0, 0, 0);
  INSERT INTO payment (id, provider_reference, type, loan_item_id, amount, channel, value_at, posted_at, due_before, spread)
  VALUES (31, 'r', 'PAYMENT', 11, 700, 'SPEI', NOW(), NOW(), 700, '[[1,700]]')`;

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

it('the migration keeps queues with their items, counts old payments whole, and the tool restates what cases claim', async () => {
  const name = `recoup_due_${process.pid}`;
  const url = Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: `/${name}` }).toString();
  const ours = fileURLToPath(new URL('../../../server/migrations/', import.meta.url));
  const older = await mkdtemp(join(tmpdir(), 'recoup-older-'));
  for (const file of await readdir(ours))
    if (file < '0145') await copyFile(join(ours, file), join(older, file));
  await createDatabase(url);
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    await migrate(url, older);
    await connection.query(OLD_ROWS);
    const tool = fileURLToPath(new URL('../../../server/tools/migrate.ts', import.meta.url));
    const typescript = fileURLToPath(new URL('../../support/typescript.mjs', import.meta.url));
    const application = Object.assign(new URL(process.env['DATABASE_URL']!), {
      pathname: `/${name}`,
    }).toString();
    const env = { ...process.env, DATABASE_URL: application, RECOUP_MIGRATE_DATABASE_URL: url };
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', typescript, tool], { env });
    expect(stdout).toMatch(/0145-what-is-due\.sql[^]*restated what 2 cases claim/);
    const rows = async (text: string) => (await connection.query(text))[0];
    expect(await rows('SELECT id, queue_id AS queue FROM loan_item ORDER BY id')).toEqual([
      { id: 11, queue: 5 },
      { id: 12, queue: 6 },
    ]);
    expect(await rows('SELECT amount, towards_due AS due, prepaid FROM payment')).toEqual([
      { amount: 700, due: 700, prepaid: 0 },
    ]);
    expect(
      await rows(
        'SELECT id, status, amount_due AS due FROM collection_case WHERE id IN (21, 23) ORDER BY id',
      ),
    ).toEqual([
      { id: 21, status: 'C10', due: 400 },
      { id: 23, status: 'C31', due: 0 },
    ]);
    expect(await rows('SELECT id FROM collection_case WHERE merged_into = 21')).toEqual([{ id: 22 }]);
  } finally {
    await connection.query(`DROP DATABASE ${name}`);
    await connection.end();
    await rm(older, { recursive: true });
  }
}, 180_000);

it('leaves nothing for the replay to complain of', async () => {
  expect(await differences(desk)).toEqual([]);
});
