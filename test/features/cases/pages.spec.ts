import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CaseGroupCounts, CasePage, LaneCase } from '../../../contract/cases/cases.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase, pay } from '../../support/cases.js';
import { configure } from '../../support/configured.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, type DeskPerson } from './desk.js';

const SIZE = 3;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  // Many share a due date and an amount: the way goes on among equals.
  for (let index = 0; index < 20; index++) {
    const group = index % 5 === 4 ? 'stranger' : 'collector';
    const id = await openCase(desk, group, { daysLate: 10 + (index % 3), status: index % 2 ? 'C10' : 'C01' });
    await desk.api.rows(sql`
      UPDATE collection_case SET amount_due = ${10_000 * (1 + (index % 4))},
        next_follow_up_at = ${new Date(Date.now() - 3_600_000 * (1 + (index % 3)))} WHERE id = ${id}`);
  }
});

const list = async (person: DeskPerson, query: string) =>
  (await desk.as[person].get<CasePage>(`task/listing?${query}`)).data;
const ids = (page: CasePage) => page.result.map(({ id }) => id);

describe('the way through a wide list', () => {
  it.each<[DeskPerson, string]>([
    ['admin', ''],
    ['admin', 'order=asc'],
    ['admin', 'sort=amount'],
    ['admin', 'sort=amount&order=asc'],
    ['admin', 'group=inCollection'],
    ['admin', 'group=newCollection&order=asc'],
    ['admin', 'due=now'],
    ['leader', ''],
    ['leader', 'sort=amount'],
    ['leader', 'status=C10'],
    ['collector', 'sort=penaltyDay'],
  ])('leads the %s through "%s" and back without a hole', async (person, query) => {
    const whole = ids(await list(person, `${query}&size=200`));
    expect(whole.length).toBeGreaterThan(SIZE * 2);
    const forward: number[][] = [];
    let page = await list(person, `${query}&size=${SIZE}`);
    expect(page.previous).toBeNull();
    let number = 1;
    for (;;) {
      forward.push(ids(page));
      if (!page.next || forward.length > 20) break;
      number += 1;
      const onward = await list(
        person,
        `${query}&size=${SIZE}&page=${number}&after=${encodeURIComponent(page.next)}`,
      );
      if (onward.result.length === 0) break;
      expect(onward.totalCount).toBe(whole.length);
      page = onward;
    }
    expect(forward.flat()).toEqual(whole);
    while (forward.length > 1) {
      forward.pop();
      number = forward.length;
      page = await list(
        person,
        `${query}&size=${SIZE}&page=${number}&before=${encodeURIComponent(page.previous!)}`,
      );
      expect(ids(page)).toEqual(forward.at(-1));
    }
  });

  it('goes beyond row 10,000, where a number alone does not', async () => {
    const { next } = await list('admin', `size=${SIZE}`);
    const deep = await desk.as.admin.get<CasePage>(
      `task/listing?size=${SIZE}&page=90000&after=${encodeURIComponent(next!)}`,
    );
    expect(deep.code).toBe('00');
    expect(ids(deep.data)).toEqual(ids(await list('admin', `size=${SIZE}&page=2`)));
    expect((await desk.as.admin.get(`task/listing?size=${SIZE}&page=90000`)).code).toBe('22');
  });

  it('is held to the viewer, whatever row it begins at', async () => {
    const { next } = await list('admin', `size=1`);
    const mine = ids(await list('otherLeader', 'size=200'));
    const seen = ids(await list('otherLeader', `size=200&page=2&after=${encodeURIComponent(next!)}`));
    expect(seen.every((id) => mine.includes(id))).toBe(true);
    expect(ids(await list('otherAdmin', `page=2&after=${encodeURIComponent(next!)}`))).toEqual([]);
  });

  it('has none by a score or a name', async () => {
    for (const page of [
      await list('collector', `size=${SIZE}`),
      await list('admin', `size=${SIZE}&borrowerName=M`),
    ])
      expect(page.next).toBeNull();
  });
});

describe('what was paid today', () => {
  it('is found and counted in the scope of the viewer', async () => {
    const own = await createCase(desk.api, desk.org, { ownerId: desk.people.colleague.id });
    const settled = await createCase(desk.api, desk.org, { ownerId: desk.people.colleague.id });
    const far = await createCase(desk.api, desk.org, {
      ownerId: desk.people.stranger.id, groupId: desk.org.otherGroupId,
    }); // prettier-ignore
    for (const [paid, amount] of [[own, 100], [own, 200], [settled, settled.amount], [far, 100]] as const) {
      const message = { providerReference: `ref-${paid.id}-${amount}`, loanItemExternalId: paid.externalId, amount };
      expect((await pay(desk.api, message)).code).toBe('00');
    } // prettier-ignore
    const found = async (person: DeskPerson) => ids(await list(person, 'due=paidToday')).sort();
    const counted = async (person: DeskPerson) =>
      (await desk.as[person].get<CaseGroupCounts>('task/counts')).data.paidToday;
    expect(await found('colleague')).toEqual([own.id, settled.id].sort());
    expect(await found('leader')).toEqual([own.id, settled.id].sort());
    expect(await found('admin')).toEqual([own.id, settled.id, far.id].sort());
    expect(await found('otherAdmin')).toEqual([]);
    expect(ids(await list('colleague', 'due=paidToday&group=collected'))).toEqual([settled.id]);
    expect(
      await Promise.all((['colleague', 'leader', 'admin', 'otherAdmin', 'collector'] as const).map(counted)),
    ).toEqual([2, 2, 3, 0, 0]);
    await desk.api.rows(
      sql`UPDATE payment SET posted_at = posted_at - INTERVAL 1 DAY WHERE case_id = ${own.id}`,
    );
    expect(await found('colleague')).toEqual([settled.id]);
  });
});

describe('the lane', () => {
  const lane = async (person: DeskPerson) => (await desk.as[person].get<LaneCase[]>('task/lane')).data;

  it('has what waits longest first, and says what it is', async () => {
    const id = await openCase(desk, 'colleague', { status: 'C10' });
    const broken = await openCase(desk, 'colleague', { status: 'C10' });
    const promised = await openCase(desk, 'colleague', { status: 'C20' });
    const later = await openCase(desk, 'colleague');
    const soon = await openCase(desk, 'colleague');
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const due = (caseId: number, minutes: number) =>
      desk.api.rows(sql`UPDATE collection_case SET next_follow_up_at = ${at(minutes)} WHERE id = ${caseId}`);
    await due(id, -10);
    await due(broken, -5);
    await due(soon, 20);
    await due(later, 40);
    await desk.api.rows(sql`UPDATE collection_case SET promise_broken_at = ${at(-5)} WHERE id = ${broken}`);
    // Yesterday's: one of today waits since midnight, which may be a minute ago.
    const yesterday = addDays(businessDay(new Date()), -1);
    await desk.api.rows(sql`
      UPDATE collection_case SET promise_due = ${yesterday}, promise_amount = 5 WHERE id = ${promised}`);
    const rows = await lane('colleague');
    expect(rows.map((row) => [row.id, row.kind])).toEqual([
      [promised, 'promise'],
      [id, 'followUp'],
      [broken, 'broken'],
      [soon, 'followUp'],
    ]);
    expect(rows[1]!.borrowerName.length).toBeGreaterThan(0);
    expect(new Date(rows[1]!.at).getTime()).toBeLessThan(Date.now());
  });

  it('holds no more than a dozen, and nobody else’s', async () => {
    expect((await lane('collector')).length).toBe(12);
    expect(await lane('otherAdmin')).toEqual([]);
    const group = await lane('otherLeader');
    expect(group.length).toBeGreaterThan(0);
    const mine = ids(await list('otherLeader', 'size=200'));
    expect(group.every(({ id }) => mine.includes(id))).toBe(true);
  });
});

describe('the list as a file', () => {
  const file = async (person: DeskPerson, query = '', call = 'listing') => {
    const { type, text } = await desk.as[person].agent.get(`/api/task/${call}?output=1&${query}`);
    return { type, text };
  };

  it('holds the rows of the question, masked and with no formula, and is on record', async () => {
    const id = await openCase(desk, 'stranger', { cells: { borrowerName: '=HYPERLINK("x")' } });
    await configure(desk.api, desk.org.institutionId, 'numbers', { roles: ['leader'] });
    const { type, text } = await file('otherLeader', 'sort=amount');
    expect(type).toContain('text/csv');
    const lines = text.trim().split('\n');
    const rows = (await list('otherLeader', 'sort=amount&size=200')).result;
    expect(lines.length).toBe(rows.length + 1);
    expect(lines[0]).toContain('Loan ID');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(rows.map(({ loanId }) => loanId));
    expect(text).toContain(`'=HYPERLINK`);
    expect(text).toContain('••••');
    expect(rows.map((row) => row.id)).toContain(id);
    const events = await desk.api.rows<{ actor: number; payload: string }>(sql`
      SELECT actor_id AS actor, payload FROM domain_event WHERE name = 'list.exported'`);
    expect(events).toEqual([
      {
        actor: desk.people.otherLeader.id,
        payload: JSON.stringify({
          list: 'cases',
          filter: { sort: 'amount', order: 'desc' },
          rows: rows.length,
        }),
      },
    ]);
  });

  it('is for those who may', async () => {
    expect(JSON.parse((await file('collector')).text)).toMatchObject({ code: '20' });
    expect((await file('supervisor')).type).toContain('text/csv');
  });

  it('holds the long-aging cases alone when it was asked for with them', async () => {
    const id = await openCase(desk, 'stranger');
    await desk.api.rows(sql`UPDATE collection_case SET kind = 'LONG_AGING' WHERE id = ${id}`);
    const { type, text } = await file('otherLeader', 'sort=amount', 'LongAgingListing');
    expect(type).toContain('text/csv');
    const [row] = await desk.api.rows<{ loanNo: string }>(sql`
      SELECT loan_no AS loanNo FROM collection_case WHERE id = ${id}`);
    const lines = text.trim().split('\n');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([row!.loanNo]);
    expect(text).toContain('••••');
    expect(JSON.parse((await file('collector', '', 'LongAgingListing')).text)).toMatchObject({ code: '20' });
    await desk.api.rows(sql`UPDATE user SET long_aging = 1 WHERE id = ${desk.people.collector.id}`);
    expect(JSON.parse((await file('collector', '', 'LongAgingListing')).text)).toMatchObject({ code: '20' });
  });

  it('refuses what the list refuses', async () => {
    expect(JSON.parse((await file('admin', 'sort=lastCallTime')).text)).toMatchObject({ code: '22' });
  });
});

describe('the app of a loan', () => {
  it('filters for everybody', async () => {
    const id = await openCase(desk, 'collector', { cells: { appName: 'Efectivo Ya' } });
    for (const person of ['collector', 'leader', 'admin'] as const) {
      expect(ids(await list(person, 'appName=Efectivo Ya'))).toEqual([id]);
      expect(ids(await list(person, 'appName=Efectivo Ya&group=newCollection'))).toEqual([id]);
    }
    expect(ids(await list('otherLeader', 'appName=Efectivo Ya'))).toEqual([]);
  });
});
