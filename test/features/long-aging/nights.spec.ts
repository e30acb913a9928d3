import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { AccrualsService } from '../../../server/features/accruals/accruals.service.js';
import { LongAgingService } from '../../../server/features/case-work/long-aging/long-aging.service.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { DaysService } from '../../../server/features/case-work/score-cards/days.service.js';
import { ScoreCardsService } from '../../../server/features/case-work/score-cards/score-cards.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work.js';
import { jobsFor } from '../../../workers/subscriptions.js';
import type { AnyEvent } from '../../../contract/events/events.js';
import { pay } from '../../support/cases.js';
import { shiftDate } from '../../support/clock.js';
import { useDesk } from '../../support/site.js';
import { createDesk, type DeskPerson } from '../cases/desk.js';
import { loanRow } from '../imports/portfolio.js';

let next = 800_000;

const { desk } = useDesk(createDesk);
afterEach(() => void jest.useRealTimers());

interface Wish {
  daysLate: number;
  owner?: DeskPerson;
  queueCode?: string;
}
interface Row {
  id: number;
  status: string;
  kind: string;
  amount: number;
  dueDate: string;
  ownerId: number | null;
  promiseId: number | null;
  leadId: number | null;
  loanItemId: number;
  number: string;
}

/** A borrower whose loan items each have a case of their own, opened two days ago. @returns the borrower's number */
async function borrower(wishes: Wish[]): Promise<string> {
  const n = next++;
  const rows = wishes.map(({ daysLate, queueCode }) => {
    const item = next++;
    const cells = {
      ...loanRow(n).cells,
      loanExternalId: `L-${item}`,
      loanItemExternalId: `I-${item}`,
      dueDate: addDays(businessDay(new Date()), -daysLate),
      ...(queueCode ? { queueCode } : {}),
    };
    return { line: item, cells };
  });
  await desk.api.get(ImportsService).importRows(rows);
  for (const [index, { owner }] of wishes.entries()) {
    await desk.api.rows(sql`
      UPDATE collection_case SET opened_at = opened_at - INTERVAL 2 DAY, accrued_on = NULL,
        owner_id = ${owner ? desk.people[owner].id : null}, group_id = ${owner ? desk.org.groupId : null},
        status = ${owner ? 'C01' : 'C00'}
      WHERE loan_no = ${rows[index]!.cells.loanItemExternalId}`);
  }
  return `B-${n}`;
}
function casesOf(of: string): Promise<Row[]> {
  return desk.api.rows<Row>(sql`
    SELECT c.id, c.status, c.kind, c.amount_due AS amount, c.due_date AS dueDate, c.owner_id AS ownerId,
      c.promise_id AS promiseId, i.lead_item_id AS leadId, i.id AS loanItemId, c.loan_no AS number
    FROM collection_case c JOIN borrower b ON b.id = c.borrower_id JOIN loan_item i ON i.id = c.loan_item_id
    WHERE b.external_id = ${of} ORDER BY c.id`);
}
async function promise(caseId: number, collector: DeskPerson, amount = 10_000): Promise<number> {
  const id = next++;
  const today = businessDay(new Date());
  await desk.api.rows(sql`
    INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
    VALUES (${id}, ${caseId}, ${desk.people[collector].id}, ${amount}, ${today},
      ${new Date(Date.now() + 86_400_000)}, 'OPEN', ${new Date(Date.now() - 3_600_000)})`);
  await desk.api.rows(sql`
    UPDATE collection_case SET status = 'C20', promise_id = ${id}, promise_amount = ${amount}, promise_due = ${today}
    WHERE id = ${caseId}`);
  return id;
}
const promiseRow = async (id: number) =>
  (
    await desk.api.rows<{ caseId: number; status: string }>(sql`
      SELECT case_id AS caseId, status FROM promise WHERE id = ${id}`)
  )[0]!;
async function plan(of: string): Promise<number> {
  const [sum] = await desk.api.rows<{ due: string }>(sql`
    SELECT SUM(p.principal + p.interest + p.penalty + p.iva - p.paid) AS due
    FROM plan_row p JOIN loan_item i ON i.id = p.loan_item_id JOIN borrower b ON b.id = i.borrower_id
    WHERE b.external_id = ${of} AND p.claimed = 1`);
  return Number(sum!.due);
}
async function events(caseId: number): Promise<string[]> {
  const rows = await desk.api.rows<{ name: string }>(sql`
    SELECT name FROM domain_event WHERE case_id = ${caseId} ORDER BY id`);
  return rows.map(({ name }) => name);
}
const accrue = () => {
  const { api } = desk;
  return new AccrualsService(api.get(Database), api.get(UnitOfWork), api.get(Clock)).accrueToday();
};
const planMerge = () => {
  const { api } = desk;
  return new LongAgingService(
    api.get(Database),
    api.get(UnitOfWork),
    api.get(ScoreCardsService),
    api.get(Clock),
  ).mergeToday();
};
async function night(): Promise<number> {
  await accrue();
  return planMerge();
}
const differences = async () => (await new ReplayService(desk.api.get(Database)).check()).differences;

describe('a night', () => {
  it('makes a case long-aging from the day that its queue says, and leaves it with its collector', async () => {
    const [old, young] = [await borrower([{ daysLate: 31, owner: 'collector' }]), await borrower([{ daysLate: 30 }])]; // prettier-ignore
    await night();
    const [turned] = await casesOf(old);
    expect(turned).toMatchObject({ kind: 'LONG_AGING', status: 'C01', ownerId: desk.people.collector.id });
    expect(await events(turned!.id)).toEqual(['case.opened', 'case.accrued', 'case.turnedLongAging']);
    expect(await casesOf(young)).toMatchObject([{ kind: 'STANDARD' }]);
    const listed = await desk.as.admin.get<{ result: { id: number }[] }>('task/LongAgingListing?size=200');
    expect(listed.data.result.map(({ id }) => id)).toContain(turned!.id);
  });

  it('goes by the queue’s own days, and never touches a queue without', async () => {
    const ages = (days: number | null) =>
      desk.api.rows(sql`UPDATE queue SET long_aging_dpd = ${days} WHERE id = ${desk.org.queueId}`);
    await ages(null);
    const never = await borrower([{ daysLate: 400 }]);
    await night();
    expect(await casesOf(never)).toMatchObject([{ kind: 'STANDARD' }]);
    await ages(401);
    await night();
    expect(await casesOf(never)).toMatchObject([{ kind: 'STANDARD' }]);
    await ages(31);
    await night();
    expect(await casesOf(never)).toMatchObject([{ kind: 'LONG_AGING' }]);
  });

  it('gathers the borrower’s other overdue loans in it, with days, boards and log at one', async () => {
    const of = await borrower([
      { daysLate: 40, owner: 'collector' },
      { daysLate: 10, owner: 'colleague' },
      { daysLate: 3 },
      { daysLate: -3 },
    ]);
    const before = await casesOf(of);
    const kept = await promise(before[1]!.id, 'colleague');
    await desk.api.get(DaysService).openAll();
    await night();
    const [oldest, lead, third, ...notDue] = (await casesOf(of)) as [Row, Row, Row];
    expect(lead).toMatchObject({ kind: 'LONG_AGING', status: 'C20', ownerId: desk.people.colleague.id });
    expect(lead).toMatchObject({ promiseId: kept, leadId: null, dueDate: before[0]!.dueDate });
    for (const merged of [oldest, third])
      expect(merged).toMatchObject({ kind: 'STANDARD', status: 'C30', amount: 0, ownerId: null, leadId: lead.loanItemId }); // prettier-ignore
    expect(notDue).toEqual([]);
    expect(lead.amount).toBe(await plan(of));
    expect(await events(oldest.id)).toEqual(['case.opened', 'case.accrued', 'case.merged']);
    expect((await events(lead.id)).slice(2)).toEqual(['case.turnedLongAging', 'case.extended', 'case.extended']); // prettier-ignore
    expect(await promiseRow(kept)).toMatchObject({ caseId: lead.id, status: 'OPEN' });
    const inBase = await desk.api.rows<{ inBase: number }>(sql`
      SELECT in_base AS inBase FROM collector_day_case WHERE case_id = ${oldest.id}`);
    expect(inBase).toEqual([{ inBase: 0 }]);
    expect(await differences()).toEqual([]);
    expect((await desk.as.collector.get(`task/info/${oldest.id}`)).code).toBe('21');
    await pay(desk.api, { providerReference: 'NIGHT-1', loanItemExternalId: oldest.number, amount: lead.amount }); // prettier-ignore
    expect((await casesOf(of))[1]).toMatchObject({ status: 'C31', amount: 0 });
    expect(await promiseRow(kept)).toMatchObject({ status: 'KEPT' });
    expect(await differences()).toEqual([]);
  });

  it('joins the long-aging case of other nights; a promise goes along when that has none', async () => {
    const of = await borrower([{ daysLate: 45, owner: 'collector' }]);
    await night();
    const [lead] = (await casesOf(of)) as [Row];
    for (const carries of [true, false]) {
      const other = await borrower([{ daysLate: 4, owner: 'colleague' }]);
      await desk.api.rows(sql`
        UPDATE collection_case c JOIN loan_item i ON i.id = c.loan_item_id
          JOIN borrower mine ON mine.external_id = ${of} JOIN borrower theirs ON theirs.external_id = ${other}
        SET c.borrower_id = mine.id, i.borrower_id = mine.id WHERE c.borrower_id = theirs.id`);
      const joined = (await casesOf(of)).at(-1)!;
      const promiseId = await promise(joined.id, 'colleague');
      await night();
      const [after] = (await casesOf(of)) as [Row];
      expect(after.amount).toBe(await plan(of));
      expect(after.ownerId).toBe(lead.ownerId);
      expect((await casesOf(of)).at(-1)).toMatchObject({ id: joined.id, status: 'C30', promiseId: null });
      if (carries) {
        expect(after).toMatchObject({ status: 'C20', promiseId });
        expect(await promiseRow(promiseId)).toEqual({ caseId: lead.id, status: 'OPEN' });
        expect(await events(lead.id)).toContain('promise.carried');
      } else {
        expect(after.promiseId).not.toBe(promiseId);
        expect(await promiseRow(promiseId)).toEqual({ caseId: joined.id, status: 'CANCELLED' });
      }
    }
    const state = await desk.as.admin.get<{ state: object }>(
      `task/timeline/${lead.id}?asOf=${new Date(Date.now() + 1000).toISOString()}`,
    );
    const [after] = (await casesOf(of)) as [Row];
    const { status, amount: amountDue, promiseId: id } = after;
    expect(state.data.state).toMatchObject({ status, amountDue, promise: { id } });
    shiftDate(Date.now() + 2 * 86_400_000);
    expect(await desk.api.get(PromisesService).settle(id!)).toBe('BROKEN');
    expect((await casesOf(of))[0]).toMatchObject({ status: 'C10', promiseId: null });
  });

  it('run twice, at once, or after one that died changes nothing more', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, () => borrower([{ daysLate: 50, owner: 'collector' }, { daysLate: 8 }])),
    );
    await accrue();
    const counts = await Promise.all([planMerge(), planMerge(), night()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    const once = await Promise.all(people.map(casesOf));
    expect(await night()).toBe(0);
    expect(await Promise.all(people.map(casesOf))).toEqual(once);
    for (const [index, [lead, joined]] of once.entries()) {
      expect(lead).toMatchObject({ kind: 'LONG_AGING', amount: await plan(people[index]!) });
      expect(joined).toMatchObject({ status: 'C30', leadId: lead!.loanItemId });
      expect((await events(lead!.id)).filter((name) => name === 'case.extended')).toHaveLength(1);
    }
    expect(await differences()).toEqual([]);
  });

  it('of the next day accrues on every item once', async () => {
    const of = await borrower([{ daysLate: 60 }, { daysLate: 12 }]);
    await night();
    const [before] = (await casesOf(of)) as [Row];
    expect(before.amount).toBe(await plan(of));
    shiftDate(Date.now() + 86_400_000);
    await night();
    const [after] = (await casesOf(of)) as [Row];
    expect(after.amount).toBeGreaterThan(before.amount);
    expect(after.amount).toBe(await plan(of));
    expect(await night()).toBe(0);
    expect((await casesOf(of))[0]).toEqual(after);
  });

  it('gathers nothing in a case that was withdrawn', async () => {
    const of = await borrower([{ daysLate: 70 }, { daysLate: 70 }]);
    const [first] = (await casesOf(of)) as [Row];
    await desk.api.rows(sql`
      UPDATE collection_case SET kind = 'LONG_AGING', status = 'C40' WHERE id = ${first.id}`);
    await night();
    expect((await casesOf(of))[1]).toMatchObject({ kind: 'STANDARD', status: 'C00', leadId: null });
  });

  it('ends the codes and reviews the messages of what was merged', async () => {
    const payload = {
      ...{ caseId: 5, from: null, to: null, amount: 1, reason: null },
      ...({ statusBefore: 'C01', statusAfter: 'C30' } as const),
    };
    const jobs = jobsFor({ id: 9, name: 'case.merged', payload } as AnyEvent);
    expect(jobs.map(({ name, data }) => [name, data])).toEqual([
      ['messages.review', { caseIds: [5] }],
      ['repaymentCodes.cancelOf', { caseId: 5 }],
    ]);
  });
});
