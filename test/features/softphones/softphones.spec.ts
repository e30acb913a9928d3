import { describe, expect, it } from '@jest/globals';
import { Vault } from '../../../server/platform/crypto/vault.js';
import { Database } from '../../../server/platform/db/database.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import type { Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const { api, org, ana, luis } = useSite({ people: { ana: 'member', luis: 'leader' } });

async function assign(extension: string, ownerId: number | null, status = 'ENABLED'): Promise<void> {
  const now = new Date();
  await api.get(Database).run(sql`
    INSERT INTO softphone (id, institution_id, supplier, extension_number, password_enc, owner_id, status, bound_at,
      created_at, updated_at)
    VALUES (${await api.get(Ids).take()}, ${org.institutionId}, 'BLU', ${extension}, ${api.get(Vault).seal(`pw-${extension}`)},
      ${ownerId}, ${status}, ${now}, ${now}, ${now})`);
}
const mine = (who: Client) => who.get('softPhone/getMySoftPhone');

describe('the own softphone', () => {
  it('is null when none is assigned', async () => {
    await assign('8000', null);
    expect(await mine(ana)).toMatchObject({ status: 200, code: '00', data: null });
  });

  it('comes with its password to its owner and to nobody else', async () => {
    await assign('8001', ana.person.id);
    const vault = api.get(Vault);
    const before = vault.opened;
    expect((await mine(luis)).data).toBeNull();
    expect(vault.opened - before).toBe(0);
    expect((await mine(ana)).data).toEqual({ supplier: 'BLU', extensionNumber: '8001', password: 'pw-8001' });
    expect(vault.opened - before).toBe(1);
    const [row] = await api.rows<{ sealed: Buffer }>(sql`
      SELECT password_enc AS sealed FROM softphone WHERE owner_id = ${ana.person.id}`);
    expect(row!.sealed.toString('latin1')).not.toContain('pw-8001');
  });

  it('is gone when it is disabled, and has one owner', async () => {
    await assign('8002', luis.person.id, 'DISABLED');
    expect((await mine(luis)).data).toBeNull();
    await expect(assign('8003', ana.person.id)).rejects.toThrow(/Duplicate/);
    await expect(assign('8001', null)).rejects.toThrow(/Duplicate/);
  });
});
