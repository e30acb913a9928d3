import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RefundRow } from '../../../contract/money/refunds.js';
import type { Page } from '../../../contract/shared/page.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay, type CaseWish, type TestCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Org, type Person } from '../../support/org.js';
import { useServer } from '../../support/site.js';

let org: Org;
let ana: Person;
let leader: Client;
let count = 0;
const next = () => `refund-${++count}-${Date.now()}`;

const { api } = useServer();
beforeEach(async () => {
  org = await createOrg(api, `${++count}`);
  ana = await createUser(api, org, 'member');
  leader = await signedIn(api, await createUser(api, org, 'leader'));
});

const listed = async (client: Client, query = '') =>
  (await client.get<Page<RefundRow>>(`refund/list${query}`)).data.result;
const refundOf = async (test: TestCase, client = leader) =>
  (await listed(client)).find(({ taskId }) => taskId === test.id)!;

/** A case of 1,000 pesos for which 1,300 were paid: it is C50, and 300 are to go back. */
async function overpaid(wish: CaseWish = {}) {
  const test = await createCase(api, org, { ownerId: ana.id, ...wish });
  const providerReference = next();
  await pay(api, { loanItemExternalId: test.externalId, amount: 130_000, providerReference });
  return { test, providerReference };
}
const refOf = ({ id, version }: RefundRow) => ({ refundId: id, version, clientRequestId: next() });
const complete = (refund: RefundRow, client = leader, more: object = {}) =>
  client.post('refund/complete', { ...refOf(refund), reference: 'SPEI-77', voucher: 'V-1', ...more });
const reject = (refund: RefundRow, client = leader) =>
  client.post('refund/reject', { ...refOf(refund), reason: 'The payment bounced' });

const stateOf = async ({ id }: TestCase) =>
  (
    await api.rows(sql`
      SELECT status, owner_id AS ownerId, amount_due AS amountDue, reopened FROM collection_case WHERE id = ${id}`)
  )[0];
const namesOf = async ({ id }: TestCase) =>
  (
    await api.rows<{ name: string }>(sql`SELECT name FROM domain_event WHERE case_id = ${id} ORDER BY id`)
  ).map(({ name }) => name);

describe('the list of refunds', () => {
  it('shows the oldest first, by state, to the leader of the group and to administrators', async () => {
    const first = await overpaid();
    const second = await overpaid();
    const admin = await signedIn(api, await createUser(api, org, 'admin'));
    for (const client of [leader, admin])
      expect((await listed(client)).map(({ taskId }) => taskId)).toEqual([first.test.id, second.test.id]);
    const refund = await refundOf(first.test);
    expect(refund).toMatchObject({
      ...{
        status: 'OPEN',
        amount: 30_000,
        caseStatus: 'C50',
        loanId: first.test.externalId,
        decidedBy: null,
      },
    });
    await complete(refund);
    expect(await listed(leader, '?status=OPEN')).toHaveLength(1);
    expect(await listed(leader, '?status=COMPLETED')).toMatchObject([
      { id: refund.id, reference: 'SPEI-77', voucher: 'V-1', decidedBy: `leader ${leader.person.id}` },
    ]);
  });

  it('does not exist for collectors, other teams and other institutions', async () => {
    const { test } = await overpaid();
    const refund = await refundOf(test);
    const member = await signedIn(api, ana);
    expect((await member.get('refund/list')).code).toBe('20');
    expect((await complete(refund, member)).code).toBe('20');
    const strangers = [
      await createUser(api, org, 'leader', { groupId: org.otherGroupId }),
      await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId }),
    ];
    for (const stranger of strangers) {
      const client = await signedIn(api, stranger);
      expect(await listed(client)).toEqual([]);
      expect((await complete(refund, client)).code).toBe('21');
      expect((await reject(refund, client)).code).toBe('21');
    }
    expect((await refundOf(test)).status).toBe('OPEN');
  });
});

describe('a refund', () => {
  it('that is paid back leaves the case settled, once, and changes no figure', async () => {
    const { test } = await overpaid();
    const days = () => api.rows(sql`SELECT * FROM collector_day WHERE collector_id = ${ana.id}`);
    const before = await days();
    const refund = await refundOf(test);
    const body = { ...refOf(refund), reference: 'SPEI-77', voucher: 'V-1' };
    for (let time = 0; time < 2; time++)
      expect(await leader.post('refund/complete', body)).toMatchObject({ code: '00', data: { version: 2 } });
    expect(await stateOf(test)).toMatchObject({ status: 'C31', ownerId: ana.id, amountDue: 0, reopened: 0 });
    expect(await namesOf(test)).toEqual([
      'payment.posted', 'case.settled', 'refund.opened', 'refund.completed',
    ]); // prettier-ignore
    expect(await days()).toEqual(before);
    expect((await leader.post('refund/complete', { ...body, voucher: 'V-2' })).code).toBe('23');
  });

  it('of a closed case leaves it closed', async () => {
    const { test } = await overpaid({ status: 'C30' });
    expect(await stateOf(test)).toMatchObject({ status: 'C50' });
    await complete(await refundOf(test));
    expect(await stateOf(test)).toMatchObject({ status: 'C30' });
  });

  it('beside another one of the same case keeps it where it is', async () => {
    const { test } = await overpaid();
    await pay(api, { loanItemExternalId: test.externalId, amount: 5_000, providerReference: next() });
    const [first, second] = await listed(leader);
    await complete(first!);
    expect(await stateOf(test)).toMatchObject({ status: 'C50' });
    await reject(second!);
    expect(await stateOf(test)).toMatchObject({ status: 'C31' });
  });

  it('is not paid back by whoever owned the case or was credited, nor decided twice or unseen', async () => {
    const { test } = await overpaid();
    const refund = await refundOf(test);
    const credited = await createUser(api, org, 'leader');
    await api
      .get(Database)
      .run(sql`UPDATE payment SET credited_to = ${credited.id} WHERE case_id = ${test.id}`);
    await api.get(Database).run(sql`UPDATE user SET role = 'leader', queue_id = NULL WHERE id = ${ana.id}`);
    for (const person of [ana, credited])
      expect((await complete(refund, await signedIn(api, { ...person, role: 'leader' }))).code).toBe('20');
    expect(
      await leader.post('refund/complete', { ...refOf(refund), version: 9, reference: 'a', voucher: 'b' }),
    ).toMatchObject({
      ...{ code: '23', data: { inForce: { version: 1, status: 'OPEN', amount: 30_000 } } },
    });
    expect((await complete(refund, leader, { reference: ' ' })).code).toBe('22');
    expect((await complete(refund)).code).toBe('00');
    expect(await reject({ ...refund, version: 2 })).toMatchObject({
      code: '23',
      message: 'This refund has been decided already',
    });
  });

  it('is not paid back by a former owner of the case', async () => {
    const test = await createCase(api, org);
    const former = await createUser(api, org, 'member');
    for (const agentId of [former.id, ana.id])
      expect(
        (await leader.post('management/task/batchBindAgent', { taskIds: [test.id], agentId })).code,
      ).toBe('00');
    await pay(api, { loanItemExternalId: test.externalId, amount: 130_000, providerReference: next() });
    await api
      .get(Database)
      .run(sql`UPDATE user SET role = 'leader', queue_id = NULL WHERE id = ${former.id}`);
    expect((await complete(await refundOf(test), await signedIn(api, former))).code).toBe('20');
  });
});

describe('a rejected refund', () => {
  it('leaves the case settled while nothing is due', async () => {
    const { test } = await overpaid();
    expect((await reject(await refundOf(test))).code).toBe('00');
    expect(await stateOf(test)).toMatchObject({ status: 'C31', reopened: 0 });
    expect(await listed(leader)).toMatchObject([{ status: 'REJECTED', reason: 'The payment bounced' }]);
  });

  /** As long-aging cases have it: another of their loan items owes again while the refund is open. */
  const owes = async ({ loanItemId }: TestCase) => {
    await api
      .get(Database)
      .run(sql`UPDATE plan_row SET paid = 0, claimed = 0 WHERE loan_item_id = ${loanItemId}`);
  };

  it('gives the case back to its collector, and takes the settlement back, when something is due', async () => {
    const { test } = await overpaid();
    await owes(test);
    expect(await stateOf(test)).toMatchObject({ status: 'C50', amountDue: 0 });
    await reject(await refundOf(test));
    expect(await stateOf(test)).toEqual({ status: 'C10', ownerId: ana.id, amountDue: 100_000, reopened: 1 });
    expect((await namesOf(test)).slice(-2)).toEqual(['refund.rejected', 'case.reopened']);
    const [day] = await api.rows(
      sql`SELECT settled_count AS settled FROM collector_day WHERE collector_id = ${ana.id}`,
    );
    expect(day).toEqual({ settled: 0 });
  });

  it('goes to nobody when the collector has left', async () => {
    const { test } = await overpaid();
    await owes(test);
    await api.get(Database).run(sql`UPDATE user SET enabled = 0 WHERE id = ${ana.id}`);
    await reject(await refundOf(test));
    expect(await stateOf(test)).toMatchObject({ status: 'C00', ownerId: null, amountDue: 100_000 });
  });

  it('opens nothing when another case has the loan by now', async () => {
    const { test } = await overpaid();
    await owes(test);
    const other = await createCase(api, org);
    await api
      .get(Database)
      .run(sql`UPDATE collection_case SET loan_item_id = ${test.loanItemId} WHERE id = ${other.id}`);
    await reject(await refundOf(test));
    expect(await stateOf(test)).toMatchObject({ status: 'C31', reopened: 0 });
  });
});

it('leaves nothing for the replay to complain of', async () => {
  const report = await new ReplayService(api.get(Database)).check();
  expect(report.events).toBeGreaterThan(20);
  expect(report.differences).toEqual([]);
});
