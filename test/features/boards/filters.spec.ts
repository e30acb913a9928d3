import type { INestApplicationContext } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BoardGroup, BoardSeats, BoardSummary } from '../../../contract/team/boards.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { projectDayProducts } from '../../../workers/product-projection.js';
import { createCase, pay } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { createUser, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { startWorkers } from '../../support/workers.js';

let ana: Person;
let beto: Person;
let workers: INestApplicationContext | undefined;

afterAll(() => workers?.close());
const { api, org, leader, supervisor } = useSite({ people: { leader: 'leader', supervisor: 'supervisor' } });
beforeAll(async () => {
  ana = await createUser(api, org, 'member', { name: 'Ana' });
  beto = await createUser(api, org, 'member', { name: 'Beto' });
  const basicAndroid = await loan(ana, 'Basic', 'android');
  await loan(ana, 'Basic', 'ios');
  const plusAndroid = await loan(ana, 'Plus', 'android');
  const plusIos = await loan(beto, 'Plus', 'ios');
  await paid(basicAndroid, 100_000);
  await paid(plusAndroid, 30_000);
  await paid(plusIos, 5_000);
});

async function loan(owner: Person, product: string, platform: string): Promise<string> {
  const { loanItemId, externalId } = await createCase(api, org, { ownerId: owner.id });
  await api.rows(sql`
    UPDATE loan_item SET product_category = ${product}, platform = ${platform}, version = version + 1 WHERE id = ${loanItemId}`);
  return externalId;
}
let references = 0;
const paid = (loanItemExternalId: string, amount: number) =>
  pay(api, { loanItemExternalId, amount, providerReference: `filters-${++references}` });

const personal = async (query: string, who = leader) =>
  (await who.get<BoardSeats>(`dashboard/personal?${query}`)).data;
const summary = async (query: string) => (await leader.get<BoardSummary>(`dashboard/summary?${query}`)).data;

/** [bound, settled, recovered] by name. */
async function figures(query: string): Promise<Record<string, number[]>> {
  const { rows } = await personal(query);
  return Object.fromEntries(
    rows.map((row) => [row.name, [row.taskCount, row.settleTaskCount, row.actualReceivedAmount]]),
  );
}

async function expectNarrowed(): Promise<void> {
  expect(await figures('')).toEqual({ Ana: [3, 1, 130_000], Beto: [1, 0, 5_000] });
  expect(await figures('device=android')).toEqual({ Ana: [2, 1, 130_000], Beto: [0, 0, 0] });
  expect(await figures('product=Plus')).toEqual({ Ana: [1, 0, 30_000], Beto: [1, 0, 5_000] });
  expect(await figures('product=Plus&device=ios')).toEqual({ Ana: [0, 0, 0], Beto: [1, 0, 5_000] });
}

it('narrows bound, settled and recovered by device and product before the relay has come, and after', async () => {
  await expectNarrowed();
  const waiting = async () => api.rows(sql`SELECT id FROM collector_day_product_change`);
  expect((await waiting()).length).toBeGreaterThan(0);
  workers = await startWorkers();
  await eventually(async () => expect(await waiting()).toEqual([]));
  await expectNarrowed();
  expect((await new ReplayService(api.get(Database)).check()).differences).toEqual([]);
});

it('is folded once, however often the fold dies', async () => {
  await workers?.close();
  workers = undefined;
  const again = await loan(beto, 'Plus', 'web');
  await paid(again, 1_500);
  const connection = await api.get(Database).writer();
  const killed = {
    query: (text: string) =>
      text.startsWith('START') ? Promise.reject(new Error('killed')) : connection.query(text),
  } as unknown as typeof connection;
  for (let n = 0; n < 2; n++) await expect(projectDayProducts(killed)).rejects.toThrow('killed');
  for (let n = 0; n < 2; n++) expect(await projectDayProducts(connection)).toBe(false);
  connection.release();
  expect((await figures('device=web'))['Beto']).toEqual([0, 0, 1_500]);
  expect((await new ReplayService(api.get(Database)).check()).differences).toEqual([]);
});

it('shows neither target, pace nor rank of a part', async () => {
  const { rows, kept } = await personal('device=android');
  expect(rows[0]).toMatchObject({
    purpose: 0,
    finishPurposeRate: null,
    ranking: null,
    handledCount: null,
    paymentCount: null,
  });
  expect(kept).toEqual([]);
  const { totals, uncovered } = await summary('device=android');
  expect(totals).toMatchObject({ receivedAmount: 130_000, purpose: 0, targetAchievementRate: null });
  expect(uncovered).toBeNull();
});

it('says what it can be narrowed by', async () => {
  const { products, queues } = await summary('');
  expect(products).toEqual(['Basic', 'Plus']);
  expect(queues).toEqual([{ id: org.queueId, name: 'Early' }]);
  const [group] = (await leader.get<BoardGroup[]>('dashboard/groups')).data;
  expect(group).toMatchObject({
    id: org.groupId,
    institutionId: org.institutionId,
    institutionName: 'NORTE',
  });
});

it('is of the queue and the institution that it names', async () => {
  expect((await personal(`queueId=${org.queueId}`)).rows).toHaveLength(2);
  expect((await personal('queueId=999999')).rows).toEqual([]);
  const first = (await personal(`institutionId=${org.institutionId}`, supervisor)).groupId;
  expect(first).toBe(org.groupId);
  for (const path of ['summary', 'personal'])
    expect((await leader.get(`dashboard/${path}?institutionId=${org.otherInstitutionId}`)).code).toBe('21');
});

it('refuses a device that there is not', async () => {
  expect(await leader.get('dashboard/personal?device=nokia')).toMatchObject({
    code: '22',
    data: { fields: [{ field: 'device', rule: 'choice' }] },
  });
});
