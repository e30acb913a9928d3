import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  CaseListQuery,
  type CaseGroupCounts,
  type CasePage,
  type LaneCase,
} from '../../../contract/cases/cases.js';
import { CASE_GROUP_NAMES } from '../../../contract/codes.js';
import { DEFAULT_WEIGHTS } from '../../../contract/cases/priorities.js';
import { businessDay } from '../../../contract/shared/date.js';
import { planList } from '../../../server/domain/cases/list/case-list.rules.js';
import { countStatement, pageStatement } from '../../../server/domain/cases/list/case-list.sql.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import type { CaseScope } from '../../../server/platform/auth/scope.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createOrg } from '../../support/org.js';
import { planOf } from '../../support/plan.js';
import { useDesk } from '../../support/site.js';
import { loanRow } from '../imports/portfolio.js';
import { createDesk, openCase, type DeskPerson } from './desk.js';

const ids: Record<string, number> = {};

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  ids.early = await openCase(desk, 'collector', {
    daysLate: 5,
    cells: { borrowerName: 'Ana 100%_real', phone: '5580000001' },
  });
  ids.late = await openCase(desk, 'collector', {
    daysLate: 30,
    cells: { borrowerName: 'Ana Beltrán', principal: '5000' },
  });
  ids.promised = await openCase(desk, 'collector', { daysLate: 12, status: 'C20' });
  ids.settled = await openCase(desk, 'collector', { daysLate: 12, status: 'C31' });
  ids.colleague = await openCase(desk, 'colleague', { daysLate: 7, cells: { borrowerName: 'Ana Colega' } });
  ids.stranger = await openCase(desk, 'stranger', { daysLate: 8 });
  ids.unowned = await openCase(desk, null, { daysLate: 9 });
  await desk.api.rows(sql`
    UPDATE collection_case SET promise_due = ${businessDay(new Date())}, promise_amount = 500 WHERE id = ${ids.promised}`);
  await desk.api.rows(sql`
    UPDATE collection_case SET next_follow_up_at = ${new Date(Date.now() - 60_000)} WHERE id = ${ids.early}`);
});

const list = (person: DeskPerson, query = '') => desk.as[person].get<CasePage>(`task/listing?${query}`);
const names = async (person: DeskPerson, query = '') => {
  const { code, data } = await list(person, query);
  if (code !== '00') return code;
  expect(data.totalCount).toBe(data.result.length);
  return data.result.map((row) => Object.keys(ids).find((name) => ids[name] === row.id));
};

describe('the case list', () => {
  it("shows one's own open cases, the longest overdue first, with an exact total", async () => {
    const { data } = await list('collector', 'sort=penaltyDay');
    expect(data.totalCount).toBe(3);
    expect(data.result.map((row) => row.penaltyDay)).toEqual([30, 12, 5]);
    expect(data.result[1]).toMatchObject({
      id: ids.promised,
      status: 'C20',
      promise: { amount: 500 },
      lastCallTime: null,
    });
    expect(data.result[0]!.amount).toBe(519_458);
  });

  it.each<[DeskPerson, string[]]>([
    ['collector', ['promised', 'early', 'late']],
    ['colleague', ['colleague']],
    ['stranger', ['stranger']],
    ['leader', ['late', 'promised', 'colleague', 'early']],
    ['otherLeader', ['stranger']],
    ['supervisor', ['late', 'promised', 'unowned', 'stranger', 'colleague', 'early']],
    ['otherAdmin', []],
  ])('shows the %s only what is theirs', async (person, expected) => {
    expect(await names(person)).toEqual(expected);
  });

  it.each<[string, string[] | string]>([
    ['group=promised', ['promised']],
    ['group=newCollection', ['early', 'late']],
    ['group=collected', ['settled']],
    ['status=C31', ['settled']],
    ['group=newCollection&status=C20', []],
    ['borrowerName=Ana', ['early', 'late']],
    ['borrowerName=Ana%20100%25_', ['early']],
    ['borrowerName=_na', []],
    ['borrowerPhone=55%208000%200001', ['early']],
    ['borrowerPhone=%2B525580000001', ['early']],
    ['borrowerPhone=5580000002', []],
    ['due=now', ['promised', 'early']],
    ['due=promisedToday', ['promised']],
    ['due=now&group=newCollection', ['early']],
    ['sort=amount&order=desc&borrowerName=Ana', ['late', 'early']],
    ['sort=amount&order=asc&borrowerName=Ana', ['early', 'late']],
    ['sort=nextFollowUpAt&order=desc', ['early', 'promised', 'late']],
    ['order=asc', ['late', 'early', 'promised']],
    ['sort=penaltyDay', ['late', 'promised', 'early']],
    ['sort=penaltyDay&order=asc', ['early', 'promised', 'late']],
    ['borrowerId=&loanId=&borrowerName=', ['promised', 'early', 'late']],
    ['appName=Crédito Sol', []],
    ['due=paidToday', []],
  ])('filters by %s', async (query, expected) => {
    expect(await names('collector', query)).toEqual(expected);
  });

  it('finds a loan and a borrower, but not those of others', async () => {
    const { data } = await list('collector');
    const { loanId, borrowerId } = data.result[1]!;
    expect(await names('collector', `loanId=${loanId}`)).toEqual(['early']);
    expect(await names('leader', `borrowerId=${borrowerId}`)).toEqual(['early']);
    expect(await names('colleague', `loanId=${loanId}`)).toEqual([]);
    expect(await names('otherAdmin', `borrowerId=${borrowerId}`)).toEqual([]);
    expect(await names('stranger', 'borrowerPhone=5580000001')).toEqual([]);
  });

  it.each<[DeskPerson, string, string[]]>([
    ['leader', 'ownerId={collector}', ['late', 'promised', 'early']],
    ['leader', 'ownerId={stranger}', []],
    ['admin', 'ownerId={stranger}', ['stranger']],
    ['otherAdmin', 'ownerId={stranger}', []],
    ['leader', 'borrowerName=Ana', ['late', 'colleague', 'early']],
    ['admin', 'borrowerName=Ana', ['early', 'late', 'colleague']],
    ['otherAdmin', 'borrowerName=Ana', []],
    ['leader', 'due=now', ['promised', 'early']],
    ['admin', 'due=promisedToday', ['promised']],
    ['admin', 'sort=amount&order=desc', ['late', 'unowned', 'stranger', 'colleague', 'promised', 'early']],
    ['leader', 'sort=lastCallTime', ['colleague', 'promised', 'late', 'early']],
    ['admin', 'group=newCollection', ['late', 'unowned', 'stranger', 'colleague', 'early']],
  ])('%s: %s', async (person, query, expected) => {
    const filled = query.replace(/\{(\w+)\}/, (_, name: DeskPerson) => String(desk.people[name].id));
    expect(await names(person, filled)).toEqual(expected);
  });

  it.each<[DeskPerson, string, string]>([
    ['collector', 'borrowerPhone=call-me', 'borrowerPhone'],
    ['collector', 'page=668', 'page'],
    ['collector', 'page=0', 'page'],
    ['collector', 'status=C99', 'status'],
    ['collector', 'sort=ownerId', 'sort'],
    ['collector', 'borrowerId=x', 'borrowerId'],
    ['admin', 'sort=lastCallTime', 'sort'],
    ['admin', 'sort=priority', 'sort'],
    ['leader', 'sort=priority', 'sort'],
    ['admin', 'after=amount_due~5~7', 'after'],
    ['collector', 'after=due_date~2026-01-01~7', 'after'],
    ['admin', 'after=due_date~tomorrow~7', 'after'],
    ['admin', 'before=7', 'before'],
    ['supervisor', 'sort=nextFollowUpAt', 'sort'],
    ['admin', 'sort=amount&status=C20', 'sort'],
  ])('refuses %s %s and names the field', async (person, query, field) => {
    const { code, data, status } = await desk.as[person].get<{ fields: { field: string }[] }>(
      `task/listing?${query}`,
    );
    expect({ code, status }).toEqual({ code: '22', status: 200 });
    expect(data.fields.map((error) => error.field)).toEqual([field]);
  });

  it('clamps the size and pages without holes', async () => {
    const seen: number[] = [];
    for (const page of [1, 2, 3, 4])
      seen.push(...(await list('supervisor', `page=${page}&size=2`)).data.result.map((row) => row.id));
    expect(seen).toEqual((await list('supervisor', 'size=100000')).data.result.map((row) => row.id));
  });

  it('counts the quick filters in the viewer’s scope', async () => {
    const counts = async (person: DeskPerson) =>
      (await desk.as[person].get<CaseGroupCounts>('task/counts')).data;
    expect(await counts('collector')).toMatchObject({
      newCollection: 2, inCollection: 0, promised: 1, collected: 1, dueNow: 2, promisedToday: 1, paidToday: 0,
    }); // prettier-ignore
    expect(await counts('leader')).toMatchObject({ newCollection: 3, promised: 1, dueNow: 2 });
    expect(await counts('supervisor')).toMatchObject({ newCollection: 5, promised: 1, collected: 1 });
    expect(new Set(Object.values(await counts('otherAdmin')))).toEqual(new Set([0]));
    expect(Object.keys(await counts('collector')).slice(0, 4)).toEqual(CASE_GROUP_NAMES);
  });

  it('holds list, counts and lane to one collector of the viewer’s, and names him', async () => {
    const of = async (person: DeskPerson, collector: DeskPerson) => {
      const query = `ownerId=${desk.people[collector].id}`;
      const page = (await list(person, `${query}&size=200`)).data;
      const counts = (await desk.as[person].get<CaseGroupCounts>(`task/counts?${query}`)).data;
      const lane = (await desk.as[person].get<LaneCase[]>(`task/lane?${query}`)).data.map(({ id }) => id);
      return { page, counts, lane };
    };
    const own = (await desk.as.collector.get<CaseGroupCounts>('task/counts')).data;
    const { page, counts, lane } = await of('leader', 'collector');
    expect(page.ofCollector).toBe('collector');
    expect(page.result.map(({ ownerId }) => ownerId)).toEqual(
      page.result.map(() => desk.people.collector.id),
    );
    expect(counts).toEqual(own);
    expect(lane).toEqual((await desk.as.collector.get<LaneCase[]>('task/lane')).data.map(({ id }) => id));
    expect(lane.length).toBeGreaterThan(0);
    const promised = await desk.as.leader.get<LaneCase[]>(
      `task/lane?ownerId=${desk.people.collector.id}&group=promised`,
    );
    expect(promised.data.map(({ kind }) => kind)).toEqual(['promise']);
    const foreign = await of('otherLeader', 'collector');
    expect(foreign.page).toMatchObject({ result: [], totalCount: 0, ofCollector: null });
    expect(new Set(Object.values(foreign.counts))).toEqual(new Set([0]));
    expect(foreign.lane).toEqual([]);
  });
});

describe('every way to read the list', () => {
  beforeAll(async () => {
    await desk.api
      .get(ImportsService)
      .importRows(Array.from({ length: 2_000 }, (_, n) => loanRow(n, {}, n % 90)));
    const members = [desk.people.collector.id, desk.people.colleague.id, desk.people.stranger.id];
    // Half of the cases are out of scope and few borrowers are named María: a range of the index costs less than all of it.
    const { institutionId: elsewhere } = await createOrg(desk.api, '-elsewhere');
    await desk.api.rows(sql`
      UPDATE collection_case SET owner_id = CASE id % 40 WHEN 0 THEN ${members[0]} WHEN 1 THEN ${members[1]} ELSE ${members[2]} END,
        group_id = IF(id % 40 < 2, ${desk.org.groupId}, ${desk.org.otherGroupId}), status = ELT(1 + id % 4, 'C01', 'C10', 'C20', 'C31'),
        next_follow_up_at = IF(id % 3 = 0, NOW(3) - INTERVAL id SECOND, NULL),
        institution_id = IF(id % 40 >= 2 AND id % 2, ${elsewhere}, institution_id),
        borrower_name = IF(id % 8, CONCAT('Ana ', borrower_name), borrower_name)
      WHERE owner_id IS NULL`);
    await desk.api.rows(sql`ANALYZE TABLE collection_case`);
  });

  const scopes: [string, () => CaseScope][] = [
    ['own', () => ({ column: 'owner_id', ids: [desk.people.collector.id] })],
    ['group', () => ({ column: 'group_id', ids: [desk.org.groupId] })],
    ['institution', () => ({ column: 'institution_id', ids: [desk.org.institutionId] })],
    [
      'institutions',
      () => ({ column: 'institution_id', ids: [desk.org.institutionId, desk.org.otherInstitutionId] }),
    ],
  ];
  const variants = [
    {}, { status: 'C20' }, { group: 'newCollection' }, { due: 'now' }, { due: 'promisedToday' }, { borrowerName: 'María' },
    { loanId: 'I-77' }, { borrowerId: 77 }, { phone: true }, { sort: 'amount' }, { order: 'asc' }, { due: 'now', group: 'inCollection' },
    { appName: 'Crédito Sol' }, { group: 'newCollection', appName: 'Crédito Sol' },
    { after: 'due_date~2026-10-01~5000', sort: 'penaltyDay' }, { before: 'amount_due~5000~5000', sort: 'amount' },
  ]; // prettier-ignore
  const cases = scopes.flatMap(([name, scope]) =>
    variants.map((variant) => [name, JSON.stringify(variant), scope, variant] as const),
  );

  it.each(cases)(
    '%s %s goes through an index and sorts no more than a person or a group',
    async (name, _, scope, variant) => {
      const { phone, ...fields } = variant as Record<string, unknown>;
      const query = CaseListQuery.parse(fields);
      const plan = planList(query, {
        scope: scope(),
        now: new Date(),
        today: businessDay(new Date()),
        phoneHashes: phone ? [Buffer.alloc(16)] : null,
        weights: DEFAULT_WEIGHTS,
      });
      for (const statement of [pageStatement(plan, 1, 15), countStatement(plan)]) {
        const steps = await planOf(desk.api, statement);
        const reads = steps.filter((step) => step.table === 'c' && step.key !== 'PRIMARY');
        if (plan.kept && statement.text.includes('case_count')) {
          expect(steps.filter(({ table }) => table === 'c' || table === 'collection_case')).toEqual([]);
          for (const { key } of steps.filter(({ table }) => table === 'case_count'))
            expect(key).toBe('PRIMARY');
          continue;
        }
        expect(reads.length).toBeGreaterThan(0);
        for (const step of reads) {
          expect([plan.index, plan.counted?.index]).toContain(step.key);
          expect(['ref', 'range', 'const']).toContain(step.type);
          const narrow =
            name === 'own' || name === 'group' || 'loanId' in variant || 'borrowerId' in variant || phone;
          if (!narrow) expect(step.Extra).not.toMatch(/filesort|temporary/);
        }
      }
    },
  );
});
