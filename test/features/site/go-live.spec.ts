import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CurrentUser } from '../../../contract/session.js';
import { KEPT_TABLES } from '../../../server/domain/site/trial-tables.rules.js';
import { GoLiveService } from '../../../server/features/site/go-live.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { SealedFiles } from '../../../server/platform/files/sealed-files.js';
import { Site } from '../../../server/platform/site/site.js';
import { createCase, pay } from '../../support/cases.js';
import { createOrg, createUser, signedIn, type Client, type Org } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;

beforeAll(async () => {
  stack = await createStack({}, { ownSchema: true });
  api = await startApi();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  const owner = await createUser(api, org, 'member');
  const { externalId } = await createCase(api, org, { ownerId: owner.id });
  await pay(api, { loanItemExternalId: externalId, amount: 1_000, providerReference: 'trial-pay-1' });
});
afterAll(async () => {
  await api.close();
  await stack.close();
});

const goLive = () => api.get(GoLiveService).goLive();
const counts = async () => {
  const tables = await api.rows<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`);
  const found = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await api.rows<{ total: number }>({
      text: `SELECT COUNT(*) AS total FROM \`${name}\``,
      params: [],
    });
    found.set(name, row!.total);
  }
  return found;
};
const approve = () =>
  api.rows(sql`
    INSERT INTO approval (id, institution_id, kind, status, reason, requested_by, requested_at)
    VALUES (1, ${org.institutionId}, 'GO_LIVE', 'APPROVED', 'x', 1, NOW(3))`);

describe('a trial', () => {
  it('stays one without the approval of two, and loses nothing', async () => {
    const before = await counts();
    await expect(goLive()).rejects.toMatchObject({ key: 'site.notApproved' });
    expect(await counts()).toEqual(before);
  });

  it('stays one while something in use is simulated', async () => {
    await approve();
    await api.rows(sql`
      INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
      VALUES (1, ${org.institutionId}, 'SMS', 'T', '{}', NOW(3))`);
    await expect(goLive()).rejects.toMatchObject({ key: 'site.notReady' });
    await api.rows(sql`UPDATE message_template SET enabled = 0`);
  });

  it('goes live with what is configured, without what was tried, and with numbers that go on', async () => {
    const files = api.get(SealedFiles);
    await files.keep('recordings', Buffer.from('a talk'));
    const own = await files.keep('pictures', Buffer.from('a face'));
    await files.keep('pictures', Buffer.from('a borrower'));
    await api.rows(sql`UPDATE user SET picture = ${own} LIMIT 1`);
    const before = await counts();
    const [last] = await api.rows<{ id: number }>(sql`SELECT MAX(id) AS id FROM domain_event`);
    expect(before.get('payment')).toBe(1);

    await goLive();

    const after = await counts();
    const kept: readonly string[] = KEPT_TABLES;
    for (const [table, total] of after)
      expect([table, total]).toEqual([table, kept.includes(table) ? before.get(table) : (BEGUN[table] ?? 0)]);
    const events = await api.rows<{ id: number; name: string }>(sql`SELECT id, name FROM domain_event`);
    expect(events).toEqual([{ id: expect.any(Number), name: 'site.wentLive' }]);
    expect(events[0]!.id).toBeGreaterThan(last!.id);
    expect(await readdir(join(stack.dataDir, 'files', 'recordings'))).toEqual([]);
    expect(await readdir(join(stack.dataDir, 'files', 'pictures'))).toEqual([own]);
  });

  /** The event of the going live. */
  const BEGUN: Record<string, number> = { domain_event: 1, outbox: 1, audit_entry: 1 };

  it('is live once: nobody signs in again, and there is no second time', async () => {
    await api.get(Site).onModuleInit();
    const { data } = await admin.get<CurrentUser>('login/currentUser');
    expect(data.site.stage).toBe('LIVE');
    await expect(goLive()).rejects.toMatchObject({ key: 'site.notTrial' });
    const owner = await createUser(api, org, 'member');
    const next = await createCase(api, org, { ownerId: owner.id });
    expect(await pay(api, { ...PAID, loanItemExternalId: next.externalId })).toBeDefined();
  });

  const PAID = { amount: 1_000, providerReference: 'live-pay-1' };
});

it('knows every table that it keeps', async () => {
  const tables = [...(await counts()).keys()];
  for (const table of KEPT_TABLES) expect(tables).toContain(table);
});
