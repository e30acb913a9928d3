import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BoardReplay, BoardSeats } from '../../../contract/team/boards.js';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import { Lender } from '../loans/lender.js';
import { ask, caseOf, createMoneyDesk, stateOf, type MoneyDesk } from '../repayment-codes/desk.js';

let desk: MoneyDesk;
let lender: Lender;

beforeAll(async () => {
  desk = await createMoneyDesk();
  lender = new Lender(desk);
});
afterAll(() => desk.close());

interface PromiseRow {
  id: number;
  status: string;
  paid: number;
  collectorId: number;
  isOver: number;
}
const AMOUNT = 50_000;

const promisesOf = (test: TestCase) =>
  desk.api.rows<PromiseRow>(sql`
    SELECT id, status, paid, collector_id AS collectorId, settled_at IS NOT NULL AS isOver FROM promise
    WHERE case_id = ${test.id} ORDER BY id`);

async function promised(test: TestCase, amount = AMOUNT): Promise<void> {
  const { code } = await ask(desk.as.ana, 'task/record', {
    taskId: test.id,
    callResult: 'PTP',
    promiseAmount: amount,
  });
  expect(code).toBe('00');
}
/** Its last day ends now. */
const overNow = (test: TestCase) =>
  desk.api.rows(sql`UPDATE promise SET deadline_at = ${new Date()} WHERE case_id = ${test.id}`);

/** A till takes its money until tomorrow. */
async function payableAtTill(test: TestCase): Promise<void> {
  const wish = { taskId: test.id, payChannel: 'OXXO' };
  expect((await ask(desk.as.ana, 'repay/repaymentCode/update/new', wish)).code).toBe('00');
  await desk.api.rows(sql`
    UPDATE repayment_code SET status = 'ACTIVE', expires_at = ${new Date(Date.now() + 86_400_000)}
    WHERE case_id = ${test.id}`);
}

/** A case with a promise of half of its due that one payment kept. */
async function kept(paid = AMOUNT): Promise<{ test: TestCase; payment: string }> {
  const test = await caseOf(desk);
  await promised(test);
  return { test, payment: await lender.paid(test, paid) };
}

describe('money taken back before the last day of a promise is over', () => {
  it('opens the promise again, in C20, and leaves its credit where it was', async () => {
    const { test, payment } = await kept(47_500);
    expect(await promisesOf(test)).toMatchObject([{ status: 'KEPT', paid: 47_500, isOver: 1 }]);
    expect((await stateOf(desk, test)).status).toBe('C10');
    await lender.takenBack(payment, 47_500);
    const [promise] = await promisesOf(test);
    expect(promise).toMatchObject({ status: 'OPEN', paid: 0, isOver: 0, collectorId: desk.ana.id });
    expect(await stateOf(desk, test)).toEqual({ status: 'C20', amountDue: test.amount });
    const { data } = await desk.as.ana.get<CaseInfo>(`task/info/${test.id}`);
    expect(data).toMatchObject({ status: 'C20', promise: { amount: AMOUNT } });
    expect(await lender.eventsOf(test.id, 'promise.reopened')).toEqual([
      expect.objectContaining({
        promiseId: promise!.id,
        collectorId: desk.ana.id,
        paid: 0,
        statusAfter: 'C20',
      }),
    ]);
    expect(await lender.eventsOf(test.id, 'payment.reversed')).toMatchObject([
      { creditedTo: desk.ana.id, statusAfter: 'C20' },
    ]);
  });

  it('leaves a promise kept that still has 95 %', async () => {
    const { test, payment } = await kept();
    await lender.takenBack(payment, 2_500);
    expect(await promisesOf(test)).toMatchObject([{ status: 'KEPT', paid: 47_500 }]);
    expect((await stateOf(desk, test)).status).toBe('C10');
  });

  it('is kept again by the next payment, and broken when its day ends without one', async () => {
    const again = await kept();
    await lender.takenBack(again.payment, AMOUNT);
    await lender.paid(again.test, AMOUNT);
    expect(await promisesOf(again.test)).toMatchObject([{ status: 'KEPT', paid: AMOUNT }]);
    const never = await kept();
    await lender.takenBack(never.payment, AMOUNT - 1);
    expect(await promisesOf(never.test)).toMatchObject([{ status: 'OPEN', paid: 1 }]);
    await overNow(never.test);
    await desk.api.get(PromisesService).reconcile();
    expect(await promisesOf(never.test)).toMatchObject([{ status: 'PARTIAL', paid: 1 }]);
    expect((await stateOf(desk, never.test)).status).toBe('C10');
  });

  it('brings a settled case back as promised', async () => {
    const { test, payment } = await kept(100_000);
    expect(await stateOf(desk, test)).toEqual({ status: 'C31', amountDue: 0 });
    await lender.takenBack(payment, 80_000);
    expect(await stateOf(desk, test)).toEqual({ status: 'C20', amountDue: 80_000 });
    expect(await promisesOf(test)).toMatchObject([{ status: 'OPEN', paid: 20_000 }]);
    expect(await lender.eventsOf(test.id, 'case.reopened')).toMatchObject([{ statusAfter: 'C20' }]);
  });

  it('lets the newer promise of the case stand', async () => {
    const { test, payment } = await kept();
    await promised(test, 30_000);
    await lender.takenBack(payment, AMOUNT);
    expect(await promisesOf(test)).toMatchObject([{ status: 'SUPERSEDED' }, { status: 'OPEN', paid: 0 }]);
    expect((await stateOf(desk, test)).status).toBe('C20');
    expect(await lender.eventsOf(test.id, 'promise.reopened')).toEqual([]);
  });

  it('opens the newest of two that one payment had kept', async () => {
    const { test, payment } = await kept(48_000);
    await promised(test, 20_000);
    const second = await lender.paid(test, 19_500);
    expect(await promisesOf(test)).toMatchObject([{ status: 'KEPT' }, { status: 'KEPT' }]);
    await lender.takenBack(second, 19_500);
    expect(await promisesOf(test)).toMatchObject([{ status: 'KEPT' }, { status: 'OPEN', paid: 0 }]);
    await lender.takenBack(payment, 48_000);
    expect(await promisesOf(test)).toMatchObject([{ status: 'SUPERSEDED' }, { status: 'OPEN', paid: 0 }]);
    expect((await stateOf(desk, test)).status).toBe('C20');
  });

  it('ends the promise of a case that was withdrawn meanwhile', async () => {
    const { test, payment } = await kept();
    const withdrawn = await desk.as.leader.post(`management/task/withdraw/${test.id}`, { reason: 'DISPUTE' });
    expect(withdrawn.code).toBe('00');
    await lender.takenBack(payment, AMOUNT);
    expect(await promisesOf(test)).toMatchObject([{ status: 'CANCELLED', paid: 0 }]);
    expect(await stateOf(desk, test)).toEqual({ status: 'C40', amountDue: test.amount });
  });

  it('counts for nobody on the board until the promise ends', async () => {
    const { test, payment } = await kept();
    const figures = async () => {
      const { data } = await desk.as.leader.get<BoardSeats>('dashboard/personal');
      const { data: past } = await desk.as.leader.get<BoardReplay>(`dashboard/replay?cut=${data.cut}`);
      const of = (kept: BoardSeats['kept']) => kept.find(({ collectorId }) => collectorId === desk.ana.id);
      return [of(data.kept), of(past.seats.kept)];
    };
    const [before, replayed] = await figures();
    expect(replayed).toEqual(before);
    await lender.takenBack(payment, AMOUNT);
    expect((await promisesOf(test))[0]).toMatchObject({ status: 'OPEN' });
    const less = { ...before!, kept: before!.kept - 1, judged: before!.judged - 1 };
    expect(await figures()).toEqual([less, less]);
  });
});

describe('money taken back after the last day', () => {
  it.each([
    [AMOUNT, 'BROKEN'],
    [AMOUNT - 100, 'PARTIAL'],
  ])('judges the promise again: %i makes it %s', async (amount, outcome) => {
    const { test, payment } = await kept();
    await overNow(test);
    await lender.takenBack(payment, amount);
    expect(await promisesOf(test)).toMatchObject([{ status: outcome, paid: AMOUNT - amount }]);
    expect((await stateOf(desk, test)).status).toBe('C10');
  });

  it('opens it again while a code for a till gives it one day more', async () => {
    const { test, payment } = await kept();
    await payableAtTill(test);
    await overNow(test);
    await lender.takenBack(payment, AMOUNT);
    expect(await promisesOf(test)).toMatchObject([{ status: 'OPEN', paid: 0 }]);
    await desk.api.get(PromisesService).reconcile();
    expect(await promisesOf(test)).toMatchObject([{ status: 'OPEN' }]);
    expect(await lender.eventsOf(test.id, 'promise.graceGiven')).toHaveLength(1);
  });
});

describe('a code for a till', () => {
  it('lets money of the day of grace count before the sweep has given that day', async () => {
    const test = await caseOf(desk);
    await promised(test);
    await payableAtTill(test);
    await overNow(test);
    await lender.paid(test, AMOUNT);
    expect(await promisesOf(test)).toMatchObject([{ status: 'KEPT', paid: AMOUNT }]);
  });

  it('that is made when a promise was broken already does not open it again', async () => {
    const test = await caseOf(desk);
    await promised(test);
    const before = new Date();
    await overNow(test);
    await desk.api.get(PromisesService).reconcile();
    expect(await promisesOf(test)).toMatchObject([{ status: 'BROKEN' }]);
    await payableAtTill(test);
    await lender.paid(test, 10_000, { paidAt: before.toISOString() });
    expect(await promisesOf(test)).toMatchObject([{ status: 'PARTIAL', paid: 10_000, isOver: 1 }]);
    expect((await stateOf(desk, test)).status).toBe('C10');
  });
});

it('keeps the promise of a settled case that was opened again when the loan’s next one was settled, too', async () => {
  const test = await caseOf(desk, { later: [[60_000, 10]] });
  const first = await lender.paid(test, test.amount);
  await lender.move(test.loanItemId, 2, -1);
  await lender.night();
  await lender.paid(test, 60_000);
  await lender.takenBack(first, 1_000);
  expect((await lender.casesOf(test.loanItemId)).map(({ status }) => status)).toEqual(['C10', 'C31']);
  await promised(test, 1_000);
  await lender.paid(test, 1_000);
  expect(await promisesOf(test)).toMatchObject([{ status: 'KEPT', paid: 1_000 }]);
  expect((await stateOf(desk, test)).status).toBe('C31');
});
