import { beforeAll, expect, it } from '@jest/globals';
import type { AllocationExplanation } from '../../../contract/team/allocation.js';
import { HandOutService } from '../../../server/features/allocation/hand-out.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

let ana: Person;
let leader: Client;

const { api, workers, org, admin } = useSite({ workers: true, people: { admin: 'admin' } });
beforeAll(async () => {
  ana = await createUser(api, org, 'member', { name: 'Ana' });
  leader = await signedIn(api, await createUser(api, org, 'leader', { name: 'Lena' }));
  await queueIs('AUTOMATIC', true);
});

const queueIs = (type: string, open: boolean) =>
  api.rows(sql`UPDATE queue SET type = ${type}, open = ${open} WHERE id = ${org.queueId}`);
const explained = async (id: number, query = '') =>
  (await leader.get<AllocationExplanation>(`allocation/explain/${id}${query}`)).data;
const bind = (id: number) =>
  leader.post('management/task/batchBindAgent', { taskIds: [id], agentId: ana.id });

it('names who gave a case by hand, and who returned it to the same collector', async () => {
  const { id } = await createCase(api, org, { groupId: null });
  await bind(id);
  const moved = { agentId: ana.id, agent: 'Ana', by: 'Lena', returned: false };
  const bound = await explained(id, `?agentId=${ana.id}`);
  expect(bound).toMatchObject({ moved, plan: null, keptOut: null });
  expect(Date.parse(bound.moved!.at)).toBeGreaterThan(Date.now() - 60_000);
  await leader.post('management/task/unbindAgent', { taskIds: [id] });
  expect(await explained(id)).toMatchObject({ moved: null, plan: null, keptOut: expect.any(String) });
  await bind(id);
  expect((await explained(id)).moved).toMatchObject({ ...moved, returned: true });
  const stranger = await createUser(api, org, 'leader', { groupId: org.otherGroupId });
  expect((await (await signedIn(api, stranger)).get(`allocation/explain/${id}`)).code).toBe('21');
});

it('says what kept a case out of all plans, until one has it', async () => {
  const owned = await createCase(api, org, { ownerId: ana.id });
  const { id } = await createCase(api, org, { groupId: null });
  const keptOut = async (of: number) => (await explained(of)).keptOut;
  expect(await keptOut(owned.id)).toBe('OWNED');
  expect(await keptOut(id)).toBe('NO_PLAN_YET');
  await queueIs('MANUAL', true);
  expect(await keptOut(id)).toBe('QUEUE_MANUAL');
  await queueIs('AUTOMATIC', false);
  expect(await keptOut(id)).toBe('QUEUE_CLOSED');
  await queueIs('AUTOMATIC', true);
  const { runId } = (await admin.post<{ runId: number }>('allocation/run', { queueId: org.queueId })).data;
  await workers.get(HandOutService).execute(runId);
  expect(await explained(id)).toMatchObject({
    moved: null,
    plan: { state: 'DONE', agentId: ana.id },
    keptOut: null,
  });
  await api.rows(
    sql`UPDATE collection_case SET status = 'C31', version = version + 1 WHERE id = ${owned.id}`,
  );
  expect(await keptOut(owned.id)).toBe('ENDED');
});
