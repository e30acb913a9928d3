import { describe, expect, it } from '@jest/globals';
import {
  DEFAULT_WEIGHTS,
  type OrderSample,
  type SampledCase,
  type WeightsHistory,
} from '../../../contract/cases/priorities.js';
import type { CasePage } from '../../../contract/cases/cases.js';
import { priorityOf } from '../../../contract/cases/priority-score.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase } from '../cases/desk.js';

const { desk } = useDesk(createDesk);

const change = (version: number, amount: number) =>
  desk.as.admin.post('priorities/weights', { version, weights: { ...DEFAULT_WEIGHTS, amount } });
const history = async (query = '', client = desk.as.admin) =>
  await client.get<WeightsHistory>(`priorities/weights/history${query}`);

describe('the history of the weights', () => {
  it('goes back to the defaults, the newest first, page by page', async () => {
    expect((await history()).data).toMatchObject({
      totalCount: 1,
      result: [{ version: 0, changedBy: null }],
    });
    await change(0, 11);
    await change(1, 22);
    const { result, totalCount } = (await history()).data;
    expect(totalCount).toBe(3);
    expect(result.map(({ version, weights }) => [version, weights.amount])).toEqual([
      [2, 22], [1, 11], [0, DEFAULT_WEIGHTS.amount],
    ]); // prettier-ignore
    expect(result[0]).toMatchObject({ changedBy: 'admin', institutionId: desk.org.institutionId });
    const pages = await Promise.all([1, 2, 3].map((page) => history(`?size=1&page=${page}`)));
    expect(pages.map(({ data }) => data.result[0]!.version)).toEqual([2, 1, 0]);
    expect((await history('', desk.as.otherAdmin)).data.totalCount).toBe(1);
  });

  it.each(['weights/history', 'sample'])(
    'and %s are an administrator’s, in his own institutions',
    async (path) => {
      for (const person of ['collector', 'leader', 'supervisor'] as const)
        expect({ [person]: (await desk.as[person].get(`priorities/${path}`)).code }).toEqual({
          [person]: '20',
        });
      const foreign = `priorities/${path}?institutionId=${desk.org.otherInstitutionId}`;
      expect((await desk.as.admin.get(foreign)).code).toBe('21');
      const wrong = await desk.as.admin.get<{ fields: { field: string }[] }>(
        `priorities/${path}?institutionId=x`,
      );
      expect([wrong.code, wrong.data.fields[0]!.field]).toEqual(['22', 'institutionId']);
    },
  );
});

describe('the sample', () => {
  const sample = async (client = desk.as.admin) => (await client.get<OrderSample>('priorities/sample')).data;

  it('is empty while nobody has a case', async () => {
    expect(await sample()).toMatchObject({ collector: null, cases: [] });
  });

  it('is the longest list, which the shared rules order as its collector sees it', async () => {
    await openCase(desk, 'colleague');
    for (let index = 0; index < 8; index++) {
      const id = await openCase(desk, 'collector', { daysLate: 1 + index * 3 });
      await desk.api.rows(sql`
        UPDATE collection_case SET amount_due = ${50_000 + ((index * 3) % 8) * 100_000},
          last_call_at = ${index % 2 ? new Date(Date.now() - index * 86_400_000) : null} WHERE id = ${id}`);
    }
    const { collector, cases, asOf, today } = await sample();
    expect(collector).toBe('collector');
    const list = (await desk.as.collector.get<CasePage>('task/listing?size=200')).data.result;
    const weights = { ...DEFAULT_WEIGHTS, amount: 22 };
    const scoreOf = (each: SampledCase) =>
      priorityOf(
        {
          ...each,
          nextFollowUpAt: at(each.nextFollowUpAt),
          promiseBrokenAt: at(each.promiseBrokenAt),
          lastCallTime: at(each.lastCallTime),
          holdUntil: at(each.holdUntil),
        },
        weights,
        { now: new Date(asOf), today },
      ).score;
    const ordered = cases.toSorted((one, other) => scoreOf(other) - scoreOf(one) || one.id - other.id);
    expect(ordered.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
  });

  it('names no borrower', async () => {
    const names = Object.keys((await sample()).cases[0]!);
    expect(names.filter((name) => /borrower|name|phone/i.test(name))).toEqual([]);
    expect((await sample(desk.as.otherAdmin)).cases).toEqual([]);
  });
});

function at(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
