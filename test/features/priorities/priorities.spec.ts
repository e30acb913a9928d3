import { beforeAll, describe, expect, it } from '@jest/globals';
import { CaseListQuery, type CaseInfo, type CasePage, type NextCase } from '../../../contract/cases/cases.js';
import { DEFAULT_WEIGHTS, type Weights, type WeightsInForce } from '../../../contract/cases/priorities.js';
import { priorityOf, type PriorityFacts } from '../../../contract/cases/priority-score.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { planList } from '../../../server/domain/cases/list/case-list.rules.js';
import { pageStatement } from '../../../server/domain/cases/list/case-list.sql.js';
import { WeightsQueries } from '../../../server/features/settings/priorities/weights.queries.js';
import { sql } from '../../../server/platform/db/sql.js';
import { planOf } from '../../support/plan.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

const CASES = 60;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  for (let index = 0; index < CASES; index++) await oddCase(index);
  await openCase(desk, 'colleague');
});

/** Every fact takes several values, out of step with each other. */
async function oddCase(n: number): Promise<void> {
  const now = Date.now();
  const hours = (count: number) => new Date(now + count * 3_600_000);
  const today = businessDay(new Date());
  const id = await openCase(desk, 'collector', {
    status: n % 7 === 0 ? 'C10' : 'C01',
    daysLate: 1 + (n % 11) * 4,
  });
  await desk.api.rows(sql`
    UPDATE collection_case SET amount_due = ${10_000 + (n % 13) * 111_111},
      promise_due = ${n % 5 === 0 ? addDays(today, (n % 3) - 1) : null},
      promise_broken_at = ${n % 6 === 1 ? hours(-30) : null},
      next_follow_up_at = ${n % 4 === 1 ? hours((n % 9) - 4) : null},
      last_call_at = ${n % 3 === 0 ? null : hours(-(n % 17) * 11 - 2)},
      last_call_result = ${['WTP', 'RETRY', 'LC', null][n % 4]!},
      hold_until = ${n % 10 === 9 ? hours((n % 4) - 2) : null}
    WHERE id = ${id}`);
}

const list = (person: DeskPerson, query = '') => desk.as[person].get<CasePage>(`task/listing?${query}`);

async function byTheRules(weights: Weights): Promise<{ id: number; score: number }[]> {
  const rows = await desk.api.rows<PriorityFacts & { id: number }>(sql`
    SELECT id, next_follow_up_at AS nextFollowUpAt, promise_due AS promiseDue, promise_broken_at AS promiseBrokenAt,
      amount_due AS amount, due_date AS penaltyDate, last_call_at AS lastCallTime, last_call_result AS lastCallResult,
      hold_until AS holdUntil
    FROM collection_case WHERE owner_id = ${desk.people.collector.id}`);
  const now = new Date();
  const scored = rows.map((row) => ({
    id: row.id,
    ...priorityOf(row, weights, { now, today: businessDay(now) }),
  }));
  return scored.sort((one, other) => other.score - one.score || one.id - other.id);
}

describe("a collector's own list", () => {
  it('stands in the order of the pure rules, with their reasons, page by page', async () => {
    const wanted = await byTheRules(DEFAULT_WEIGHTS);
    expect(new Set(wanted.map(({ score }) => score)).size).toBeGreaterThan(20);
    const whole = (await list('collector', 'size=200')).data;
    expect(whole.totalCount).toBe(CASES);
    expect(whole.result.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    expect(whole.result.map(({ reasons }) => reasons)).toMatchObject(
      wanted.map((each) => ('reasons' in each ? each.reasons : [])),
    );
    const pages = [];
    for (let page = 1; page <= 4; page++)
      pages.push(...(await list('collector', `page=${page}`)).data.result);
    expect(pages).toEqual(whole.result);
    expect((await list('collector', 'sort=priority&size=200')).data).toEqual(whole);
  });

  it('stands the same among the states and in what is due', async () => {
    const order = (await byTheRules(DEFAULT_WEIGHTS)).map(({ id }) => id);
    for (const query of ['group=inCollection', 'group=newCollection', 'due=now', 'status=C10&due=now']) {
      const ids = (await list('collector', `${query}&size=200`)).data.result.map(({ id }) => id);
      expect({ [query]: ids }).not.toEqual({ [query]: [] });
      expect({ [query]: ids }).toEqual({ [query]: order.filter((id) => ids.includes(id)) });
    }
  });

  it('is told of on the case too', async () => {
    const [first] = (await list('collector')).data.result;
    const info = (await desk.as.collector.get<CaseInfo>(`task/info/${first!.id}`)).data;
    expect(info.reasons).toEqual(first!.reasons);
  });

  it('is read out of one index, without a row of the table', async () => {
    const scope = { column: 'owner_id', ids: [desk.people.collector.id] } as const;
    const now = new Date();
    const context = {
      scope,
      institutionIds: [],
      now,
      today: businessDay(now),
      phoneHashes: null,
      weights: DEFAULT_WEIGHTS,
    };
    const page = pageStatement(planList(CaseListQuery.parse({}), context), 1, 15);
    const steps = await planOf(desk.api, page);
    const scan = steps.find(({ key }) => key === 'case_owner_priority');
    expect(scan?.Extra).toContain('Using index');
  });

  it("is a leader's by days past due, also for one collector", async () => {
    const days = (await list('leader', `ownerId=${desk.people.collector.id}&size=200`)).data.result.map(
      ({ penaltyDay }) => penaltyDay,
    );
    expect(days).toEqual([...days].sort((one, other) => other - one));
    const asked = await list('leader', `ownerId=${desk.people.collector.id}&sort=priority&size=200`);
    expect(asked.data.result.map(({ id }) => id)).toEqual(
      (await byTheRules(DEFAULT_WEIGHTS)).map(({ id }) => id),
    );
  });
});

describe('the next case', () => {
  const next = (person: DeskPerson, after: number) =>
    desk.as[person].get<NextCase>(`task/next?after=${after}`);
  const order = async () => (await list('collector', 'size=200')).data.result.map(({ id }) => id);

  it('is the one below, and after the last the first', async () => {
    const ids = await order();
    expect((await next('collector', ids[6]!)).data.next).toMatchObject({ id: ids[7] });
    expect((await next('collector', ids.at(-1)!)).data.next).toMatchObject({ id: ids[0] });
    expect((await next('collector', ids[6]!)).data.next!.reasons).toBeInstanceOf(Array);
  });

  it('is the best of the others once this one has been worked', async () => {
    const [best, second] = await order();
    await desk.as.collector.post('task/record', {
      taskId: best, callStatus: 'NO_ANSWER', clientRequestId: requestId(),
    }); // prettier-ignore
    expect((await next('collector', best!)).data.next).toMatchObject({ id: second });
  });

  it('is none when there is no other', async () => {
    const [only] = (await list('colleague')).data.result;
    expect((await next('colleague', only!.id)).data).toEqual({ next: null });
  });

  it.each<[DeskPerson, string]>([
    ['colleague', '21'],
    ['otherLeader', '21'],
    ['leader', '00'],
  ])('is asked by a %s with the answer %s', async (person, code) => {
    expect((await next(person, (await order())[3]!)).code).toBe(code);
  });

  it('names a field that is wrong', async () => {
    const { code, data } = await desk.as.collector.get<{ fields: { field: string }[] }>('task/next?after=x');
    expect([code, data.fields[0]!.field]).toEqual(['22', 'after']);
  });
});

describe('the weights', () => {
  const inForce = async () => (await desk.as.admin.get<WeightsInForce>('priorities/weights')).data;
  const change = (person: DeskPerson, version: number, weights: object, more = {}) =>
    desk.as[person].post<{ version: number; fields: { field: string }[] }>('priorities/weights', {
      version, weights: { ...DEFAULT_WEIGHTS, ...weights }, ...more,
    }); // prettier-ignore

  it('are the defaults until an administrator changes them; then the list follows', async () => {
    expect(await inForce()).toMatchObject({ version: 0, weights: DEFAULT_WEIGHTS, changedBy: null });
    const mine = {
      amount: 1_000,
      promiseToday: 0,
      followUpDue: 0,
      brokenPromise: 0,
      untouched: 0,
      daysPastDue: 0,
    };
    expect((await change('admin', 0, mine)).data).toEqual({ version: 1 });
    expect(await inForce()).toMatchObject({ version: 1, weights: mine, changedBy: 'admin' });
    const wanted = await byTheRules({ ...DEFAULT_WEIGHTS, ...mine });
    expect((await list('collector', 'size=200')).data.result.map(({ id }) => id)).toEqual(
      wanted.map(({ id }) => id),
    );
    expect((await desk.as.otherAdmin.get<WeightsInForce>('priorities/weights')).data.version).toBe(0);
    const events = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'priorities.changed'`);
    const changes = Object.fromEntries(
      Object.entries(mine).map(([fact, after]) => [
        fact,
        { before: DEFAULT_WEIGHTS[fact as keyof Weights], after },
      ]),
    );
    expect(events.map(({ payload }) => JSON.parse(payload) as object)).toEqual([
      { institutionId: desk.org.institutionId, version: 1, changes },
    ]);
  });

  it('are changed by one of two who saw the same version', async () => {
    const { version } = await inForce();
    const answers = await Promise.all([1, 2, 3].map((amount) => change('admin', version, { amount })));
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23', '23']);
    expect((await inForce()).version).toBe(version + 1);
  });

  it('are an administrator’s, in his own institutions', async () => {
    for (const person of ['collector', 'leader', 'supervisor'] as const) {
      expect((await desk.as[person].get('priorities/weights')).code).toBe('20');
      expect((await change(person, 0, {})).code).toBe('20');
    }
    const foreign = { institutionId: desk.org.otherInstitutionId };
    expect((await change('admin', 0, {}, foreign)).code).toBe('21');
    expect((await desk.as.admin.get(`priorities/weights?institutionId=${foreign.institutionId}`)).code).toBe(
      '21',
    );
  });

  it.each([
    [{ amount: 1_001 }, 'weights.amount'],
    [{ fullAmount: 0 }, 'weights.fullAmount'],
    [{ restHours: 'two' }, 'weights.restHours'],
  ])('name the field that is wrong: %j', async (weights, field) => {
    const { code, data } = await change('admin', 0, weights);
    expect([code, data.fields.map((error) => error.field)]).toEqual(['22', [field]]);
  });

  it('are remembered for a moment, but not by who changed them', async () => {
    const queries = desk.api.get(WeightsQueries);
    const before = await queries.ofInstitution(desk.org.institutionId);
    const { version } = await inForce();
    await change('admin', version, { amount: before.amount + 1 });
    expect((await queries.ofInstitution(desk.org.institutionId)).amount).toBe(before.amount + 1);
  });
});
