import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RefundRow } from '../../../contract/money/refunds.js';
import type { Page } from '../../../contract/shared/page.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay, type CaseWish, type TestCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Org, type Person } from '../../support/org.js';
import { useServer } from '../../support/site.js';
import { moneyOf } from './ledger.js';

let org: Org;
let ana: Person;
let leader: Client;
let count = 0;
const next = () => `back-${++count}-${Date.now()}`;

const { api } = useServer();
beforeEach(async () => {
  org = await createOrg(api, `${++count}`);
  ana = await createUser(api, org, 'member');
  leader = await signedIn(api, await createUser(api, org, 'leader'));
});

const refundsOf = async (test: TestCase) =>
  (await leader.get<Page<RefundRow>>('refund/list')).data.result.filter(({ taskId }) => taskId === test.id);
const complete = ({ id, version }: RefundRow, more: object = {}) =>
  leader.post('refund/complete', {
    ...{ refundId: id, version, clientRequestId: next(), reference: 'SPEI-77', voucher: 'V-1' },
    ...more,
  });
const reject = ({ id, version }: RefundRow) =>
  leader.post('refund/reject', { refundId: id, version, clientRequestId: next(), reason: 'No' });

async function paid(test: TestCase, amount: number): Promise<string> {
  const providerReference = next();
  const answer = await pay(api, { loanItemExternalId: test.externalId, amount, providerReference });
  expect(answer.code).toBe('00');
  return providerReference;
}
async function takenBack(originalReference: string, amount: number): Promise<void> {
  const message = { type: 'REVERSAL', originalReference, amount, providerReference: next() };
  expect((await pay(api, message)).code).toBe('00');
}

/** A case of 1,000 pesos for which 1,300 were paid: it is C50, and 300 are to go back. */
async function overpaid(wish: CaseWish = {}) {
  const test = await createCase(api, org, { ownerId: ana.id, ...wish });
  return { test, reference: await paid(test, 130_000) };
}

const stateOf = async ({ id }: TestCase) =>
  (
    await api.rows(sql`
      SELECT status, owner_id AS ownerId, amount_due AS amountDue, reopened FROM collection_case WHERE id = ${id}`)
  )[0];
const eventsOf = ({ id }: TestCase, like: string) =>
  api
    .rows<{ name: string; payload: string }>(
      sql`SELECT name, payload FROM domain_event WHERE case_id = ${id} AND name LIKE ${like} ORDER BY id`,
    )
    .then((rows) => rows.map(({ name, payload }) => ({ name, ...(JSON.parse(payload) as object) })));
const rowsPaid = async ({ loanItemId }: TestCase) =>
  (
    await api.rows<{ paid: number }>(
      sql`SELECT paid FROM plan_row WHERE loan_item_id = ${loanItemId} ORDER BY period`,
    )
  ).map(({ paid: of }) => of);
const receivedBy = async ({ id }: Person) =>
  (
    await api.rows<{ received: number }>(sql`
    SELECT received_amount AS received FROM collector_day WHERE collector_id = ${id}`)
  )[0]!.received;

describe('a reversal of what waits to be refunded', () => {
  it('of all gives the case back to its collector, and nothing is left to pay out', async () => {
    const { test, reference } = await overpaid();
    const [before] = await refundsOf(test);
    await takenBack(reference, 130_000);
    expect(await stateOf(test)).toEqual({ status: 'C10', ownerId: ana.id, amountDue: 100_000, reopened: 1 });
    expect(await refundsOf(test)).toMatchObject([
      { status: 'TAKEN_BACK', amount: 0, takenBack: 30_000, version: 2 },
    ]);
    expect(await eventsOf(test, 'refund.reduced')).toMatchObject([
      { amount: 30_000, left: 0, statusBefore: 'C50', statusAfter: 'C10' },
    ]);
    expect(await receivedBy(ana)).toBe(0);
    const inForce = { version: 2, status: 'TAKEN_BACK', amount: 0 };
    expect(await complete(before!)).toMatchObject({ code: '23', data: { inForce } });
    expect(await complete({ ...before!, version: 2 })).toMatchObject({ code: '23', data: { inForce } });
    expect(await stateOf(test)).toMatchObject({ status: 'C10', amountDue: 100_000 });
  });

  it('goes to nobody when the collector has left', async () => {
    const { test, reference } = await overpaid();
    await api.get(Database).run(sql`UPDATE user SET enabled = 0 WHERE id = ${ana.id}`);
    await takenBack(reference, 130_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C00', ownerId: null, amountDue: 100_000 });
  });

  it('of the over part alone leaves the plan as it is, and the case settled', async () => {
    const { test, reference } = await overpaid({ later: [[40_000, 20]], periods: [60_000] });
    expect(await rowsPaid(test)).toEqual([60_000, 40_000]);
    await takenBack(reference, 10_000);
    expect(await rowsPaid(test)).toEqual([60_000, 40_000]);
    expect(await refundsOf(test)).toMatchObject([{ status: 'OPEN', amount: 20_000, takenBack: 10_000 }]);
    expect(await stateOf(test)).toMatchObject({ status: 'C50', amountDue: 0 });
    await takenBack(reference, 20_000);
    expect(await rowsPaid(test)).toEqual([60_000, 40_000]);
    expect(await stateOf(test)).toEqual({ status: 'C31', ownerId: ana.id, amountDue: 0, reopened: 0 });
    expect(await receivedBy(ana)).toBe(60_000);
  });

  it('of another payment of the loan takes the refund first, too', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const first = await paid(test, 100_000);
    const second = await paid(test, 30_000);
    await takenBack(first, 100_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C10', amountDue: 70_000 });
    expect(await refundsOf(test)).toMatchObject([{ status: 'TAKEN_BACK', amount: 0 }]);
    expect(await receivedBy(ana)).toBe(0);
    // Its money pays the plan by now.
    await takenBack(second, 30_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C10', amountDue: 100_000 });
    expect(await rowsPaid(test)).toEqual([0]);
    expect(await moneyOf(api, test)).toMatchObject({ received: 0, balanced: true });
  });

  it('of what was rejected takes it where it was held', async () => {
    const { test, reference } = await overpaid();
    await reject((await refundsOf(test))[0]!);
    expect(await stateOf(test)).toMatchObject({ status: 'C31' });
    await takenBack(reference, 50_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C10', amountDue: 20_000 });
    expect(await refundsOf(test)).toMatchObject([{ status: 'REJECTED', amount: 0, takenBack: 30_000 }]);
  });

  it('leaves a closed case closed', async () => {
    const { test, reference } = await overpaid({ status: 'C30' });
    await takenBack(reference, 130_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C30', reopened: 0 });
  });
});

it('a refund is paid back whole or not at all', async () => {
  const { test, reference } = await overpaid();
  await takenBack(reference, 10_000);
  const [refund] = await refundsOf(test);
  const inForce = { version: 2, status: 'OPEN', amount: 20_000 };
  expect(await complete(refund!, { amount: 30_000 })).toMatchObject({ code: '23', data: { inForce } });
  expect((await complete(refund!, { amount: 20_000 })).code).toBe('00');
});

describe('a reversal of what was paid out', () => {
  it('opens a receivable and leaves the plan as it is', async () => {
    const { test, reference } = await overpaid();
    await complete((await refundsOf(test))[0]!);
    await takenBack(reference, 10_000);
    expect(await rowsPaid(test)).toEqual([100_000]);
    expect(await stateOf(test)).toMatchObject({ status: 'C31', amountDue: 0 });
    expect(await refundsOf(test)).toMatchObject([
      { status: 'COMPLETED', amount: 30_000, receivable: { status: 'OPEN', amount: 10_000, left: 10_000 } },
    ]);
    await takenBack(reference, 120_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C10', ownerId: ana.id, amountDue: 100_000 });
    expect(await refundsOf(test)).toMatchObject([
      { receivable: { status: 'OPEN', amount: 30_000, left: 30_000 } },
    ]);
    expect(await eventsOf(test, 'receivable.%')).toMatchObject([
      { name: 'receivable.opened', amount: 10_000, left: 10_000 },
      { name: 'receivable.opened', amount: 20_000, left: 30_000 },
    ]);
    expect(await moneyOf(api, test)).toMatchObject({
      received: 0,
      paidOut: 30_000,
      receivable: 30_000,
      balanced: true,
    });
  });

  it('is closed by money that comes after what is due, and open again when that is taken back', async () => {
    const { test, reference } = await overpaid({ periods: [60_000], later: [[40_000, 20]] });
    await complete((await refundsOf(test))[0]!);
    await takenBack(reference, 130_000);
    expect(await stateOf(test)).toMatchObject({ status: 'C10', amountDue: 60_000 });
    const again = await paid(test, 100_000);
    expect(await rowsPaid(test)).toEqual([60_000, 10_000]);
    expect(await refundsOf(test)).toMatchObject([{ receivable: { status: 'PAID', left: 0 } }]);
    expect(await receivedBy(ana)).toBe(60_000);
    await takenBack(again, 15_000);
    expect(await refundsOf(test)).toMatchObject([{ receivable: { status: 'OPEN', left: 15_000 } }]);
    expect(await rowsPaid(test)).toEqual([60_000, 10_000]);
    await takenBack(again, 85_000);
    expect(await refundsOf(test)).toMatchObject([{ receivable: { status: 'OPEN', left: 30_000 } }]);
    expect(await moneyOf(api, test)).toMatchObject({
      received: 0,
      rows: 0,
      receivable: 30_000,
      balanced: true,
    });
    expect(await receivedBy(ana)).toBe(0);
  });
});

it('leaves nothing for the replay to complain of', async () => {
  const report = await new ReplayService(api.get(Database)).check();
  expect(report.events).toBeGreaterThan(20);
  expect(report.differences).toEqual([]);
});
