import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ExportRequested, ExportFile } from '../../../contract/administration/exports.js';
import { businessDay } from '../../../contract/shared/date.js';
import { RetentionService } from '../../../server/features/retention/retention.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Jobs } from '../../../server/platform/jobs/jobs.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { insertCases } from '../../data/rows.js';
import { shiftDate } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';
import { ExportJobs } from '../../../workers/jobs/export-jobs.js';

const CASES = 5_001;
/** After a semicolon, as half of the world's spreadsheets separate cells. */
const FORMULA = 'b;=1+1';
const DAY_MS = 86_400_000;
const LIST = 'task/listing?output=1&borrowerName=b';

let asker: Client;
let workers: Awaited<ReturnType<typeof startWorkers>> | undefined;

const { stack, api, org } = useSite({ env: { RECOUP_EXPORT_ROWS: String(4 * CASES) } });
beforeAll(async () => {
  const ids = await api.get(Ids).takeMany(CASES * 4);
  for (let at = 0; at < CASES; at += 500) {
    const rows = Array.from({ length: Math.min(500, CASES - at) }, (_, index) => {
      const [id, loanItemId, borrowerId, contactId] = ids.slice((at + index) * 4) as [
        number,
        number,
        number,
        number,
      ];
      return {
        ...{ id, loanItemId, borrowerId, contactId, periods: [100_000], later: [], ownerId: null },
        ...{ externalId: `LI-${id}`, institutionId: org.institutionId, queueId: org.queueId },
        ...{ groupId: org.groupId, name: `B ${id}`, phone: `+5255${String(id).padStart(8, '0')}` },
        ...{ status: 'C00' as const, daysPastDue: 10 },
      };
    });
    for (const statement of insertCases(rows, api.get(Vault))) await api.get(Database).run(statement);
  }
});
beforeEach(async () => {
  asker = await personOf('supervisor');
});
afterEach(async () => {
  await workers?.close();
  workers = undefined;
  jest.useRealTimers();
});

async function personOf(role: 'supervisor' | 'leader'): Promise<Client> {
  return signedIn(api, await createUser(api, org, role));
}
async function ask(person = asker): Promise<number> {
  const answer = await person.get<ExportRequested>(LIST);
  expect(answer).toMatchObject({ code: '00', data: { jobId: expect.any(Number) } });
  return answer.data.jobId;
}
async function listOf(person = asker): Promise<ExportFile[]> {
  return (await person.get<ExportFile[]>('export/list')).data;
}
/** Waits until the jobs have brought the person's file there. */
async function ended(status: ExportFile['status'], person = asker): Promise<void> {
  workers ??= await startWorkers({ processors: true });
  await eventually(async () => {
    const rows = await api.rows(sql`SELECT status FROM export_file WHERE user_id = ${person.person.id}`);
    expect(rows).toEqual([{ status }]);
  });
}
const codeOf = async (person: Client, id: number) => (await person.get(`export/file/${id}`)).code;
async function quotaOf(person = asker): Promise<object | undefined> {
  const [row] = await api.rows(sql`
    SELECT files, row_count AS \`rows\` FROM export_day WHERE user_id = ${person.person.id}`);
  return row;
}
const folder = () => join(stack.dataDir, 'files', 'exports');
const kept = () => readdir(folder());
/** As a browser fetches it by its address: by the cookie alone. */
async function linesOf(id: number): Promise<Record<string, string>[]> {
  const { text, headers } = await asker.agent.get(`/api/export/file/${id}`).unset('x-auth-token');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="cases-.*\.csv"$/);
  return parse(text, { bom: true, columns: true });
}

describe('a list above 5,000 rows', () => {
  it('is written by a job, with all its rows, and told to its asker alone', async () => {
    const other = await personOf('supervisor');
    const [mine, others] = [await TestSocket.open(asker), await TestSocket.open(other)];
    await api.rows(sql`UPDATE collection_case SET borrower_name = ${FORMULA} ORDER BY id LIMIT 1`);
    const id = await ask();
    expect(await listOf()).toMatchObject([{ id, status: 'WAITING', rows: CASES, done: 0 }]);
    expect(await codeOf(asker, id)).toBe('21');
    const isIt = ({ data }: { data: { tags: { type: string }[] } }) =>
      data.tags.some(({ type }) => type === 'Export');
    await ended('READY');
    expect(await listOf()).toMatchObject([{ id, status: 'READY', rows: CASES, done: CASES }]);
    await mine.next('tags.changed', isIt);
    expect(others.of('tags.changed').filter(isIt)).toEqual([]);
    mine.close();
    others.close();
    const rows = await linesOf(id);
    expect(rows).toHaveLength(CASES);
    expect(new Set(rows.map((row) => row['Loan ID'])).size).toBe(CASES);
    expect(rows.map((row) => row['User name'])).toContain("b;'=1+1");
    const [name] = await kept();
    expect(name).toMatch(/\.sealed$/);
    expect(await quotaOf()).toEqual({ files: 1, rows: CASES });
    const events = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'list.exported' AND actor_id = ${asker.person.id}`);
    expect(events.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([
      { list: 'cases', filter: { borrowerName: '•', order: 'desc' }, rows: CASES },
    ]);
    const [row] = await api.rows<{ filter: string; question: Buffer }>(sql`
      SELECT filter, question_enc AS question FROM export_file WHERE id = ${id}`);
    expect(row!.question.includes('borrowerName')).toBe(false);
  });

  it('is nobody else’s', async () => {
    const id = await ask();
    await ended('READY');
    const other = await personOf('supervisor');
    expect(await codeOf(other, id)).toBe('21');
    expect(await listOf(other)).toEqual([]);
    expect(await codeOf(asker, id)).not.toBe('21');
  });

  it('is gone after a day, with its row and its file', async () => {
    const id = await ask();
    await ended('READY');
    const [{ expiresAt }] = (await listOf()) as [ExportFile];
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const before = (await kept()).length;
    const purge = () => workers!.get(RetentionService, { strict: false }).purge();
    await purge();
    expect(await kept()).toHaveLength(before);
    shiftDate(Date.parse(expiresAt) + 1);
    const later = await signedIn(api, asker.person);
    expect(await codeOf(later, id)).toBe('21');
    expect(await listOf(later)).toEqual([]);
    await purge();
    expect(await kept()).toEqual([]);
    expect(await api.rows(sql`SELECT id FROM export_file`)).toEqual([]);
  });

  it.each([
    ['is disabled', sql`enabled = 0`],
    ['has another role', sql`role = 'member'`],
  ])('fails when its asker %s by then, and is given back to the quota', async (_, change) => {
    await ask();
    expect(await quotaOf()).toEqual({ files: 1, rows: CASES });
    await api.rows(sql`UPDATE user SET ${change} WHERE id = ${asker.person.id}`);
    await ended('FAILED');
    expect(await quotaOf()).toEqual({ files: 0, rows: 0 });
    expect(
      await api.rows(sql`SELECT id FROM domain_event
      WHERE name = 'list.exported' AND actor_id = ${asker.person.id}`),
    ).toEqual([]);
  });

  it('is not given to who has lost the permission, or works elsewhere, since it was written', async () => {
    const leader = await personOf('leader');
    const id = await ask(leader);
    await ended('READY', leader);
    const move = async (change: ReturnType<typeof sql>) => {
      await api.rows(sql`UPDATE user SET ${change} WHERE id = ${leader.person.id}`);
      return signedIn(api, leader.person);
    };
    expect(await codeOf(await move(sql`group_id = ${org.otherGroupId}`), id)).toBe('21');
    expect(await codeOf(await move(sql`role = 'member', group_id = ${org.groupId}`), id)).toBe('21');
    expect(await codeOf(await move(sql`role = 'leader'`), id)).not.toBe('21');
  });

  it('is written anew after a worker was killed over it, and its half is gone', async () => {
    const id = await ask();
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), 'half.sealed'), 'half');
    await api.rows(sql`
      UPDATE export_file SET status = 'RUNNING', done = 5000, file_name = 'half.sealed' WHERE id = ${id}`);
    expect(await codeOf(asker, id)).toBe('21');
    await ended('READY');
    expect(await kept()).not.toContain('half.sealed');
    expect(await linesOf(id)).toHaveLength(CASES);
    expect(await quotaOf()).toEqual({ files: 1, rows: CASES });
  });

  it('is written also when Redis has lost its job, and given up after an hour', async () => {
    const id = await ask();
    const aged = (ms: number) =>
      api.rows(sql`UPDATE export_file SET made_at = ${new Date(Date.now() - ms)} WHERE id = ${id}`);
    await aged(120_000);
    workers = await startWorkers();
    const queue = workers.get(Jobs).queue('exports');
    await eventually(async () => expect(await queue.getJob(`export-${id}`)).toBeTruthy());
    await queue.obliterate({ force: true });
    const sweep = () => workers!.get(ExportJobs).reconcile();
    await sweep();
    expect(await queue.getJob(`export-${id}`)).toBeTruthy();
    await aged(3_700_000);
    // An hour before may have been the day before, whose quota it was.
    const day = businessDay(new Date(Date.now() - 3_700_000));
    await api.rows(sql`UPDATE export_day SET day = ${day} WHERE user_id = ${asker.person.id}`);
    await sweep();
    await ended('FAILED');
    expect(await quotaOf()).toEqual({ files: 0, rows: 0 });
  });

  it('takes from the quota once, also when many are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => asker.get(LIST)));
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(4);
    expect(answers.filter(({ code }) => code === '31')).toHaveLength(8);
    expect(await listOf()).toHaveLength(4);
    expect(await quotaOf()).toEqual({ files: 4, rows: 4 * CASES });
  });
});
