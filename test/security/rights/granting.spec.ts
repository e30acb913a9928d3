import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import { DEFAULT_USER, type UserInfo } from '../../../contract/administration/users.js';
import { SheetJobs } from '../../../server/features/sheet-uploads/sheet-jobs.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { applied, bookOf, cellsOf, resultOf, sent } from '../../features/sheet-uploads/files.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { grant, rightsChanged } from '../../support/tree.js';

let chief: Person;
let branch: Client;

/** An institution above and one below it; the administrator below is the one who tries. */
const { api, workers, org } = useSite({ workers: { processors: true } });
beforeAll(async () => {
  await api.rows(sql`
    UPDATE institution SET path = CONCAT('/', ${org.institutionId}, '/', id, '/'), parent_id = ${org.institutionId}
    WHERE id = ${org.otherInstitutionId}`);
  await rightsChanged(api);
  chief = await createUser(api, org, 'admin', { username: 'chief' });
  const below = { institutionId: org.otherInstitutionId, groupId: null };
  branch = await signedIn(api, await createUser(api, org, 'admin', below));
});

const form = (more: object = {}) => ({
  ...DEFAULT_USER,
  ...{ username: `new-${Math.random()}`, name: 'New', role: 'admin', institutionId: org.otherInstitutionId },
  ...more,
});
const save = (who: Client, more: object = {}) => who.post('manage/user/createOrUpdate', form(more));

describe('nobody gives more than they have', () => {
  it('by making an account', async () => {
    expect((await save(branch)).code).toBe('00');
    expect((await save(branch, { institutionId: org.institutionId })).code).toBe('21');
    for (const role of ['member', 'leader', 'supervisor'] as const) {
      const who = await signedIn(api, await createUser(api, org, role));
      expect((await save(who, { role: 'member', groupId: org.groupId })).code).toBe('20');
    }
  });

  it('by changing one', async () => {
    const seen = (await branch.get<Page<UserInfo>>('manage/user/list')).data.result;
    expect(seen.map(({ institutionId }) => institutionId)).not.toContain(org.institutionId);
    expect((await save(branch, { id: chief.id, username: 'chief' })).code).toBe('21');
    const own = seen.find(({ id }) => id === branch.person.id)!;
    const up = { ...own, institutionId: org.institutionId };
    expect((await branch.post('manage/user/createOrUpdate', up)).code).toBe('21');
  });

  it('by a reset', async () => {
    expect((await branch.post('manage/user/resetPassword', { id: chief.id })).code).toBe('21');
    expect((await branch.post('manage/user/resetPassword', { id: branch.person.id })).code).toBe('20');
  });

  it('by a workbook', async () => {
    const upload = await sent(
      branch,
      'users',
      bookOf('users', [
        { username: 'upper', name: 'Upper', role: 'admin', institution: 'NORTE' },
        { username: 'chief', name: 'Chief', role: 'admin' },
        { username: branch.person.username, role: 'supervisor' },
        { username: 'fine', name: 'Fine', role: 'supervisor' },
      ]),
    );
    expect(await cellsOf(branch, 'users', upload.id)).toEqual([
      ...['D2 unknown', 'C2 byForm'], // Another administrator approves who becomes one.
      ...['A3 taken', 'C3 byForm', 'C4 byForm'],
    ]);
    expect(await applied(branch, 'users', upload.id)).toMatchObject({ status: 'APPLIED', created: 1 });
    const made = (await branch.get<Page<UserInfo>>('manage/user/list?username=fine')).data.result[0];
    expect(made).toMatchObject({ institutionId: org.otherInstitutionId });
  });

  it('by a workbook whose sender has a lower role by the time it is applied', async () => {
    const upload = await sent(
      branch,
      'users',
      bookOf('users', [{ username: 'late', name: 'Late', role: 'admin' }]),
    );
    await api.rows(sql`UPDATE sheet_upload SET status = 'CONFIRMED' WHERE id = ${upload.id}`);
    await api.rows(sql`UPDATE user SET role = 'supervisor' WHERE id = ${branch.person.id}`);
    await workers.get(SheetJobs).work(upload.id);
    await api.rows(sql`UPDATE user SET role = 'admin' WHERE id = ${branch.person.id}`);
    expect(await resultOf(branch, 'users', upload.id)).toMatchObject({ status: 'STALE' });
  });

  it('by a workbook that gives a role with a right which its sender lacks', async () => {
    const line = { username: 'auditor', name: 'Auditor', role: 'supervisor' };
    const upload = await sent(branch, 'users', bookOf('users', [line]));
    await grant(api, org.otherInstitutionId, 'admin', { less: ['audit:read'] });
    expect(await applied(branch, 'users', upload.id)).toMatchObject({ status: 'STALE' });
    const again = await sent(branch, 'users', bookOf('users', [line, { ...line, username: 'other' }]));
    expect(await cellsOf(branch, 'users', again.id)).toEqual(['C2 beyond', 'C3 beyond']);
  });
});
