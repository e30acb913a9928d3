import { describe, expect, it } from '@jest/globals';
import type { Page } from '../../../contract/shared/page.js';
import type { SoftphoneInfo } from '../../../contract/contact/softphones.js';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { applied, bookOf, cellsOf, rowsOf, sent, type Line } from './files.js';

const { api, org, admin } = useSite({ workers: { processors: true }, people: { admin: 'admin' } });

const line = (extensionNumber: string, more: Line = {}): Line => ({
  ...{ extensionNumber, supplier: 'Telvoz', password: `secret-${extensionNumber}` },
  ...more,
});
const send = (...lines: Line[]) => sent(admin, 'softphones', bookOf('softphones', lines));
const phone = async (softphone: string) =>
  (await admin.get<Page<SoftphoneInfo>>(`softPhone/list?extensionNumber=${softphone}`)).data.result[0];

describe('a workbook of softphones', () => {
  it('makes and changes softphones and binds them, and keeps passwords sealed wherever they stand', async () => {
    const ana = await createUser(api, org, 'member', { username: 'ana' });
    const first = await send(line('100', { collector: 'ana', provider: 'Axtel' }), line('101'));
    expect(first).toMatchObject({ created: 2, changed: 0, refused: 0 });
    const [shown] = (await rowsOf(admin, 'softphones', first.id, 'CREATED')).result;
    expect(shown!.changes).toContainEqual({ field: 'collector', before: null, after: 'ana' });
    const kept = await api.rows<{ data: string; changes: string }>(sql`
      SELECT data, changes FROM sheet_row WHERE upload_id = ${first.id}`);
    expect(JSON.stringify([kept, shown])).not.toContain('secret-100');
    expect(await applied(admin, 'softphones', first.id)).toMatchObject({ status: 'APPLIED' });
    expect(await phone('100')).toMatchObject({ agentId: ana.id, provider: 'Axtel' });
    const [row] = await api.rows<{ sealed: Buffer }>(sql`
      SELECT password_enc AS sealed FROM softphone WHERE extension_number = '100'`);
    expect(api.get(Vault).open(row!.sealed)).toBe('secret-100');

    expect(await send(line('100', { collector: 'ana' }), line('101'))).toMatchObject({ same: 2, changed: 0 });
    const second = await send(line('100', { password: 'another-100' }), line('101', { password: null }));
    expect(second).toMatchObject({ same: 1, changed: 1 });
    await applied(admin, 'softphones', second.id);
    expect(await phone('100')).toMatchObject({ agentId: ana.id, provider: 'Axtel' });
  });

  it('has each cell named that may not be', async () => {
    const far = { institutionId: org.otherInstitutionId, groupId: null, username: 'far' };
    await createUser(api, org, 'member', far);
    const beto = await createUser(api, org, 'member', { username: 'beto' });
    await createUser(api, org, 'member', { username: 'carla' });
    const { id: taken } = (await phone('101'))!;
    await admin.post('softPhone/operator', { id: taken, act: 'bind', agentId: beto.id });
    const upload = await send(
      line('200', { collector: 'far' }),
      line('201', { collector: 'beto' }),
      line('101', { collector: 'carla' }),
      line('202', { password: null }),
      line('203', { supplier: null }),
      line('204', { institution: 'SUR' }),
      line('205', { collector: 'carla' }),
      line('205'),
    );
    expect(await cellsOf(admin, 'softphones', upload.id)).toEqual([
      'F2 unknown', 'F3 oneEach', 'F4 taken', 'D5 required', 'B6 required', 'E7 unknown', 'F8 twice', 'A9 twice',
    ]); // prettier-ignore
    expect(upload).toMatchObject({ status: 'REFUSED', created: 0 });
  });

  it('of which somebody was given a softphone meanwhile does nothing', async () => {
    const dora = await createUser(api, org, 'member', { username: 'dora' });
    const upload = await send(line('300'), line('301', { collector: 'dora' }));
    const { data } = await admin.post<{ id: number }>('softPhone/createOrUpdate', {
      ...{ institutionId: org.institutionId, supplier: 'Lunar', extensionNumber: '9', provider: null },
      password: 'line-9',
    });
    await admin.post('softPhone/operator', { id: data.id, act: 'bind', agentId: dora.id });
    expect(await applied(admin, 'softphones', upload.id)).toMatchObject({ status: 'STALE' });
    expect(await phone('300')).toBeUndefined();
  });
});
