import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { InboxItem } from '../../../contract/inbox.js';
import type { Page } from '../../../contract/shared/page.js';
import { HealthWatchService } from '../../../server/features/health/health-watch.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { Site } from '../../../server/platform/site/site.js';
import type { Client } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { oneTree } from '../../support/tree.js';

const { api, org, stack, admin, leader } = useSite({ people: { admin: 'admin', leader: 'leader' } });
beforeAll(() => oneTree(api, org));
beforeEach(async () => {
  await healthy();
  await watch();
  await api.rows(sql`DELETE FROM inbox_item`);
});

const file = () => join(stack.dataDir, 'last-backup.json');
/** A backup that could not be read back. */
const broken = () => writeFile(file(), JSON.stringify({ made: new Date().toISOString(), checked: false }));
const healthy = () => rm(file(), { force: true });
const watch = () => api.get(HealthWatchService).watch();
const items = async (who: Client = admin) =>
  (await who.get<Page<InboxItem>>('inbox/list?view=ALL')).data.result.map(({ cause, detail, times }) => ({
    ...{ cause, detail, times },
  }));
const events = () =>
  api.rows<{ name: string }>(
    sql`SELECT name FROM domain_event WHERE name LIKE 'site.part%' ORDER BY id DESC LIMIT 2`,
  );
const BACKUP = { cause: 'PART_FAILED', detail: 'backup', times: 1 };

describe('administrators', () => {
  it('are told of a part that two looks in a row found bad, once, and nobody else is', async () => {
    await broken();
    await watch();
    expect(await items()).toEqual([]);
    await watch();
    expect(await items()).toEqual([BACKUP]);
    await watch();
    expect(await items()).toEqual([BACKUP]);
    expect(await items(leader)).toEqual([]);
  });

  it('are not told of what was better at the next look', async () => {
    await broken();
    await watch();
    await healthy();
    await watch();
    await broken();
    await watch();
    expect(await items()).toEqual([]);
  });

  it('are told again when it was well in between, which the log says', async () => {
    await broken();
    await watch();
    await watch();
    await healthy();
    await watch();
    expect((await events())[0]).toEqual({ name: 'site.partMended' });
    await broken();
    await watch();
    await watch();
    expect((await events()).map(({ name }) => name)).toEqual(['site.partFailed', 'site.partMended']);
  });

  it('of a demo are left alone', async () => {
    await api.rows(sql`UPDATE site SET stage = 'DEMO'`);
    await api.get(Site).onModuleInit();
    await broken();
    await watch();
    await watch();
    expect(await items()).toEqual([]);
    await api.rows(sql`UPDATE site SET stage = 'TRIAL'`);
    await api.get(Site).onModuleInit();
  });
});
