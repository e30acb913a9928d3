import { beforeAll, describe, expect, it } from '@jest/globals';
import type { JobRow } from '../../../contract/administration/jobs.js';
import type { Page } from '../../../contract/shared/page.js';
import { ExportFilesService } from '../../../server/platform/exports/export-files.service.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { SessionStore } from '../../../server/platform/auth/session-store.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let admin: Client;
let second: Client;
let supervisor: Client;
let far: Client;

const { api, org } = useSite();
beforeAll(async () => {
  const other = { institutionId: org.otherInstitutionId };
  admin = await signedIn(api, await createUser(api, org, 'admin', { name: 'Asker' }));
  second = await signedIn(api, await createUser(api, org, 'admin'));
  supervisor = await signedIn(api, await createUser(api, org, 'supervisor'));
  far = await signedIn(api, await createUser(api, org, 'admin', other));
});

const list = async (who = admin, query = '') => (await who.get<Page<JobRow>>(`job/list?${query}`)).data;
const info = (id: number, who = admin) => who.get<JobRow>(`job/info/${id}`);
const cancel = (id: number, who = admin) => who.post('job/cancel', { id });
const retry = (id: number, who = admin) => who.post<{ id: number }>('job/retry', { id });
const actorOf = async (who: Client) => (await api.get(SessionStore).person(who.person.id, 'en'))!;

async function askedFile(): Promise<number> {
  const leaving = { list: 'audit', filter: {}, rows: 7 } as const;
  const { jobId } = await api.get(ExportFilesService).ask(await actorOf(admin), leaving, { view: 'changes' });
  return jobId;
}
async function upload(status: string): Promise<number> {
  const id = await api.get(Ids).take();
  await api.rows(sql`
    INSERT INTO schedule_upload (id, institution_id, uploaded_by, scope, file_name, file, status, refused, uploaded_at)
    VALUES (${id}, ${org.institutionId}, ${admin.person.id}, '{}', 'week.xlsx',
      ${status === 'WAITING' ? Buffer.from('x') : null}, ${status}, ${status === 'REFUSED' ? 3 : 0}, ${new Date()})`);
  return id;
}
const quota = async () =>
  (await api.rows<{ files: number; rows: number }>(sql`
    SELECT files, row_count AS \`rows\` FROM export_day WHERE user_id = ${admin.person.id}`))[0]; // prettier-ignore

describe('long jobs', () => {
  it('of every kind stand in one list, the newest first, for who sees the person', async () => {
    const { importId } = await api
      .get(ImportsService)
      .importRows([], { actor: { userId: admin.person.id, requestId: null }, fileName: 'book.csv' });
    const fileId = await askedFile();
    const scheduleId = await upload('REFUSED');
    const runId = await api.get(Ids).take();
    await api.rows(sql`
      INSERT INTO allocation_run (id, institution_id, queue_id, day, seed, status, asked_by, asked_at)
      VALUES (${runId}, ${org.institutionId}, ${org.queueId}, '2026-01-05', 1, 'ASKED', ${admin.person.id}, ${new Date()})`);
    const { result, totalCount } = await list();
    expect(totalCount).toBe(4);
    expect(result.map(({ id, kind, state, about }) => ({ id, kind, state, about }))).toEqual([
      { id: runId, kind: 'ALLOCATION', state: 'WAITING', about: 'Early' },
      { id: scheduleId, kind: 'SCHEDULE', state: 'FAILED', about: 'week.xlsx' },
      { id: fileId, kind: 'EXPORT', state: 'WAITING', about: 'audit' },
      { id: importId, kind: 'IMPORT', state: 'DONE', about: 'book.csv' },
    ]);
    expect(result[1]).toMatchObject({
      refused: 3,
      errorFile: `workSchedule/uploadResult/${scheduleId}/errors`,
      person: 'Asker',
    });
    expect((await list(admin, 'kind=EXPORT')).result.map(({ id }) => id)).toEqual([fileId]);
    expect((await list(admin, 'state=FAILED')).result.map(({ id }) => id)).toEqual([scheduleId]);
    expect((await list(admin, 'page=2&size=3')).result.map(({ id }) => id)).toEqual([importId]);
    expect((await list(supervisor)).totalCount).toBe(4);
    expect((await list(far)).result).toEqual([]);
    expect((await info(fileId, far)).code).toBe('21');
    expect((await cancel(fileId, far)).code).toBe('21');
  });

  it('are not for who works cases', async () => {
    const member = await signedIn(api, await createUser(api, org, 'member'));
    expect((await member.get('job/list')).code).toBe('20');
  });
});

describe('a file', () => {
  it('that is cancelled gives its quota back, and is begun again by its own person alone', async () => {
    const before = await quota();
    const id = await askedFile();
    expect((await info(id)).data).toMatchObject({ state: 'WAITING', mayCancel: true, mayRetry: false });
    expect((await info(id, supervisor)).data.mayCancel).toBe(false);
    expect((await cancel(id, supervisor)).code).toBe('23');
    expect((await cancel(id)).code).toBe('00');
    expect(await quota()).toEqual(before);
    expect((await cancel(id)).code).toBe('23');
    expect((await retry(id, second)).code).toBe('23');
    const again = await retry(id);
    expect(again.code).toBe('00');
    expect(again.data.id).not.toBe(id);
    expect((await info(again.data.id)).data).toMatchObject({ state: 'WAITING', about: 'audit', total: 7 });
    expect((await quota())!.files).toBe(before!.files + 1);
  });
});

describe('an upload', () => {
  it('is stopped before it is applied, and only sent again', async () => {
    const id = await upload('WAITING');
    expect((await cancel(id, second)).code).toBe('00');
    expect((await info(id)).data).toMatchObject({ state: 'CANCELLED', mayRetry: false, mayCancel: false });
    expect((await retry(id)).code).toBe('23');
    const [row] = await api.rows(sql`SELECT file FROM schedule_upload WHERE id = ${id}`);
    expect(row).toEqual({ file: null });
  });

  it('that is a workbook is stopped before it is confirmed, and its rows are gone', async () => {
    const id = await api.get(Ids).take();
    await api.rows(sql`
      INSERT INTO sheet_upload (id, kind, institution_id, uploaded_by, scope, file_name, digest, status, refused_rows, uploaded_at)
      VALUES (${id}, 'users', ${org.institutionId}, ${admin.person.id}, '{}', 'people.xlsx', ${Buffer.alloc(32)}, 'READY', 2,
        ${new Date()})`);
    await api.rows(sql`
      INSERT INTO sheet_row (upload_id, kept_at, at, act, place, name) VALUES (${id}, ${new Date()}, 0, 'CREATED', '2', 'Ana')`);
    const errorFile = `manage/user/uploadResult/${id}/errors`;
    expect((await info(id)).data).toMatchObject({
      ...{ kind: 'PEOPLE_SHEET', state: 'WAITING', about: 'people.xlsx', errorFile },
      ...{ mayCancel: true, mayRetry: false },
    });
    expect((await info(id, second)).data.errorFile).toBeNull();
    expect((await info(id, far)).code).toBe('21');
    expect((await cancel(id, supervisor)).code).toBe('23');
    expect((await cancel(id)).code).toBe('00');
    expect((await info(id)).data).toMatchObject({ state: 'CANCELLED', failure: null, mayCancel: false });
    expect(await api.rows(sql`SELECT 1 FROM sheet_row WHERE upload_id = ${id}`)).toEqual([]);
    expect((await admin.post('manage/user/applyUpload', { id })).code).toBe('23');
    expect((await cancel(id)).code).toBe('23');
  });

  it('that is an import stops where it is', async () => {
    const imports = api.get(ImportsService);
    const actor = { userId: admin.person.id, requestId: null };
    const id = await imports.begin('LOANS', { actor, fileName: 'long.csv' });
    expect(await imports.isCancelled(id)).toBe(false);
    expect((await cancel(id)).code).toBe('00');
    expect(await imports.isCancelled(id)).toBe(true);
    expect((await info(id)).data).toMatchObject({ state: 'CANCELLED', failure: null, mayCancel: false });
    expect((await cancel(id)).code).toBe('23');
  });

  it('that has run is left as it is', async () => {
    const [{ id }] = (await list(admin, 'kind=ALLOCATION')).result as [JobRow];
    expect((await cancel(id)).code).toBe('23');
    expect((await retry(id)).code).toBe('23');
  });
});
