import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ScoreCard } from '../../../contract/team/boards.js';
import type { RepayStatistics } from '../../../contract/team/statistics.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const { api, org, ana, leader } = useSite({ people: { ana: 'member', leader: 'leader' } });
beforeAll(async () => {
  const test = await createCase(api, org, { ownerId: ana.person.id });
  await paid(test, 50_000, 'kept');
  await paid(test, 20_000, 'taken');
  const reversal = { type: 'REVERSAL', originalReference: 'taken', providerReference: 'taken-R' };
  await pay(api, { ...reversal, amount: 15_000 });
});

const paid = ({ externalId }: TestCase, amount: number, providerReference: string) =>
  pay(api, { loanItemExternalId: externalId, amount, providerReference });
const read = async (who: Client, query = '') =>
  (await who.get<RepayStatistics>(`repay/statistics/${query}`)).data;

describe('what the statistics leave out', () => {
  it('is the difference to the score card, with its sign', async () => {
    const figures = await read(ana);
    expect(figures).toMatchObject({ totalRepayAmount: 70_000, reversalAmount: -15_000, reversalCount: 1 });
    const { body } = await ana.agent.get(
      `/api/achievementBoard/queryAgentAchievement?agentId=${ana.person.id}`,
    );
    const card = body as ScoreCard;
    expect(figures.totalRepayAmount + figures.reversalAmount).toBe(card.actualReceivedAmount);
    expect(await read(leader)).toMatchObject({ reversalAmount: -15_000, reversalCount: 1 });
    expect(await read(ana, '?date=yesterday')).toMatchObject({ reversalAmount: 0, reversalCount: 0 });
  });

  it('is listed apart, as negative amounts, on the screen and in the file', async () => {
    const list = await read(ana, '?kind=reversals');
    expect(list).toMatchObject({ totalRepayAmount: 70_000, totalRepayCount: 1, totalCount: 1 });
    expect(list.result).toMatchObject([{ amount: -15_000, repay_way_name: 'LEDGER' }]);
    expect((await read(ana)).result.map(({ amount }) => amount)).toEqual([20_000, 50_000]);
    const file = await ana.agent.get('/api/repay/statistics/?kind=reversals&output=1');
    expect(file.headers['content-disposition']).toMatch(/filename="reversals-/);
    expect(file.text).toContain('-150.00');
    expect((await ana.get('repay/statistics/?kind=all')).code).toBe('22');
  });

  it('belongs to who was credited, not to others', async () => {
    const luis = await signedIn(api, await createUser(api, org, 'member'));
    expect(await read(luis, '?kind=reversals')).toMatchObject({ reversalAmount: 0, totalCount: 0 });
  });
});
