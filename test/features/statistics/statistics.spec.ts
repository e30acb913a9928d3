import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RepayStatistics } from '../../../contract/team/statistics.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const { api, org, ana } = useSite({ people: { ana: 'member' } });
beforeAll(async () => {
  const first = await createCase(api, org, { ownerId: ana.person.id, name: '=HYPERLINK("http://evil")' });
  const second = await createCase(api, org, { ownerId: ana.person.id, name: 'José Ñandú' });
  await pay(api, { loanItemExternalId: first.externalId, amount: 12_345, providerReference: 'stat-1' });
  await pay(api, { loanItemExternalId: second.externalId, amount: 7_655, providerReference: 'stat-2' });
  const other = await createUser(api, org, 'member', { groupId: org.otherGroupId });
  const foreign = await createCase(api, org, { ownerId: other.id, groupId: org.otherGroupId });
  await pay(api, { loanItemExternalId: foreign.externalId, amount: 99_900, providerReference: 'stat-3' });
});

const read = async (who: Client, query = '') =>
  (await who.get<RepayStatistics>(`repay/statistics/${query}`)).data;

describe('repayment statistics', () => {
  it('show a collector the own day: figures and payments, newest first', async () => {
    const statistics = await read(ana);
    expect(statistics).toMatchObject({
      totalRepayAmount: 20_000,
      totalRepayCount: 2,
      totalCount: 2,
      collectRate: null,
    });
    expect(statistics.result.map((row) => [row.amount, row.repay_due_amount, row.penalty_day])).toEqual([
      [7_655, 100_000, 10],
      [12_345, 100_000, 10],
    ]);
  });

  it('count the days late of Mexico, where the day ends six hours after that of UTC', async () => {
    const today = businessDay(new Date());
    const late = async (at: Date) => {
      await api.rows(sql`UPDATE payment SET value_at = ${at} WHERE provider_reference = 'stat-2'`);
      return (await read(ana)).result.find(({ amount }) => amount === 7_655)!.penalty_day;
    };
    const midnight = startOfBusinessDay(addDays(today, 1)).getTime();
    expect(await late(new Date(midnight - 1_000))).toBe(10);
    expect(await late(new Date(midnight + 1_000))).toBe(11);
    expect(await late(startOfBusinessDay(today))).toBe(10);
  });

  it('show a leader the own group, a supervisor the institution', async () => {
    const supervisor = await signedIn(api, await createUser(api, org, 'supervisor'));
    expect(await read(supervisor)).toMatchObject({ totalRepayAmount: 119_900, totalCount: 3 });
    const leader = await signedIn(api, await createUser(api, org, 'leader'));
    expect(await read(leader)).toMatchObject({ totalRepayAmount: 20_000, totalCount: 2 });
  });

  it('have a yesterday, pages, and clear refusals', async () => {
    expect(await read(ana, '?date=yesterday')).toMatchObject({
      totalRepayAmount: 0,
      totalCount: 0,
      result: [],
    });
    expect((await read(ana, '?page=2&size=1')).result.map((row) => row.amount)).toEqual([12_345]);
    expect(await ana.get('repay/statistics/?date=tomorrow')).toMatchObject({ status: 200, code: '22' });
  });

  it.each([
    ['cn', '还款金额'],
    ['en', 'Repaid amount'],
    ['es', 'Monto pagado'],
  ])('come as a spreadsheet in %s that carries no formula', async (language, header) => {
    const { headers, body } = await ana.agent
      .get('/api/repay/statistics/?output=1')
      .set('accept-language', language)
      .responseType('blob');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="repayments-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const bytes = body as Buffer;
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    expect(text).toContain(header);
    expect(text).toContain('José Ñandú');
    expect(text).toContain('123.45');
    expect(text).not.toMatch(/(^|,)"?=HYPERLINK/m);
    expect(text.trim().split('\n')).toHaveLength(3);
  });
});
