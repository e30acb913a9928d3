import { beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_FIGURES, type BoardCases, type DayFigure } from '../../../contract/team/board-cases.js';
import type { BoardSeats, BoardSummary } from '../../../contract/team/boards.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Random } from '../../../server/seeds/generators/random.js';
import { createCase, pay, type TestCase } from '../../support/cases.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { requestId } from '../cases/desk.js';

const NOW = '2026-11-18T17:00:00Z';
const SEED = 20_261_118;
const ROUNDS = 160;

const { api, org, leader, otherLeader } = useSite({
  clock: NOW,
  people: { leader: 'leader', otherLeader: 'leader' },
});
const people: Client[] = [];
const cases: TestCase[] = [];
const posted: { of: TestCase; reference: string; amount: number; reversed: boolean }[] = [];

beforeAll(async () => {
  for (const name of ['Ana', 'Beto', 'Carla'])
    people.push(await signedIn(api, await createUser(api, org, 'member', { name })));
  for (let n = 0; n < 24; n++) {
    const made = await createCase(api, org, {
      ownerId: people[n % 3]!.person.id,
      periods: [50_000 + n * 1_000],
    });
    const [product, platform] = [['Basic', 'Plus'][n % 2], ['android', 'ios'][n % 4 < 2 ? 0 : 1]];
    await api.rows(sql`
      UPDATE loan_item SET product_category = ${product}, platform = ${platform}, version = version + 1
      WHERE id = ${made.loanItemId}`);
    cases.push(made);
  }
});

const paid = async (of: TestCase, amount: number) => {
  const reference = `day-${posted.length}`;
  await pay(api, { loanItemExternalId: of.externalId, amount, providerReference: reference, paidAt: NOW });
  posted.push({ of, reference, amount, reversed: false });
};
const reversed = async (payment: (typeof posted)[number]) => {
  payment.reversed = true;
  await pay(api, {
    ...{
      type: 'REVERSAL',
      providerReference: `${payment.reference}-back`,
      originalReference: payment.reference,
    },
    ...{ amount: payment.amount, paidAt: NOW, loanItemExternalId: undefined, channel: undefined },
  });
};
const bound = ({ id }: TestCase, { person }: Client) =>
  leader.post('management/task/batchBindAgent', { taskIds: [id], agentId: person.id });
const recorded = ({ id }: TestCase, who: Client) =>
  who.post('task/record', { taskId: id, callResult: 'ND', clientRequestId: requestId() });
/** A payment of so much keeps it, and a new one takes its place. */
const promised = ({ id }: TestCase, who: Client, amount: number) =>
  who.post('task/record', {
    ...{ taskId: id, callStatus: 'CONNECTED', callResult: 'PTP', promiseAmount: amount },
    ...{ promiseDate: NOW.slice(0, 10), clientRequestId: requestId() },
  });

/** Works at random: an act that the rules refuse is one that nobody did. */
async function work(random: Random): Promise<void> {
  const one = cases[random.between(0, cases.length - 1)]!;
  const act = random.between(0, 9);
  const open = posted.filter((payment) => !payment.reversed);
  if (act < 4) await paid(one, random.between(1, 70) * 1_000);
  else if (act < 6) await bound(one, people[random.between(0, 2)]!);
  else if (act < 7) await recorded(one, people[random.between(0, 2)]!);
  else if (act < 9) await promised(one, people[random.between(0, 2)]!, random.between(1, 20) * 1_000);
  else if (open.length > 0) await reversed(open[random.between(0, open.length - 1)]!);
}

const list = async (query: string, who = leader) =>
  (await who.get<BoardCases>(`dashboard/cases?${query}`)).data;
const sumOf = ({ result }: BoardCases, of: (row: BoardCases['result'][number]) => number) =>
  result.reduce((sum, row) => sum + of(row), 0);

describe('the cases behind a figure of a board', () => {
  it('are as many, and of as much, as each seat and the whole board have it, after random work', async () => {
    const random = new Random(SEED);
    for (let round = 0; round < ROUNDS; round++) await work(random);
    expect(posted.some((payment) => payment.reversed)).toBe(true);
    for (const narrowed of ['', 'product=Plus', 'device=android', 'product=Basic&device=ios']) {
      const { data: board } = await leader.get<BoardSummary>(`dashboard/summary?${narrowed}`);
      const { data: seats } = await leader.get<BoardSeats>(`dashboard/personal?${narrowed}`);
      const of = async (figure: DayFigure, more = '') => list(`${narrowed}&size=200&figure=${figure}${more}`);
      const { totals } = board;
      expect(totals.receivedAmount).not.toBe(0);
      if (narrowed === '') expect((await of('promised')).kept).toBeGreaterThan(0);
      expect((await of('received')).received).toBe(totals.receivedAmount);
      expect(await of('bound')).toMatchObject({
        totalCount: totals.boundCases,
        payable: totals.payableAmount,
      });
      expect((await of('settled')).totalCount).toBe(totals.settledCases);
      for (const seat of seats.rows) {
        const its = (figure: DayFigure) => of(figure, `&collectorId=${seat.collectorId}`);
        expect((await its('received')).received).toBe(seat.actualReceivedAmount);
        expect(await its('bound')).toMatchObject({ totalCount: seat.taskCount, payable: seat.payableAmount });
        expect((await its('settled')).totalCount).toBe(seat.settleTaskCount);
        const promises = seats.kept.find(({ collectorId }) => collectorId === seat.collectorId);
        if (narrowed === '')
          expect(await its('promised')).toMatchObject({
            kept: promises?.kept ?? 0,
            judged: promises?.judged ?? 0,
          });
        if (seat.handledCount !== null) expect((await its('handled')).totalCount).toBe(seat.handledCount);
      }
      for (const figure of DAY_FIGURES) {
        const shown = await of(figure);
        expect(shown.result).toHaveLength(shown.totalCount);
        expect(sumOf(shown, ({ received }) => received)).toBe(shown.received);
        expect(sumOf(shown, ({ payable }) => payable)).toBe(shown.payable);
        expect(sumOf(shown, ({ judged }) => judged)).toBe(shown.judged);
        expect(sumOf(shown, ({ kept }) => kept)).toBe(shown.kept);
      }
    }
  });

  it('come page by page, each once', async () => {
    const whole = await list('figure=bound&size=200');
    const ids: string[] = [];
    for (let page = 1; ids.length < whole.totalCount; page++) {
      const { result, payable } = await list(`figure=bound&size=5&page=${page}`);
      expect(payable).toBe(whole.payable);
      ids.push(...result.map(({ collectorId, caseId }) => `${collectorId} ${caseId}`));
    }
    expect(ids).toEqual(whole.result.map(({ collectorId, caseId }) => `${collectorId} ${caseId}`));
    expect(new Set(ids).size).toBe(whole.totalCount);
  });

  it('are of a day that is over, too, and there is none of a day before any', async () => {
    expect(await list('figure=bound&date=2026-11-10')).toMatchObject({
      totalCount: 0,
      payable: 0,
      received: 0,
    });
  });

  it('name no case that the viewer does not see any more, and no team of others', async () => {
    const [shown] = (await list('figure=bound&size=200')).result;
    expect(shown!.about).toMatchObject({ taskId: shown!.caseId });
    await api.rows(sql`
      UPDATE collection_case SET group_id = ${org.otherGroupId}, version = version + 1 WHERE id = ${shown!.caseId}`);
    const after = (await list('figure=bound&size=200')).result.find(({ caseId }) => caseId === shown!.caseId);
    expect(after).toMatchObject({ about: null, payable: shown!.payable });
    await api.rows(sql`UPDATE user SET group_id = ${org.otherGroupId} WHERE id = ${otherLeader.person.id}`);
    const strange = await signedIn(api, otherLeader.person);
    expect((await strange.get(`dashboard/cases?groupId=${org.groupId}`)).code).toBe('21');
    expect((await people[0]!.get('dashboard/cases')).code).toBe('20');
  });
});
