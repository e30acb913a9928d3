import { parse } from 'csv-parse/sync';
import { expect, it } from '@jest/globals';
import type { RepayStatistics } from '../../../contract/team/statistics.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createUser, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const { api, org, ana, leader, admin } = useSite({
  people: { ana: 'member', leader: 'leader', admin: 'admin' },
});

let payments = 0;
async function paidCase(amount: number): Promise<TestCase> {
  const test = await createCase(api, org, { ownerId: ana.person.id, name: 'Rosa Ortega Luna' });
  await pay(api, { loanItemExternalId: test.externalId, amount, providerReference: `lost-${++payments}` });
  return test;
}

/** Each ends with the case out of Ana's hands. */
const LOSSES: Record<string, (test: TestCase) => Promise<{ code: string }>> = {
  withdrawn: ({ id }) => leader.post(`management/task/withdraw/${id}`, { reason: 'COMPLAINT' }),
  moved: async ({ id }) => {
    const luis = await createUser(api, org, 'member');
    await leader.post('management/task/unbindAgent', { taskIds: [id] });
    return leader.post('management/task/batchBindAgent', { taskIds: [id], agentId: luis.id });
  },
  closed: ({ id }) => admin.post(`management/task/close/${id}`, { reason: 'SOLD' }),
};

it.each(Object.entries(LOSSES))(
  'a case that is %s keeps its amounts and shows neither name, loan nor user',
  async (_, lose) => {
    const read = async (who: Client) => (await who.get<RepayStatistics>('repay/statistics/')).data;
    const test = await paidCase(30_000);
    const own = (await read(ana)).result[0]!;
    expect(own).toMatchObject({ user_name: 'Rosa Ortega Luna', user_id: test.borrowerId, amount: 30_000 });
    const sum = (await read(ana)).totalRepayAmount;
    expect((await lose(test)).code).toBe('00');
    const after = await read(ana);
    expect(after.totalRepayAmount).toBe(sum);
    expect(after.result[0]).toEqual({ ...own, borrow_id: null, user_id: null, user_name: null });
    expect((await read(leader)).result[0]).toEqual(own);

    const file = async (who: Client) => {
      const { text } = await who.agent.get('/api/repay/statistics/?output=1').set('accept-language', 'en');
      return parse<Record<string, string>>(text, { bom: true, columns: true })[0];
    };
    const nameless = { 'Loan ID': '', 'User ID': '', 'User name': '', 'Repaid amount': '300.00' };
    expect(await file(ana)).toMatchObject(nameless);
    expect(await file(leader)).toMatchObject({ 'User name': 'Rosa Ortega Luna', 'Repaid amount': '300.00' });
  },
);

it('a case that was settled keeps its name', async () => {
  const test = await paidCase(100_000);
  const [state] = await api.rows<{ status: string }>(sql`
    SELECT status FROM collection_case WHERE id = ${test.id}`);
  expect(state).toEqual({ status: 'C31' });
  const { data } = await ana.get<RepayStatistics>('repay/statistics/');
  expect(data.result[0]).toMatchObject({ user_name: 'Rosa Ortega Luna', amount: 100_000 });
});
