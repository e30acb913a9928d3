import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordAnswer } from '../../../contract/cases/records.js';
import type { PayLogRow } from '../../../contract/money/payments.js';
import type { Page } from '../../../contract/shared/page.js';
import { AutomaticDebitsService } from '../../../server/features/repayment/deductions/automatic-debits.service.js';
import { DebitsService } from '../../../server/features/repayment/deductions/debits.service.js';
import { ClaimsService } from '../../../server/features/messages/submit/claims.service.js';
import { RemindersService } from '../../../server/features/messages/queue/reminders.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay, type TestCase } from '../../support/cases.js';
import { useDesk } from '../../support/site.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { postSigned } from '../../support/signed.js';
import { caseOf, createSmsDesk, eventsOf, receipt, requestId, send } from '../messages/desk.js';

/** Mexico City is six hours behind UTC, Cancún five, Tijuana eight. */
const MORNING = '2026-11-18T14:30:00Z';
const TODAY = '2026-11-18';
const CANCUN = 10;
const TIJUANA = 2;

let now = new Date(MORNING);

const { desk } = useDesk(createSmsDesk, { clock: MORNING });
beforeAll(async () => {
  desk.api.get(Clock).now = () => now;
  await desk.api.rows(sql`
    INSERT INTO product_terms (id, institution_id, product_category, effective_from, extension_percent, extension_days,
      extension_limit, automatic_debit)
    SELECT 1 + n, ${desk.org.institutionId}, CONCAT('PROMISED-', n), '2020-01-01', 10, 7, 2, n = 1
    FROM (SELECT 1 AS n UNION SELECT 0) kinds`);
});
beforeEach(async () => {
  now = new Date(MORNING);
  await desk.api.rows(sql`UPDATE promise SET status = 'CANCELLED' WHERE status = 'OPEN'`);
  await desk.api.rows(sql`UPDATE queue SET reminder_template_id = ${desk.templates.known}`);
});

const at = (time: string) => (now = new Date(time));
const remind = () => desk.api.get(RemindersService).remind();
const debit = () => desk.api.get(AutomaticDebitsService).request();
let phones = 0;

interface Wish {
  zone?: number;
  state?: string;
  promiseDate?: string;
  amount?: number;
  debited?: boolean;
}
async function promised({
  zone = 1,
  state,
  promiseDate = TODAY,
  amount = 40_000,
  debited = true,
}: Wish = {}) {
  const test = await caseOf(desk, { phone: `+5255900${String(++phones).padStart(5, '0')}` });
  await desk.api.rows(sql`UPDATE collection_case SET contact_zone = ${zone} WHERE id = ${test.id}`);
  await desk.api.rows(sql`
    UPDATE borrower SET state = ${state ?? 'Ciudad de México'} WHERE id = ${test.borrowerId}`);
  await desk.api.rows(sql`
    UPDATE loan_item SET card_mask = '•••• 4321', product_category = ${`PROMISED-${debited ? 1 : 0}`}
    WHERE id = ${test.loanItemId}`);
  const { code } = await desk.as.ana.post<RecordAnswer>('task/record', {
    taskId: test.id,
    callResult: 'PTP',
    promiseAmount: amount,
    promiseDate,
    clientRequestId: requestId(),
  });
  expect(code).toBe('00');
  return test;
}

const messagesOf = (test: TestCase) =>
  desk.api.rows<{ id: number; sender: number | null; status: string; asked: number | null }>(sql`
    SELECT id, sender_id AS sender, status, asked_amount AS asked FROM message WHERE case_id = ${test.id}`);
const logsOf = async (test: TestCase) =>
  (await desk.as.ana.get<Page<PayLogRow>>(`repay/payLogs?taskId=${test.id}`)).data.result;
let payments = 0;
const paid = (test: TestCase, amount: number) =>
  pay(desk.api, {
    loanItemExternalId: test.externalId,
    amount,
    providerReference: `promise-day-${++payments}`,
    paidAt: now.toISOString(),
  });

describe('the reminder on the day of a promise', () => {
  it('is one message of the system at ten by the clock of the borrower, and is logged as interaction 01', async () => {
    const here = await promised();
    const east = await promised({ zone: CANCUN, state: 'Quintana Roo' });
    const west = await promised({ zone: TIJUANA, state: 'Baja California' });
    const tomorrow = await promised({ promiseDate: '2026-11-19' });
    at('2026-11-18T14:59:59Z');
    expect(await remind()).toHaveLength(0);
    at('2026-11-18T15:00:00Z');
    expect(await remind()).toHaveLength(1);
    expect(await messagesOf(east)).toHaveLength(1);
    at('2026-11-18T16:00:05Z');
    const both = await Promise.all([remind(), remind(), remind()]);
    expect(both.flat()).toHaveLength(1);
    expect(await remind()).toHaveLength(0);
    expect(await messagesOf(west)).toHaveLength(0);
    expect(await messagesOf(tomorrow)).toHaveLength(0);
    const [message] = await messagesOf(here);
    expect(message).toMatchObject({ sender: null, status: 'QUEUED', asked: 40_000 });
    await receipt(desk.api, { idempotencyKey: `message-${message!.id}`, status: 'DELIVERED' });
    const { data } = await desk.as.ana.get<Page<object>>(`task/collectionLogs/${here.id}`);
    expect(data.result[0]).toMatchObject({ type: '01', collectionResult: 'MSS' });
    at('2026-11-18T18:00:00Z');
    expect(await remind()).toHaveLength(1);
    expect(await messagesOf(west)).toHaveLength(1);
  });

  it('asks for what is left of the promise, and comes not at all when it is kept', async () => {
    const part = await promised();
    const kept = await promised();
    at('2026-11-18T15:30:00Z');
    await paid(part, 15_000);
    await paid(kept, 40_000);
    at('2026-11-18T16:00:00Z');
    expect(await remind()).toHaveLength(1);
    expect(await messagesOf(part)).toMatchObject([{ asked: 25_000 }]);
    expect(await messagesOf(kept)).toHaveLength(0);
  });

  it('that was taken on is cancelled when the money comes before it is sent', async () => {
    const test = await promised();
    at('2026-11-18T16:00:00Z');
    await remind();
    at('2026-11-18T16:01:00Z');
    await paid(test, 40_000);
    await desk.api.get(ClaimsService).review([test.id]);
    expect(await messagesOf(test)).toMatchObject([{ status: 'CANCELLED' }]);
  });

  it('comes by the switch of the queue, and not for what was promised after ten', async () => {
    await desk.api.rows(sql`UPDATE queue SET reminder_template_id = NULL`);
    const test = await promised();
    at('2026-11-18T16:00:00Z');
    expect(await remind()).toHaveLength(0);
    const late = await promised();
    await desk.api.rows(sql`UPDATE queue SET reminder_template_id = ${desk.templates.known}`);
    at('2026-11-18T16:30:00Z');
    expect(await remind()).toHaveLength(1);
    expect(await messagesOf(test)).toHaveLength(1);
    expect(await messagesOf(late)).toHaveLength(0);
  });

  it('is judged by the guard and the limits, once', async () => {
    const held = await promised();
    await desk.api.rows(sql`
      INSERT INTO contact_hold (id, borrower_id, case_id, kind, placed_at)
      VALUES (${held.id}, ${held.borrowerId}, ${held.id}, 'DISPUTE', ${now})`);
    const written = await promised();
    for (const _ of [1, 2]) expect(await send(desk, written)).toMatchObject({ code: '00' });
    await desk.api.rows(sql`UPDATE queue SET reminder_template_id = ${desk.templates.known}`);
    at('2026-11-18T16:00:00Z');
    expect(await remind()).toHaveLength(0);
    const receipts = await desk.api.rows<{ allowed: number; actor: number | null }>(sql`
      SELECT allowed, actor_id AS actor FROM contact_receipt WHERE case_id = ${held.id} AND channel = 'SMS'`);
    expect(receipts).toEqual([{ allowed: 0, actor: null }]);
    expect(await messagesOf(written)).toHaveLength(2);
    await desk.api.rows(sql`DELETE FROM contact_hold WHERE id = ${held.id}`);
    expect(await remind()).toHaveLength(0);
    expect(await eventsOf(desk, held.id)).toEqual([]);
  });

  it('that cannot be written for want of a parameter is left out', async () => {
    await desk.api.rows(sql`UPDATE queue SET reminder_template_id = ${desk.templates.asking}`);
    const test = await promised();
    at('2026-11-18T16:00:00Z');
    expect(await remind()).toHaveLength(0);
    expect(await messagesOf(test)).toHaveLength(0);
  });
});

describe('the automatic debit on the day of a promise', () => {
  const deductionOf = async (test: TestCase) =>
    (await desk.api.rows<{ id: number }>(sql`SELECT id FROM deduction WHERE case_id = ${test.id}`))[0]!.id;
  const answer = (id: number, status: 'SUCCESS' | 'FAILED', amount: number) =>
    postSigned(desk.api, 'repay/deduct/callback', TEST_SECRETS.debitHmac, {
      ...{ eventId: `day-${id}`, chargeId: `day-${id}`, idempotencyKey: `debit-${id}`, status, amount },
      at: now.toISOString(),
    });

  it('is one of log type 3 for what is left, where the product allows it, and keeps the promise', async () => {
    const test = await promised();
    const other = await promised({ debited: false });
    await paid(test, 10_000);
    at('2026-11-18T23:59:00Z');
    expect(await debit()).toBe(0);
    at('2026-11-19T00:00:10Z');
    expect((await Promise.all([debit(), debit()])).reduce((sum, one) => sum + one, 0)).toBe(1);
    const id = await deductionOf(test);
    expect((await logsOf(test))[0]).toMatchObject({ id, type: 3, status: 0, amount: 30_000 });
    expect(await logsOf(other)).toEqual([]);
    expect(await answer(id, 'SUCCESS', 30_000)).toMatchObject({ code: '00' });
    expect(await logsOf(test)).toContainEqual(
      expect.objectContaining({ type: 3, status: 2, amount: 30_000 }),
    );
    const [promise] = await desk.api.rows(sql`SELECT status, paid FROM promise WHERE case_id = ${test.id}`);
    expect(promise).toEqual({ status: 'KEPT', paid: 40_000 });
    expect(await debit()).toBe(0);
    expect((await new ReplayService(desk.api.get(Database)).check()).differences).toEqual([]);
  });

  it('is tried once: a card without money is not asked again for the same promise', async () => {
    const test = await promised();
    at('2026-11-19T00:00:10Z');
    await debit();
    await answer(await deductionOf(test), 'FAILED', 40_000);
    expect(await debit()).toBe(0);
    expect(await logsOf(test)).toMatchObject([{ type: 3, status: 1 }]);
  });

  it('is not made when the promise was kept before, and is withdrawn when it is kept before the provider has it', async () => {
    const before = await promised();
    await paid(before, 40_000);
    const after = await promised();
    at('2026-11-19T00:00:10Z');
    expect(await debit()).toBe(1);
    await paid(after, 40_000);
    await desk.api.get(DebitsService).charge(await deductionOf(after));
    const [row] = await desk.api.rows(sql`SELECT status, reason FROM deduction WHERE case_id = ${after.id}`);
    expect(row).toEqual({ status: 1, reason: 'NOT_DUE' });
  });

  it('waits for a debit that a collector has under way', async () => {
    const test = await promised();
    const part = { taskId: test.id, amount: 5_000, clientRequestId: requestId() };
    expect(await desk.as.ana.post('task/partDeduce', part)).toMatchObject({ code: '00' });
    at('2026-11-19T00:00:10Z');
    expect(await debit()).toBe(0);
    await answer(await deductionOf(test), 'FAILED', 5_000);
    expect(await debit()).toBe(1);
  });
});
