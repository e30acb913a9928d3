import { beforeEach, describe, expect, it } from '@jest/globals';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { ScoreCard } from '../../../contract/team/boards.js';
import { agentTo } from '../../support/http.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Org, type Person } from '../../support/org.js';
import { postSigned } from '../../support/signed.js';
import { useServer } from '../../support/site.js';
import { TEST_SECRETS } from '../../support/stack.js';

let org: Org;
let ana: Person;
let browser: Client;
let reference = 0;
const next = () => `ref-${++reference}-${Date.now()}`;

const { api } = useServer();
beforeEach(async () => {
  org = await createOrg(api, `${++reference}`);
  ana = await createUser(api, org, 'member');
  browser = await signedIn(api, ana);
});

async function card(): Promise<ScoreCard> {
  const { body } = await browser.agent.get('/api/achievementBoard/queryAgentAchievement');
  return body as ScoreCard;
}
async function stateOf(test: TestCase) {
  const [row] = await api.rows<{ status: string; amountDue: number; paid: number; loanStatus: number }>(sql`
    SELECT c.status, c.amount_due AS amountDue, li.loan_status AS loanStatus,
      CAST((SELECT SUM(paid) FROM plan_row p WHERE p.loan_item_id = li.id) AS SIGNED) AS paid
    FROM collection_case c JOIN loan_item li ON li.id = c.loan_item_id WHERE c.id = ${test.id}`);
  return row;
}
const namesOf = async (test: TestCase) =>
  (
    await api.rows<{ name: string }>(
      sql`SELECT name FROM domain_event WHERE case_id = ${test.id} ORDER BY id`,
    )
  ).map((row) => row.name);

async function promiseOf(test: TestCase, amount: number, more: { deadlineAt?: Date; status?: string } = {}) {
  const id = await api.get(Ids).take();
  const created = new Date(Date.now() - 3_600_000);
  const deadline = more.deadlineAt ?? new Date(Date.now() + 3_600_000);
  await api.get(Database).run(sql`
    INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
    VALUES (${id}, ${test.id}, ${ana.id}, ${amount}, '2026-11-21', ${deadline}, ${more.status ?? 'OPEN'}, ${created})`);
  if (!more.status) {
    await api.get(Database).run(sql`
      UPDATE collection_case SET status = 'C20', promise_id = ${id}, promise_amount = ${amount} WHERE id = ${test.id}`);
  }
  return id;
}

describe('a payment', () => {
  it('that is partial lowers the due and counts on the card', async () => {
    const test = await createCase(api, org, { ownerId: ana.id, periods: [60_000, 40_000] });
    const answer = await pay(api, {
      loanItemExternalId: test.externalId,
      amount: 70_000,
      providerReference: next(),
    });
    expect(answer).toMatchObject({ status: 200, code: '00', data: { repeated: false } });
    expect(await stateOf(test)).toEqual({ status: 'C01', amountDue: 30_000, paid: 70_000, loanStatus: 40 });
    expect(await card()).toMatchObject({
      taskCount: 1,
      actualReceivedAmount: 70_000,
      payableAmount: 100_000,
      settleTaskCount: 0,
    });
    expect(await namesOf(test)).toEqual(['payment.posted']);
  });

  it('that brings the due to zero settles case and loan', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 100_000, providerReference: next() });
    expect(await stateOf(test)).toEqual({ status: 'C31', amountDue: 0, paid: 100_000, loanStatus: 50 });
    expect(await card()).toMatchObject({ settleTaskCount: 1, settleTaskRate: 1, actualReceivedRate: 1 });
  });

  it('that is too much settles the case and opens a refund', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    await pay(api, { loanItemExternalId: test.externalId, amount: 130_000, providerReference: next() });
    expect(await stateOf(test)).toMatchObject({ status: 'C50', amountDue: 0, paid: 100_000 });
    expect(await api.rows(sql`SELECT amount FROM refund WHERE case_id = ${test.id}`)).toEqual([
      { amount: 30_000 },
    ]);
    expect(await namesOf(test)).toEqual(['payment.posted', 'case.settled', 'refund.opened']);
  });

  it('is posted once, however often and however parallel it is delivered', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const message = { loanItemExternalId: test.externalId, amount: 10_000, providerReference: next() };
    const answers = await Promise.all(Array.from({ length: 25 }, () => pay(api, message)));
    expect(new Set(answers.map((answer) => answer.data.paymentId)).size).toBe(1);
    expect(answers.filter((answer) => !answer.data.repeated)).toHaveLength(1);
    expect(await stateOf(test)).toMatchObject({ amountDue: 90_000 });
    expect(await card()).toMatchObject({ actualReceivedAmount: 10_000 });
  });

  it('refuses the same reference with other contents, an unknown loan item, and bad fields', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const message = { loanItemExternalId: test.externalId, amount: 10_000, providerReference: next() };
    await pay(api, message);
    expect(await pay(api, { ...message, amount: 20_000 })).toMatchObject({ status: 200, code: '23' });
    expect(
      await pay(api, { ...message, loanItemExternalId: 'nobody', providerReference: next() }),
    ).toMatchObject({ code: '21' });
    const refused = await pay(api, { ...message, amount: -5, providerReference: 'x' });
    expect(refused.code).toBe('22');
    expect(
      (refused.data as unknown as { fields: { field: string }[] }).fields.map((field) => field.field),
    ).toEqual(['providerReference', 'amount']);
    expect(await stateOf(test)).toMatchObject({ amountDue: 90_000 });
  });

  it('with a forged or missing signature changes nothing', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const message = { loanItemExternalId: test.externalId, amount: 10_000, providerReference: next() };
    expect(await pay(api, message, 'another secret')).toMatchObject({ code: '20' });
    const bare = await agentTo(api.url).post('/api/payment/callback').send(message);
    expect(bare.body).toMatchObject({ code: '20' });
    expect(await stateOf(test)).toMatchObject({ amountDue: 100_000 });
  });

  it('keeps a promise as soon as 95 % is there, and the case goes on with what is left', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const promiseId = await promiseOf(test, 50_000);
    await pay(api, { loanItemExternalId: test.externalId, amount: 30_000, providerReference: next() });
    expect(await stateOf(test)).toMatchObject({ status: 'C20' });
    await pay(api, { loanItemExternalId: test.externalId, amount: 17_500, providerReference: next() });
    expect(await stateOf(test)).toMatchObject({ status: 'C10', amountDue: 52_500 });
    expect(await api.rows(sql`SELECT status, paid FROM promise WHERE id = ${promiseId}`)).toEqual([
      { status: 'KEPT', paid: 47_500 },
    ]);
  });

  it('that is back-dated turns a broken promise into a kept one and leaves the case where it is', async () => {
    const test = await createCase(api, org, { ownerId: ana.id, status: 'C10' });
    const promiseId = await promiseOf(test, 50_000, {
      deadlineAt: new Date(Date.now() - 60_000),
      status: 'BROKEN',
    });
    const paidAt = new Date(Date.now() - 600_000).toISOString();
    await pay(api, {
      loanItemExternalId: test.externalId,
      amount: 50_000,
      providerReference: next(),
      paidAt,
    });
    expect(await api.rows(sql`SELECT status FROM promise WHERE id = ${promiseId}`)).toEqual([
      { status: 'KEPT' },
    ]);
    expect(await stateOf(test)).toMatchObject({ status: 'C10' });
  });

  it('meeting a live promise counts for who took it when the case moved today', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    await promiseOf(test, 50_000);
    const luis = await createUser(api, org, 'member');
    await api.get(Database).run(sql`
      UPDATE collection_case SET owner_id = ${luis.id}, moved_at = NOW(3) WHERE id = ${test.id}`);
    await pay(api, { loanItemExternalId: test.externalId, amount: 50_000, providerReference: next() });
    expect(await card()).toMatchObject({ actualReceivedAmount: 50_000 });
  });
});

describe('a reversal', () => {
  it('debits who was credited and opens the case again', async () => {
    const test = await createCase(api, org, { ownerId: ana.id, periods: [60_000, 40_000] });
    const original = next();
    await pay(api, { loanItemExternalId: test.externalId, amount: 100_000, providerReference: original });
    const reversal = {
      type: 'REVERSAL',
      originalReference: original,
      amount: 100_000,
      providerReference: next(),
    };
    expect(await pay(api, reversal)).toMatchObject({ code: '00', data: { repeated: false } });
    expect(await pay(api, reversal)).toMatchObject({ code: '00', data: { repeated: true } });
    expect(await stateOf(test)).toEqual({ status: 'C10', amountDue: 100_000, paid: 0, loanStatus: 40 });
    expect(await card()).toMatchObject({ actualReceivedAmount: 0, settleTaskCount: 0, taskCount: 1 });
  });

  it('takes back no more than was paid, and nothing that was never paid', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const original = next();
    await pay(api, { loanItemExternalId: test.externalId, amount: 50_000, providerReference: original });
    const part = { type: 'REVERSAL', originalReference: original, amount: 30_000 };
    expect(await pay(api, { ...part, providerReference: next() })).toMatchObject({ code: '00' });
    expect(await pay(api, { ...part, providerReference: next() })).toMatchObject({ code: '23' });
    expect(
      await pay(api, { ...part, originalReference: 'never-seen', providerReference: next() }),
    ).toMatchObject({ code: '21' });
    expect(await stateOf(test)).toMatchObject({ amountDue: 80_000, paid: 20_000 });
  });
});

it('leaves nothing for the replay to complain of', async () => {
  const report = await new ReplayService(api.get(Database)).check();
  expect(report.events).toBeGreaterThan(20);
  expect(report.differences).toEqual([]);
});

describe('a visit of a payment page', () => {
  const visit = (message: Record<string, unknown>, secret = TEST_SECRETS.paymentHmac) =>
    postSigned(api, 'payment/pageVisit', secret, message);
  const shown = async (test: TestCase) => {
    const { data } = await browser.get(`task/info/${test.id}`);
    return (data as { lastRepaymentPageVisit: string | null }).lastRepaymentPageVisit;
  };

  it('is shown on the case, the latest one, and told once', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    expect(await shown(test)).toBeNull();
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const [late, early] = [at(5), at(60)];
    for (const visitedAt of [late, late, early])
      expect(await visit({ loanItemExternalId: test.externalId, visitedAt })).toMatchObject({ code: '00' });
    expect(await shown(test)).toBe(late);
    expect((await namesOf(test)).filter((name) => name === 'payment.pageVisited')).toHaveLength(1);
  });

  it('of a clock that runs ahead counts as one of now', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    await visit({
      loanItemExternalId: test.externalId,
      visitedAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(Date.parse((await shown(test))!)).toBeLessThanOrEqual(Date.now());
  });

  it('of an unknown loan, or without the right signature, is refused', async () => {
    const test = await createCase(api, org, { ownerId: ana.id });
    const visitedAt = new Date().toISOString();
    expect(await visit({ loanItemExternalId: 'nobody-knows', visitedAt })).toMatchObject({ code: '21' });
    expect(await visit({ loanItemExternalId: test.externalId, visitedAt }, 'another secret')).toMatchObject({
      code: '20',
    });
    expect(await shown(test)).toBeNull();
  });
});
