import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseInfo, CasePage } from '../../../contract/cases/cases.js';
import type { LongAgingItem } from '../../../contract/cases/long-aging.js';
import type { Page } from '../../../contract/shared/page.js';
import { AccrualsService } from '../../../server/features/accruals/accruals.service.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import type { SourceRow } from '../../../server/domain/imports/loan-row.rules.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { pay } from '../../support/cases.js';
import { useDesk } from '../../support/site.js';
import { loanRow } from '../imports/portfolio.js';
import { createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

let next = 500_000;
/** Amount of one row of the loan book. */
const ITEM = 119_458;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  const [id] = await desk.api.get(Ids).takeMany(1);
  await desk.api.rows(sql`
    INSERT INTO queue (id, institution_id, code, name, kind, min_dpd)
    VALUES (${id!}, ${desk.org.institutionId}, 'LARGA', 'Larga', 'LONG_AGING', 31)`);
});

/** Loan items of one borrower for the long-aging queue. */
function itemsOf(count: number, cells: Record<string, string> = {}, daysLate = 45): SourceRow[] {
  const borrower = next++;
  return Array.from({ length: count }, (_, index) => {
    const n = next++;
    const person = loanRow(borrower).cells;
    return loanRow(
      n,
      {
        ...person,
        queueCode: 'LARGA',
        loanExternalId: `L-${n}`,
        loanItemExternalId: `I-${n}`,
        dueDate: loanRow(n, {}, daysLate + index).cells['dueDate'],
        ...cells,
      },
      daysLate,
    );
  });
}
const numberOf = (row: SourceRow) => row.cells['loanItemExternalId']!;
const takeIn = (rows: SourceRow[]) => desk.api.get(ImportsService).importRows(rows);

interface Row {
  id: number;
  status: string;
  kind: string;
  amountDue: number;
  dueDate: string;
}
async function casesOf(row: SourceRow): Promise<Row[]> {
  return desk.api.rows<Row>(sql`
    SELECT c.id, c.status, c.kind, c.amount_due AS amountDue, c.due_date AS dueDate
    FROM collection_case c JOIN borrower b ON b.id = c.borrower_id
    WHERE b.external_id = ${row.cells['borrowerExternalId']!} ORDER BY c.id`);
}
/** Unpaid of all the borrower's loan items. */
async function dueOf(row: SourceRow): Promise<number> {
  const [sum] = await desk.api.rows<{ due: string }>(sql`
    SELECT SUM(p.principal + p.interest + p.penalty + p.iva - p.paid) AS due
    FROM plan_row p JOIN loan_item i ON i.id = p.loan_item_id JOIN borrower b ON b.id = i.borrower_id
    WHERE b.external_id = ${row.cells['borrowerExternalId']!}`);
  return Number(sum!.due);
}
async function own(caseId: number, who: DeskPerson = 'collector'): Promise<void> {
  await desk.api.rows(sql`
    UPDATE collection_case SET owner_id = ${desk.people[who].id}, group_id = ${desk.org.groupId}, status = 'C01'
    WHERE id = ${caseId}`);
}
const longAging = (who: DeskPerson, value: number) =>
  desk.api.rows(sql`UPDATE user SET long_aging = ${value} WHERE id = ${desk.people[who].id}`);

describe('the intake of a long-aging queue', () => {
  it('opens one case for all loan items of a borrower, in one file or in several', async () => {
    const rows = itemsOf(3);
    await takeIn(rows.slice(0, 2));
    expect(await casesOf(rows[0]!)).toMatchObject([
      { status: 'C00', kind: 'LONG_AGING', amountDue: 2 * ITEM },
    ]);
    await takeIn(rows);
    const [only, ...others] = await casesOf(rows[0]!);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ amountDue: 3 * ITEM, dueDate: rows[2]!.cells['dueDate'] });
    await takeIn(rows);
    expect(await casesOf(rows[0]!)).toEqual([only]);
    const events = await desk.api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE case_id = ${only!.id} ORDER BY id`);
    expect(events.map(({ name }) => name)).toEqual(['case.opened', 'case.extended', 'case.extended']);
    expect(JSON.parse(events[2]!.payload)).toMatchObject({ addedAmount: ITEM, amount: 3 * ITEM });
  });

  it('opens one when two files with items of one borrower are taken in at once', async () => {
    const rows = itemsOf(4);
    await takeIn(rows.slice(0, 1));
    await Promise.all(rows.slice(1).map((row) => takeIn([row])));
    expect(await casesOf(rows[0]!)).toMatchObject([{ amountDue: 4 * ITEM }]);
  });

  it('grows the case by a new period of any of its items', async () => {
    const rows = itemsOf(2);
    await takeIn(rows);
    const period = {
      ...rows[1]!,
      cells: { ...rows[1]!.cells, period: '2', principal: '500.00', interest: '0', penalty: '0', iva: '0' },
    };
    await takeIn([period]);
    expect(await casesOf(rows[0]!)).toMatchObject([{ amountDue: 2 * ITEM + 50_000 }]);
    expect(await dueOf(rows[0]!)).toBe(2 * ITEM + 50_000);
  });

  it('leaves the loan items of other queues to their own cases', async () => {
    const rows = itemsOf(2, { queueCode: 'Q1' });
    await takeIn(rows);
    expect(await casesOf(rows[0]!)).toMatchObject([{ kind: 'STANDARD', amountDue: ITEM }, { kind: 'STANDARD', amountDue: ITEM }]); // prettier-ignore
  });
});

describe('money for a long-aging case', () => {
  it('pays the item it names first and then the others, and settles the case with the last', async () => {
    const rows = itemsOf(3);
    await takeIn(rows);
    const [{ id }] = (await casesOf(rows[0]!)) as [Row];
    await own(id);
    const status = async () =>
      (
        await desk.api.rows<{ status: number }>(sql`
          SELECT loan_status AS status FROM loan_item
          WHERE external_id IN (${numberOf(rows[0]!)}, ${numberOf(rows[1]!)}, ${numberOf(rows[2]!)}) ORDER BY id`)
      ).map((row) => row.status);
    const send = (providerReference: string, more: object) => pay(desk.api, { providerReference, ...more });
    await send('LA-1', { loanItemExternalId: numberOf(rows[1]!), amount: ITEM + 10_000 });
    expect(await casesOf(rows[0]!)).toMatchObject([{ status: 'C01', amountDue: 2 * ITEM - 10_000 }]);
    expect(await status()).toEqual([40, 50, 40]);
    expect((await desk.as.collector.get<CaseInfo>(`task/info/${id}`)).data.loanStatus).toBe(40);
    await send('LA-2', { loanItemExternalId: numberOf(rows[2]!), amount: 2 * ITEM - 10_000 });
    expect(await casesOf(rows[0]!)).toMatchObject([{ status: 'C31', amountDue: 0 }]);
    expect(await status()).toEqual([50, 50, 50]);
    expect(await dueOf(rows[0]!)).toBe(0);
    await send('LA-3', {
      type: 'REVERSAL',
      originalReference: 'LA-2',
      amount: 2 * ITEM - 10_000,
      channel: undefined,
    });
    expect(await casesOf(rows[0]!)).toMatchObject([{ status: 'C10', amountDue: 2 * ITEM - 10_000 }]);
    expect(await status()).toEqual([40, 50, 40]);
    expect(await dueOf(rows[0]!)).toBe(2 * ITEM - 10_000);
    expect((await new ReplayService(desk.api.get(Database)).check()).differences).toEqual([]);
  });

  it('is never an extension’s fee while several loan items are in it', async () => {
    const rows = itemsOf(2);
    await takeIn(rows);
    const [{ id }] = (await casesOf(rows[0]!)) as [Row];
    await own(id);
    const wish = { taskId: id, percent: 20, clientRequestId: requestId() };
    expect((await desk.as.collector.post('loan/manualDelay', wish)).code).toBe('31');
  });

  it('for two of its items at once is counted twice and lost never', async () => {
    const rows = itemsOf(2);
    await takeIn(rows);
    const sent = Array.from({ length: 10 }, (_, index) =>
      pay(desk.api, {
        providerReference: `LA-P-${index}`,
        loanItemExternalId: numberOf(rows[index % 2]!),
        amount: 1_000,
      }),
    );
    expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => '00'));
    expect(await casesOf(rows[0]!)).toMatchObject([{ amountDue: 2 * ITEM - 10_000 }]);
    expect(await dueOf(rows[0]!)).toBe(2 * ITEM - 10_000);
  });
});

describe('a night', () => {
  it('accrues on every item, and the case owes what they do', async () => {
    const rows = itemsOf(2);
    await takeIn(rows);
    const [{ id }] = (await casesOf(rows[0]!)) as [Row];
    await desk.api.rows(
      sql`UPDATE collection_case SET opened_at = opened_at - INTERVAL 2 DAY, accrued_on = NULL WHERE id = ${id}`,
    );
    const { api } = desk;
    await new AccrualsService(api.get(Database), api.get(UnitOfWork), api.get(Clock)).accrueToday();
    const [after] = await casesOf(rows[0]!);
    expect(after!.amountDue).toBeGreaterThan(2 * ITEM);
    expect(after!.amountDue).toBe(await dueOf(rows[0]!));
    const events = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE case_id = ${id} AND name = 'case.accrued'`);
    expect(events.map(({ payload }) => (JSON.parse(payload) as { amount: number }).amount)).toEqual([
      after!.amountDue,
    ]);
    const info = await desk.as.admin.get<CaseInfo>(`task/info/${id}`);
    const { principal, interest, penaltyInterest, iva, amount, kind } = info.data;
    expect([principal + interest + penaltyInterest + iva, kind]).toEqual([amount, 'LONG_AGING']);
  });
});

describe('the calls', () => {
  let caseId: number;
  let rows: SourceRow[];
  beforeAll(async () => {
    rows = itemsOf(3);
    await takeIn(rows);
    caseId = (await casesOf(rows[0]!))[0]!.id;
    await own(caseId);
    await openCase(desk, 'collector');
    await longAging('collector', 1);
  });
  const items = (who: DeskPerson, query = '') =>
    desk.as[who].get<Page<LongAgingItem>>(`task/loanItemInfoLongAging?longAgingTasksId=${caseId}${query}`);
  const listing = (who: DeskPerson, query = '') =>
    desk.as[who].get<CasePage>(`task/LongAgingListing${query}`);

  it('are for whoever has the role or the permission', async () => {
    const answers: [DeskPerson, boolean][] = [['collector', true], ['colleague', false], ['leader', true], ['supervisor', true], ['admin', true]]; // prettier-ignore
    for (const [who, expected] of answers) {
      expect({ [who]: (await desk.as[who].get('task/getIsLongAging')).data }).toEqual({ [who]: expected });
      const code = expected ? '00' : '20';
      expect({ [who]: (await listing(who)).code }).toEqual({ [who]: code });
      expect({ [who]: (await items(who)).code }).toEqual({ [who]: who === 'colleague' ? '20' : '00' });
    }
  });

  it('list long-aging cases alone, in every scope, 15 on a page', async () => {
    const ids = ({ data }: { data: CasePage }) => data.result.map(({ id }) => id);
    for (const who of ['collector', 'leader', 'admin'] as const) {
      const all = await listing(who, '?size=200');
      expect(ids(all)).toContain(caseId);
      const kinds = await desk.api.rows<{ kind: string }>({
        text: `SELECT DISTINCT kind FROM collection_case WHERE id IN (${ids(all).join()})`,
        params: [],
      });
      expect(kinds).toEqual([{ kind: 'LONG_AGING' }]);
      expect(all.data.totalCount).toBe(ids(all).length);
    }
    await takeIn(Array.from({ length: 14 }, () => itemsOf(1)[0]!));
    const first = await listing('admin');
    expect(first.data.result).toHaveLength(15);
    const second = await listing('admin', '?page=2');
    expect(second.data.result.length).toBe(first.data.totalCount - 15);
    expect((await listing('admin', '?status=C01')).data.result.map(({ id }) => id)).toContain(caseId);
    expect(
      (await listing('admin', `?borrowerName=${encodeURIComponent('María Seed')}`)).data.totalCount,
    ).toBeGreaterThan(0);
    expect((await listing('collector', '?page=0')).code).toBe('22');
  });

  it('page through the loan items of a case', async () => {
    const { data } = await items('collector');
    expect(data.totalCount).toBe(3);
    expect(data.result.map(({ loanId }) => loanId)).toEqual(rows.map(numberOf));
    expect(data.result[0]).toMatchObject({
      amount: ITEM,
      loanStatus: 40,
      penaltyDay: 45,
      appName: 'Prestamo Ya',
    });
    const last = await items('collector', '&page=2&size=2');
    expect(last.data).toMatchObject({ totalCount: 3, result: [{ loanId: numberOf(rows[2]!) }] });
    const { loanItemId } = last.data.result[0]!;
    const plan = await desk.as.collector.get<Page<object>>(
      `repay/details?taskId=${caseId}&loanItemId=${loanItemId}`,
    );
    expect(plan.data).toMatchObject({ totalCount: 1, result: [{ repaymentTotalAmount: ITEM }] });
    expect((await desk.as.collector.get(`task/loanItemInfo/${loanItemId}?taskId=${caseId}`)).code).toBe('00');
  });

  it('know no case of others; a case that is not long-aging has its one item', async () => {
    await longAging('stranger', 1);
    for (const who of ['stranger', 'otherLeader', 'otherAdmin'] as const)
      expect({ [who]: (await items(who)).code }).toEqual({ [who]: '21' });
    const standard = await openCase(desk, 'collector');
    const ask = (id: unknown) =>
      desk.as.collector.get(`task/loanItemInfoLongAging?longAgingTasksId=${String(id)}`);
    expect((await ask(standard)).data).toMatchObject({ totalCount: 1, result: [{ amount: ITEM }] });
    expect((await ask('x')).code).toBe('22');
    expect((await desk.as.collector.get('task/loanItemInfoLongAging')).code).toBe('22');
  });
});
