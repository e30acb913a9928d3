import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DelayCode, RequestedExtension } from '../../../contract/money/extensions.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import {
  casesWithWaitingExtensions,
  expiredExtensions,
} from '../../../server/domain/extensions/extension.writes.js';
import { OffersService } from '../../../server/features/repayment/extensions/offers.service.js';
import { CodeLifeService } from '../../../server/features/repayment/codes/code-life.service.js';
import { ENDED_CASES_PART } from '../../../server/domain/repayment-codes/ended-cases.sql.js';
import { casesWithLiveCodes } from '../../../server/domain/repayment-codes/repayment-code.sql.js';
import { rowsOf, sql, type Param, type Statement } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { planOf } from '../../support/plan.js';
import { ask, caseOf, createMoneyDesk, differences, type MoneyDesk } from '../repayment-codes/desk.js';

const today = businessDay(new Date());
/** Ids of rows that only make a table large. */
const MANY_FROM = 9_000_000_000;

let desk: MoneyDesk;
let cycles: OffersService;
let life: CodeLifeService;

beforeAll(async () => {
  desk = await createMoneyDesk();
  cycles = desk.api.get(OffersService);
  life = desk.api.get(CodeLifeService);
});
afterAll(() => desk.close());

const delayOf = async ({ id }: { id: number }) =>
  (await desk.as.ana.get<DelayCode>(`loan/delayCode?taskId=${id}`)).data;

async function requested(test: TestCase): Promise<void> {
  const wish = { taskId: test.id, percent: 10 };
  const { code, data } = await ask<RequestedExtension>(desk.as.ana, 'loan/manualDelay', wish);
  expect(code).toBe('00');
  await life.ask(data.codeId);
}

async function plan(statement: Statement, table: string) {
  const steps = await planOf(desk.api, statement);
  const { type, key, Extra } = steps.find((step) => step.table === table)!;
  return { type, key, sorts: /filesort|temporary/.test(Extra) };
}

it('offers whose case is over end, beyond one look’s part of those that wait', async () => {
  const ended = await caseOf(desk);
  await requested(ended);
  // Before it in the order: cases that are open, and wait.
  const waiting = Array.from({ length: ENDED_CASES_PART + 20 }, (_, index) => index + 1);
  await desk.api.rows(sql`
    INSERT INTO collection_case (id, institution_id, queue_id, borrower_id, loan_item_id, loan_no, borrower_name,
      borrower_phone_mask, status, due_date, amount_due, opened_at)
    VALUES ${rowsOf(waiting.map((id): Param[] => [id, 1, 1, 1, MANY_FROM + id, 'L', 'N', 'M', 'C01', today, 1, new Date()]))}`);
  const later = new Date(Date.now() + 86_400_000);
  await insertExtensions(
    waiting.map((id): Param[] => [
      MANY_FROM + id,
      id,
      MANY_FROM + id,
      10,
      100,
      10,
      7,
      'REQUESTED',
      1,
      later,
      later,
      null,
    ]),
  );
  await desk.api.rows(sql`UPDATE collection_case SET status = 'C40' WHERE id = ${ended.id}`);
  await cycles.reconcile();
  await cycles.reconcile();
  expect((await delayOf(ended)).extension).toMatchObject({ status: 'CANCELLED' });
  const [{ open }] = (await desk.api.rows(sql`
    SELECT COUNT(*) AS open FROM extension WHERE status = 'REQUESTED'`)) as [{ open: number }];
  expect(open).toBe(waiting.length);
  await desk.api.rows(sql`DELETE FROM extension WHERE id >= ${MANY_FROM}`);
  await desk.api.rows(sql`DELETE FROM collection_case WHERE loan_item_id >= ${MANY_FROM}`);
});

it('every look reads one range of its index, in the order of it', async () => {
  const rows = Array.from({ length: 6_000 }, (_, index): Param[] => [
    ...[MANY_FROM + index, 1, MANY_FROM + index, 10, 100, 10, 7],
    ...[
      index % 2 ? 'APPLIED' : 'EXPIRED',
      1,
      new Date(),
      new Date(1),
      index % 2 ? addDays(today, 365) : null,
    ],
  ]);
  await insertExtensions(rows);
  await desk.api.rows(sql`
    INSERT INTO repayment_code (id, case_id, loan_item_id, purpose, channel, amount, custom, maximum_amount, status,
      requested_at, expires_at, updated_at)
    SELECT id, case_id, loan_item_id, 'DUE', 'SPEI', 1, 0, 1, 'PAID', requested_at, expires_at, requested_at
    FROM extension WHERE id >= ${MANY_FROM}`);
  for (const table of ['extension', 'repayment_code'])
    await desk.api.rows({ text: `ANALYZE TABLE ${table}`, params: [] });
  const part = { type: expect.stringMatching(/^(range|ref)$/), sorts: false };
  expect({
    expired: await plan(expiredExtensions(new Date(), 200), 'x'),
    waiting: await plan(casesWithWaitingExtensions(0), 'x'),
    live: await plan(casesWithLiveCodes(0), 'r'),
  }).toEqual({
    expired: { ...part, key: 'extension_expiry' },
    waiting: { ...part, key: 'extension_waiting' },
    live: { ...part, key: 'repayment_code_live' },
  });
  await desk.api.rows(sql`DELETE FROM extension WHERE id >= ${MANY_FROM}`);
  await desk.api.rows(sql`DELETE FROM repayment_code WHERE id >= ${MANY_FROM}`);
});

it('the replay agrees with every card', async () => {
  expect(await differences(desk)).toEqual([]);
});

async function insertExtensions(rows: Param[][]): Promise<void> {
  for (let from = 0; from < rows.length; from += 2_000)
    await desk.api.rows(sql`
      INSERT INTO extension (id, case_id, loan_item_id, percent, due_amount, fee, days, status, requested_by,
        requested_at, expires_at, new_due_date)
      VALUES ${rowsOf(rows.slice(from, from + 2_000))}`);
}
