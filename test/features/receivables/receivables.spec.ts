import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Receivable } from '../../../contract/money/receivables.js';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import type { RefundRow } from '../../../contract/money/refunds.js';
import type { Page } from '../../../contract/shared/page.js';
import type { RepayStatistics } from '../../../contract/team/statistics.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { useServer } from '../../support/site.js';
import { moneyOf } from '../refunds/ledger.js';

let org: Org;
let leader: Client;
let admin: Client;
let ana: Client;
let test: TestCase;
let count = 0;
const next = () => `owed-${++count}-${Date.now()}`;

const { api } = useServer();

/** 300 pesos were over and paid out, and their payment was taken back: all 1,000 of the loan are due again. */
beforeEach(async () => {
  org = await createOrg(api, `${++count}`);
  leader = await signedIn(api, await createUser(api, org, 'leader'));
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  ana = await signedIn(api, await createUser(api, org, 'member'));
  test = await createCase(api, org, { ownerId: ana.person.id });
  const providerReference = next();
  await pay(api, { loanItemExternalId: test.externalId, amount: 130_000, providerReference });
  const { id, version } = await refund();
  const said = { reference: 'SPEI-77', voucher: 'V-1', clientRequestId: next() };
  expect((await leader.post('refund/complete', { refundId: id, version, ...said })).code).toBe('00');
  const back = { type: 'REVERSAL', originalReference: providerReference, amount: 130_000 };
  expect((await pay(api, { ...back, providerReference: next() })).code).toBe('00');
});

async function refund(client = leader): Promise<RefundRow> {
  return (await client.get<Page<RefundRow>>('refund/list')).data.result[0]!;
}
const receivable = async (client = leader): Promise<Receivable> => (await refund(client)).receivable!;
const ask = ({ id, version }: Receivable, client = leader) =>
  client.post('receivable/askWriteOff', {
    ...{ receivableId: id, version, clientRequestId: next(), reason: 'The borrower is gone' },
  });
const decide = ({ id, version }: Receivable, client: Client, approve = true) =>
  client.post('receivable/decideWriteOff', {
    ...{ receivableId: id, version, clientRequestId: next(), approve, answer: 'Seen' },
  });

describe('a receivable', () => {
  it('is written off by two people, and stays in the sum of the loan', async () => {
    expect(await receivable()).toMatchObject({ status: 'OPEN', left: 30_000, askedBy: null, mine: false });
    expect((await ask(await receivable())).code).toBe('00');
    expect(await receivable()).toMatchObject({ version: 2, mine: true, reason: 'The borrower is gone' });
    expect(await receivable(admin)).toMatchObject({ mine: false });
    expect(await decide(await receivable(), leader)).toMatchObject({ code: '20' });
    expect((await decide(await receivable(), admin)).code).toBe('00');
    expect(await receivable()).toMatchObject({
      ...{ status: 'WRITTEN_OFF', left: 0, answer: 'Seen', decidedBy: `admin ${admin.person.id}` },
    });
    const money = { received: 0, paidOut: 30_000, receivable: 30_000, balanced: true };
    expect(await moneyOf(api, test)).toMatchObject(money);
    expect(await decide(await receivable(), admin)).toMatchObject({
      ...{ code: '23', data: { inForce: { status: 'WRITTEN_OFF', left: 0 } } },
    });
    const names = await api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${test.id} AND name LIKE 'receivable.%' ORDER BY id`);
    expect(names.map(({ name }) => name)).toEqual([
      'receivable.opened', 'receivable.writeOffAsked', 'receivable.writtenOff',
    ]); // prettier-ignore
  });

  it('that another person keeps may be asked for again', async () => {
    await ask(await receivable());
    expect(await ask(await receivable(), admin)).toMatchObject({ code: '23' });
    expect((await decide(await receivable(), admin, false)).code).toBe('00');
    expect(await receivable()).toMatchObject({ status: 'OPEN', left: 30_000, askedBy: null, answer: 'Seen' });
    expect((await decide(await receivable(), admin)).code).toBe('23');
    expect((await ask(await receivable(), admin)).code).toBe('00');
    expect((await decide(await receivable(), leader)).code).toBe('00');
  });

  it('is not decided by who is tied to who asks', async () => {
    await ask(await receivable());
    await api.rows(sql`
      INSERT INTO domain_event (name, subject_type, subject_id, actor_id, payload, effective_at, recorded_at)
      VALUES ('user.passwordReset', 'user', ${leader.person.id}, ${admin.person.id}, '{}', NOW(3), NOW(3))`);
    expect(await decide(await receivable(), admin)).toMatchObject({
      ...{ code: '20', message: expect.stringContaining('two people') },
    });
  });

  it('that money has made less in the meantime is decided by what is left', async () => {
    await ask(await receivable());
    const seen = await receivable();
    const message = { loanItemExternalId: test.externalId, amount: 110_000, providerReference: next() };
    expect((await pay(api, message)).code).toBe('00');
    expect(await decide(seen, admin)).toMatchObject({ code: '23', data: { inForce: { left: 20_000 } } });
    expect(await receivable()).toMatchObject({ status: 'OPEN', left: 20_000, askedBy: null });
  });

  it('is shown on its case and in the statistics, and neither claimed nor asked for', async () => {
    const shown = async (client: Client) => {
      const { data } = await client.get<CaseInfo>(`task/info/${test.id}`);
      const { data: day } = await client.get<RepayStatistics>('repay/statistics/');
      return [data.amount, data.receivableAmount, day.receivableAmount, day.receivableCount];
    };
    expect(await shown(leader)).toEqual([100_000, 30_000, 30_000, 1]);
    const stranger = await createUser(api, org, 'leader', { groupId: org.otherGroupId });
    const { data } = await (await signedIn(api, stranger)).get<RepayStatistics>('repay/statistics/');
    expect(data).toMatchObject({ receivableAmount: 0, receivableCount: 0 });
    const { data: owner } = await ana.get<CaseInfo>(`task/info/${test.id}`);
    expect(owner).toMatchObject({ status: 'C10', amount: 100_000, receivableAmount: 30_000 });
    const code = { taskId: test.id, payChannel: 'SPEI', clientRequestId: next() };
    expect((await ana.post('repay/repaymentCode/update/new', { ...code, amount: 100_001 })).code).toBe('22');
    const promise = {
      taskId: test.id,
      contactType: 'CALL',
      callStatus: 'CONNECTED',
      callResult: 'PTP',
      notes: '',
    };
    const asked = { ...promise, promiseAmount: 100_001, clientRequestId: next() };
    expect((await ana.post('task/record', asked)).code).toBe('22');
    await ask(await receivable());
    expect((await decide(await receivable(), admin)).code).toBe('00');
    expect(await shown(leader)).toEqual([100_000, 0, 0, 0]);
  });

  it('of a loan item that a long-aging case holds is shown on that case', async () => {
    const lead = await createCase(api, org, { ownerId: ana.person.id });
    await api.rows(sql`UPDATE loan_item SET lead_item_id = ${lead.loanItemId} WHERE id = ${test.loanItemId}`);
    await api.rows(sql`UPDATE collection_case SET kind = 'LONG_AGING' WHERE id = ${lead.id}`);
    const { data } = await leader.get<CaseInfo>(`task/info/${lead.id}`);
    expect(data.receivableAmount).toBe(30_000);
  });

  it('does not exist for collectors, other teams and other institutions', async () => {
    const seen = await receivable();
    const member = await signedIn(api, await createUser(api, org, 'member'));
    expect((await ask(seen, member)).code).toBe('20');
    const strangers = [
      await createUser(api, org, 'leader', { groupId: org.otherGroupId }),
      await createUser(api, org, 'admin', { institutionId: org.otherInstitutionId }),
    ];
    for (const stranger of strangers) {
      const client = await signedIn(api, stranger);
      expect((await ask(seen, client)).code).toBe('21');
      expect((await decide(seen, client)).code).toBe('21');
    }
  });
});
