import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mysql, { type PoolConnection } from 'mysql2/promise';
import type { CaseGroupCounts, CaseRow } from '../../../contract/cases/cases.js';
import { CASE_GROUP_NAMES, CASE_GROUPS } from '../../../contract/codes.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import { keptCounts } from '../../../server/domain/cases/list/case-counts.sql.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { projectCaseCounts } from '../../../workers/case-count-projection.js';
import { pay } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { planOf } from '../../support/plan.js';
import { createStack, type Stack } from '../../support/stack.js';
import { startWorkers } from '../../support/workers.js';
import { contactOf, createDesk, openCase, requestId, type Desk, type DeskPerson } from './desk.js';

const CASES = 24;
const WATCHERS = ['leader', 'otherLeader', 'supervisor', 'otherAdmin'] as const;

let stack: Stack;
let desk: Desk;
const cases: { id: number; contactId: number }[] = [];

beforeAll(async () => {
  stack = await createStack();
  desk = await createDesk();
  for (let n = 0; n < CASES; n++) {
    const id = await openCase(desk, n % 3 === 0 ? 'colleague' : 'collector', { daysLate: 5 + n });
    cases.push({ id, contactId: await contactOf(desk, id) });
  }
});
afterAll(async () => {
  await desk.api.close();
  await stack.close();
});

const counted = async (sight: string, ids: readonly number[]) => {
  const where = { text: `${sight} IN (${ids.join(',') || 'NULL'})`, params: [] };
  const rows = await desk.api.rows<{ status: string; isOpen: number; due: string | null; n: number }>(sql`
    SELECT status, is_open AS isOpen, promise_due AS due, COUNT(*) AS n FROM collection_case WHERE ${where}
    GROUP BY status, is_open, promise_due`);
  const sum = (of: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(of).reduce((total, { n }) => total + n, 0);
  const groups = CASE_GROUP_NAMES.map((name) => [
    name,
    sum(({ status }) => (CASE_GROUPS[name] as readonly string[]).includes(status)),
  ]);
  const promisedToday = sum(({ isOpen, due }) => isOpen === 1 && due === businessDay(new Date()));
  return { ...Object.fromEntries(groups), promisedToday, open: sum(({ isOpen }) => isOpen === 1) };
};
const answered = async (person: DeskPerson) => {
  const [{ data: counts }, { data: page }] = await Promise.all([
    desk.as[person].get<CaseGroupCounts>('task/counts'),
    desk.as[person].get<Page<CaseRow>>('task/listing'),
  ]);
  const { newCollection, inCollection, promised, collected, promisedToday } = counts;
  return { newCollection, inCollection, promised, collected, promisedToday, open: page.totalCount };
};
const sightOf = (person: DeskPerson): [string, number[]] => {
  const { org } = desk;
  if (person === 'leader') return ['group_id', [org.groupId]];
  if (person === 'otherLeader') return ['group_id', [org.otherGroupId]];
  if (person === 'supervisor') return ['institution_id', [org.institutionId]];
  return ['institution_id', [org.otherInstitutionId]];
};
async function allAgree(): Promise<void> {
  for (const person of WATCHERS) expect(await answered(person)).toEqual(await counted(...sightOf(person)));
}
const replayed = async () => (await new ReplayService(desk.api.get(Database)).check()).differences;
const noted = async () =>
  (await desk.api.rows<{ n: number }>(sql`SELECT COUNT(*) AS n FROM case_count_change`))[0]!.n;
const onConnection = async (work: (connection: PoolConnection) => Promise<void>): Promise<void> => {
  const connection = await desk.api.get(Database).writer();
  await work(connection).finally(() => connection.release());
};

const record = ({ id, contactId }: (typeof cases)[number], n: number) => {
  const promise = { promiseDate: addDays(businessDay(new Date()), n % 2), promiseAmount: 1_000 + n };
  return desk.as[n % 3 === 0 ? 'colleague' : 'collector'].post('task/record', {
    taskId: id,
    contactId,
    contactType: 'CALL',
    callStatus: n % 4 === 0 ? 'NO_ANSWER' : 'CONNECTED',
    callResult: n % 4 === 0 ? 'RETRY' : 'PTP',
    nextFollowUpAt: new Date(Date.now() + 3_600_000).toISOString(),
    clientRequestId: requestId(),
    ...(n % 4 === 0 ? {} : promise),
  });
};

describe('the kept counts of cases', () => {
  it('are exact before anybody has added them up, and after', async () => {
    expect(await noted()).toBeGreaterThan(0);
    await allAgree();
    await onConnection(async (connection) => expect(await projectCaseCounts(connection)).toBe(false));
    expect(await noted()).toBe(0);
    await allAgree();
    expect(await replayed()).toEqual([]);
  });

  it('follow records, moves and payments that come at once, while the relay folds and loses its connection', async () => {
    const workers = await startWorkers();
    try {
      const acts = cases.flatMap((one, n) => [
        record(one, n),
        desk.as.leader.post('management/task/batchBindAgent', {
          taskIds: [one.id],
          agentId: desk.people[n % 2 === 0 ? 'collector' : 'colleague'].id,
        }),
        n % 5 === 0 ? desk.as.leader.post('management/task/withdraw', { taskIds: [one.id] }) : undefined,
        record(one, n + 1),
        n % 4 === 0 ? settle(one.id) : undefined,
      ]);
      const killed = desk.api
        .rows<{ id: number | null }>(sql`SELECT IS_USED_LOCK(CONCAT('relay.', DATABASE())) AS id`)
        .then(([held]) =>
          held?.id ? desk.api.get(Database).run({ text: `KILL ${held.id}`, params: [] }) : null,
        );
      await Promise.all([...acts, killed]);
      await allAgree();
      await eventually(async () => expect(await noted()).toBe(0));
      await allAgree();
      expect(await replayed()).toEqual([]);
    } finally {
      await workers.close();
    }
    const { collected, promised } = await counted(...sightOf('leader'));
    expect(collected).toBeGreaterThan(0);
    expect(promised).toBeGreaterThan(0);
  });

  it('lose and double nothing when a fold dies between its first statement and its COMMIT', async () => {
    await openCase(desk, 'collector', { daysLate: 3 });
    const before = await noted();
    expect(before).toBeGreaterThan(0);
    const dying = await mysql.createConnection({
      uri: process.env['DATABASE_URL']!,
      multipleStatements: true,
    });
    const query = (text: string, values: unknown[] = []) =>
      dying.query({ sql: text.replace(/COMMIT\s*$/, 'DO 1'), values });
    await projectCaseCounts({ query } as unknown as PoolConnection);
    dying.destroy();
    await eventually(async () => {
      await allAgree();
      expect(await noted()).toBe(before);
    });
    await onConnection(async (connection) => void (await projectCaseCounts(connection)));
    await allAgree();
    expect(await replayed()).toEqual([]);
  });

  it('are held against the cases by the replay', async () => {
    const id = desk.org.groupId;
    const drift = (n: number) =>
      desk.api.rows(
        sql`UPDATE case_count SET n = n + ${n} WHERE scope = 'group' AND scope_id = ${id} AND bucket = 'C31'`,
      );
    await drift(1);
    expect(await replayed()).toEqual([`cases of group ${id} in C31: 1 too many`]);
    await drift(-1);
    expect(await replayed()).toEqual([]);
  });

  it('are read without a look at the cases', async () => {
    const scope = { key: 'institution', ids: [desk.org.institutionId] } as const;
    const steps = await planOf(desk.api, keptCounts(scope, ['C10', '2026-11-22']));
    const tables = steps.map(({ table }) => table);
    expect(tables).not.toContain('collection_case');
    expect(steps.find(({ table }) => table === 'case_count')).toMatchObject({ key: 'PRIMARY' });
  });
});

async function settle(id: number): Promise<void> {
  const [row] = await desk.api.rows<{ externalId: string; amount: number }>(sql`
    SELECT i.external_id AS externalId, c.amount_due AS amount FROM collection_case c
    JOIN loan_item i ON i.id = c.loan_item_id WHERE c.id = ${id}`);
  const { externalId, amount } = row!;
  await pay(desk.api, { loanItemExternalId: externalId, amount, providerReference: requestId() });
}
