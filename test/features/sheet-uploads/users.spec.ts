import { CFB } from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import type { Page } from '../../../contract/shared/page.js';
import { DEFAULT_USER, type UserInfo } from '../../../contract/administration/users.js';
import { SheetJobs } from '../../../server/features/sheet-uploads/sheet-jobs.service.js';
import { hashOfCode } from '../../../server/domain/session/activation.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { decideFor } from '../../support/approvals.js';
import { createUser, signedIn } from '../../support/org.js';
import { fileOf } from '../../support/schedule-file.js';
import { useSite } from '../../support/site.js';
import { applied, bookOf, cellsOf, resultOf, rowsOf, sent, type Line } from './files.js';

let turn = 0;

const { api, workers, org, admin } = useSite({ workers: { processors: true }, people: { admin: 'admin' } });
beforeEach(() => void (turn += 1));

const named = (name: string) => `${name}.${turn}`;
const line = (name: string, more: Line = {}): Line => ({
  ...{ username: named(name), name: `Name ${name}`, role: 'member', group: 'Group A', queue: 'Q1' },
  ...more,
});
const book = (...lines: Line[]) => bookOf('users', lines);
const infoOf = async (name: string, who = admin) =>
  (await who.get<Page<UserInfo>>(`manage/user/list?username=${named(name)}`)).data.result[0];
const count = async () =>
  (await api.rows<{ count: number }>(sql`SELECT COUNT(*) AS count FROM user`))[0]!.count;

describe('a workbook of people', () => {
  it('is shown before it holds: who is new, what changes, what is refused; then its good rows are applied', async () => {
    const ana = await createUser(api, org, 'member', { username: named('ana'), name: 'Ana' });
    const far = { institutionId: org.otherInstitutionId, groupId: null, username: named('far') };
    await createUser(api, org, 'member', far);
    const before = await count();
    const upload = await sent(
      admin,
      'users',
      book(
        line('beto', { channels: 'SMS, WABA', autoDial: 'yes', products: 'Uno, Dos' }),
        { ...line('ana'), name: 'Ana María', autoDial: true },
        line('far'),
        line('carla', { group: 'Group Z' }),
        line('beto'),
        line('dora', { role: 'queen', name: '' }),
      ),
    );
    expect(upload).toMatchObject({ status: 'READY', created: 1, changed: 1, refusedRows: 4, refused: 5 });
    expect(await cellsOf(admin, 'users', upload.id)).toEqual([
      'A4 taken', 'E5 unknown', 'A6 twice', 'C7 unknown', 'B7 required',
    ]); // prettier-ignore
    const [change] = (await rowsOf(admin, 'users', upload.id, 'CHANGED')).result;
    expect(change).toMatchObject({ place: '3', name: named('ana') });
    expect(change!.changes).toContainEqual({ field: 'name', before: 'Ana', after: 'Ana María' });
    expect(await count()).toBe(before);

    expect(await applied(admin, 'users', upload.id)).toMatchObject({ status: 'APPLIED', rowsWritten: 2 });
    expect(await count()).toBe(before + 1);
    expect(await infoOf('beto')).toMatchObject({
      ...{
        name: 'Name beto',
        channels: ['SMS', 'WABA'],
        autoDial: true,
        ranked: true,
        products: ['Dos', 'Uno'],
      },
      ...{ groupId: org.groupId, queueId: org.queueId, institutionId: org.institutionId },
    });
    expect(await infoOf('ana')).toMatchObject({ id: ana.id, name: 'Ana María', autoDial: true });
    const events = await api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE name LIKE 'user.%' AND actor_id = ${admin.person.id} ORDER BY id DESC LIMIT 2`);
    expect(events.map(({ name }) => name).sort()).toEqual(['user.changed', 'user.created']);
  });

  it('says nothing new the second time, and is applied once however often it is confirmed', async () => {
    const file = book(line('ana'), line('beto'));
    const first = await sent(admin, 'users', file);
    await applied(admin, 'users', first.id);
    expect((await admin.post('manage/user/applyUpload', { id: first.id })).code).toBe('00');
    await workers.get(SheetJobs).work(first.id);
    const people = await count();
    const second = await sent(admin, 'users', file);
    expect(second).toMatchObject({ status: 'READY', created: 0, changed: 0, same: 2 });
    expect(await applied(admin, 'users', second.id)).toMatchObject({ status: 'APPLIED' });
    expect(await count()).toBe(people);
  });

  it('of which somebody was changed, made or given work meanwhile does nothing at all', async () => {
    const ana = await createUser(api, org, 'member', { username: named('ana') });
    const upload = await sent(admin, 'users', book(line('new'), line('ana', { autoDial: 1 })));
    const seen = (await infoOf('ana'))!;
    await admin.post('manage/user/createOrUpdate', { ...seen, ptpRole: true });
    const stale = await applied(admin, 'users', upload.id);
    expect(stale).toMatchObject({ status: 'STALE', failure: expect.stringContaining('Nothing was done') });
    expect(await infoOf('new')).toBeUndefined();

    const other = await sent(admin, 'users', book(line('one'), line('two')));
    await createUser(api, org, 'member', { username: named('two') });
    expect(await applied(admin, 'users', other.id)).toMatchObject({ status: 'STALE' });
    expect(await infoOf('one')).toBeUndefined();

    const moving = await sent(admin, 'users', book(line('ana', { group: 'Group B' })));
    await createCase(api, org, { ownerId: ana.id, status: 'C01' });
    expect(await applied(admin, 'users', moving.id)).toMatchObject({ status: 'STALE' });
    const busy = await sent(admin, 'users', book(line('ana', { group: 'Group B' })));
    expect(await cellsOf(admin, 'users', busy.id)).toEqual(['A2 hasWork']);
  });

  it('takes no face check from whoever made its sender', async () => {
    const maker = await createUser(api, org, 'admin', { username: named('maker') });
    const form = { ...DEFAULT_USER, name: 'Puppet', role: 'admin', institutionId: org.institutionId };
    const made = { ...form, username: named('puppet') };
    const asker = await signedIn(api, maker);
    const { data } = await asker.post<{ id: number; approvalId: number }>('manage/user/createOrUpdate', made);
    expect(await decideFor(admin, data.approvalId)).toBe('00');
    const puppet = await signedIn(api, { id: data.id, username: named('puppet'), role: 'admin' });
    // An administrator's row is refused by the sheet; others manage people where an institution lets them.
    await api.rows(sql`UPDATE user SET role = 'supervisor', liveness = 'CAMERA' WHERE id = ${maker.id}`);
    const off = book({ username: named('maker'), liveness: 'NONE' });
    const upload = await sent(puppet, 'users', off);
    expect(await applied(puppet, 'users', upload.id)).toMatchObject({ status: 'STALE' });
    expect(await infoOf('maker')).toMatchObject({ liveness: 'CAMERA' });
    const other = await sent(admin, 'users', off);
    expect(await applied(admin, 'users', other.id)).toMatchObject({ status: 'APPLIED' });
    expect(await infoOf('maker')).toMatchObject({ liveness: 'NONE' });
  });

  it('that dies while it is applied has done nothing, and is applied by the next who looks', async () => {
    const upload = await sent(admin, 'users', book(line('ana'), line('beto')));
    const [row] = await api.rows<{ data: string }>(sql`
      SELECT data FROM sheet_row WHERE upload_id = ${upload.id} AND at = 1`);
    await api.rows(sql`UPDATE sheet_row SET data = '{' WHERE upload_id = ${upload.id} AND at = 1`);
    await api.rows(sql`UPDATE sheet_upload SET status = 'CONFIRMED' WHERE id = ${upload.id}`);
    await expect(workers.get(SheetJobs).work(upload.id)).rejects.toThrow(/JSON/);
    expect(await infoOf('ana')).toBeUndefined();
    await api.rows(sql`
      UPDATE sheet_row SET data = ${row!.data} WHERE upload_id = ${upload.id} AND at = 1`);
    await api.rows(
      sql`UPDATE sheet_upload SET uploaded_at = uploaded_at - INTERVAL 2 MINUTE WHERE id = ${upload.id}`,
    );
    await Promise.all([workers.get(SheetJobs).reconcile(), workers.get(SheetJobs).reconcile()]);
    expect(await resultOf(admin, 'users', upload.id)).toMatchObject({ status: 'APPLIED' });
    expect(await infoOf('ana')).toBeDefined();
  });

  it('moves whoever it moves out of their session and of the softphone of another institution', async () => {
    const ana = await createUser(api, org, 'member', { username: named('ana') });
    const session = await signedIn(api, ana);
    const upload = await sent(admin, 'users', book(line('ana', { group: 'Group B' })));
    await applied(admin, 'users', upload.id);
    expect((await session.get('login/currentUser')).code).toBe('02');
    expect(await infoOf('ana')).toMatchObject({ groupId: org.otherGroupId });
  });
});

describe('the codes of whom it made', () => {
  const codesOf = async (id: number, who = admin) => {
    const { text } = await who.agent.post('/api/manage/user/uploadCodes').send({ id });
    return parse(text, { columns: true, bom: true }) as { username: string; code: string }[];
  };

  it('are told in one list, kept as hashes, void after the next list, and none of who needs none', async () => {
    await createUser(api, org, 'member', { username: named('old') });
    const upload = await sent(
      admin,
      'users',
      book(line('ana'), line('beto'), line('old', { autoDial: 'yes' })),
    );
    expect((await admin.post('manage/user/uploadCodes', { id: upload.id })).code).toBe('21');
    await applied(admin, 'users', upload.id);
    const first = await codesOf(upload.id);
    expect(first.map(({ username }) => username).sort()).toEqual([named('ana'), named('beto')]);
    const { id } = (await infoOf('ana'))!;
    await admin.post('manage/user/resetPassword', { id: (await infoOf('beto'))!.id });
    const second = await codesOf(upload.id);
    expect(second.map(({ username }) => username)).toEqual([named('ana')]);
    const [kept] = await api.rows<{ hash: Buffer; hours: number }>(sql`
      SELECT code_hash AS hash, ROUND((UNIX_TIMESTAMP(expires_at) - UNIX_TIMESTAMP()) / 3600) AS hours
      FROM activation_code WHERE user_id = ${id}`);
    expect(kept!.hash.equals(hashOfCode(second[0]!.code))).toBe(true);
    expect(Number(kept!.hours)).toBe(72);
    const other = await signedIn(api, await createUser(api, org, 'admin'));
    expect((await other.post('manage/user/uploadCodes', { id: upload.id })).code).toBe('21');
    expect((await other.get(`manage/user/uploadResult/${upload.id}`)).code).toBe('21');
  });
});

describe('bad workbooks', () => {
  const refused = async (bytes: Buffer) => {
    const result = await sent(admin, 'users', bytes);
    expect(result).toMatchObject({ status: 'REFUSED', created: 0, changed: 0 });
    return result.failure;
  };

  it('with a macro, a password or without the heads are refused in words, and what is none at once', async () => {
    const vbaraw = CFB.write(CFB.utils.cfb_new(), { type: 'buffer' }) as Buffer;
    const macro = fileOf({ users: { '!ref': 'A1' } }, 'xlsm', { vbaraw });
    expect(await refused(macro)).toBe('The workbook holds a macro. Save it without one');
    const encryption = { password: 'secret', spinCount: 1_000 };
    const locked = await writeXlsx({ sheets: [{ name: 'users', rows: [['username']] }], encryption });
    expect(await refused(Buffer.from(locked))).toBe(
      'The workbook is protected by a password. Save it without one',
    );
    expect(await refused(fileOf({ people: { '!ref': 'A1' } }))).toContain('Take the template');
    expect((await admin.upload('manage/user/upload', Buffer.from('username\nana'), 'a.csv')).code).toBe('22');
  });

  it('with formulas and merged cells have each named', async () => {
    const bytes = bookOf('users', [line('ana'), line('beto'), line('carla')], (sheet) => {
      sheet['B2'] = { t: 's', f: 'UPPER("x")', v: 'X' };
      sheet['!merges'] = [{ s: { r: 2, c: 4 }, e: { r: 3, c: 4 } }];
    });
    const { id } = await sent(admin, 'users', bytes);
    expect(await cellsOf(admin, 'users', id)).toEqual(['B2 formula', 'E3 merged', 'E4 merged']);
    const { text } = await admin.agent.get(`/api/manage/user/uploadResult/${id}/errors`);
    expect(text).toContain(`B2,name,${named('ana')},is a formula: paste its value`);
  });

  it('with 8,000 bad rows of 20,000 keep 1,000 refusals, count the others, and hold what is good', async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      line(`p${at}`, at % 5 < 2 ? { role: 'queen' } : { group: 'Group A' }),
    );
    const upload = await sent(admin, 'users', book(...lines));
    expect(upload).toMatchObject({ status: 'READY', created: 12_000, refusedRows: 8_000, refused: 8_000 });
    expect((await rowsOf(admin, 'users', upload.id, 'REFUSED')).totalCount).toBe(1_000);
    const last = await admin.get<Page<object>>(
      `manage/user/uploadResult/${upload.id}/rows?act=CREATED&page=600`,
    );
    expect(last.data.result).toHaveLength(20);
  }, 600_000);
});
