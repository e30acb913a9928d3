import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  AllocationExplanation,
  AllocationRunInfo,
  AllocationRun,
  RunCase,
} from '../../../contract/team/allocation.js';
import type { Page } from '../../../contract/shared/page.js';
import { AllocationService } from '../../../server/features/allocation/allocation.service.js';
import { HandOutService } from '../../../server/features/allocation/hand-out.service.js';
import { list, sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const people: Person[] = [];
const { api, workers, org, admin, leader, member, supervisor } = useSite({
  workers: true,
  people: { admin: 'admin', leader: 'leader', member: 'member', supervisor: 'supervisor' },
});
beforeAll(async () => {
  for (const name of ['Ana', 'Beto', 'Carla']) people.push(await createUser(api, org, 'member', { name }));
  await api.rows(sql`UPDATE user SET created_at = '2020-01-01' WHERE role = 'member'`);
  await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC' WHERE id = ${org.queueId}`);
});
beforeEach(async () => {
  await api.rows(sql`UPDATE collection_case SET status = 'C33', owner_id = NULL`);
  await api.rows(sql`UPDATE allocation_run SET undone_at = '2020-01-01' WHERE undone_at IS NOT NULL`);
});

interface State {
  id: number;
  ownerId: number | null;
  groupId: number | null;
  previousOwnerId: number | null;
  status: string;
  version: number;
}
const states = (ids: readonly number[]) =>
  api.rows<State>(sql`
    SELECT id, owner_id AS ownerId, group_id AS groupId, previous_owner_id AS previousOwnerId, status, version
    FROM collection_case WHERE id IN ${list(ids)} ORDER BY id`);
const runOf = async (id: number, who = admin) =>
  (await who.get<AllocationRunInfo>(`allocation/run/${id}`)).data;
const execute = (id: number) => workers.get(HandOutService).execute(id);
const free = async (count: number) => {
  const cases = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      createCase(api, org, { groupId: null, periods: [100_000 + at] }),
    ),
  );
  return cases.map(({ id }) => id);
};
async function handOut(who: Client): Promise<number> {
  const { runId } = (await who.post<{ runId: number }>('allocation/run', { queueId: org.queueId })).data;
  await execute(runId);
  return runId;
}
const undo = (runId: number, who = leader, more: object = {}) =>
  who.post<{ runId: number }>('allocation/undo', { runId, ...more });
const casesOf = async (runId: number, who = leader, query = '') =>
  (await who.get<Page<RunCase>>(`allocation/runCases/${runId}${query}`)).data;

const stranger = async () =>
  signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));

describe('a run that is taken back', () => {
  it('leaves all cases as they were before it, once, and says so to who reads it', async () => {
    const ids = await free(7);
    await api.rows(sql`
      UPDATE collection_case SET previous_owner_id = ${people[1]!.id}, status = 'C20' WHERE id = ${ids[0]}`);
    const before = await states(ids);
    const runId = await handOut(leader);
    expect(await runOf(runId)).toMatchObject({ state: 'DONE', done: 7, mayUndo: true });
    const { result } = await casesOf(runId);
    expect(await casesOf(runId, await stranger())).toEqual({ result: [], totalCount: 0 });
    expect((await undo(runId, await stranger())).code).toBe('21');
    expect(result.map(({ taskId }) => taskId).toSorted((one, other) => one - other)).toEqual(ids);
    expect(new Set(result.map(({ state }) => state))).toEqual(new Set(['DONE']));

    const key = { clientRequestId: `undo-${runId}` };
    expect((await undo(runId, leader, key)).data).toEqual({ runId });
    expect((await undo(runId, leader, key)).data).toEqual({ runId });
    expect((await runOf(runId)).state).toBe('UNDOING');
    await execute(runId);
    await execute(runId);
    expect(await runOf(runId, leader)).toMatchObject({
      ...{ state: 'UNDONE', done: 0, undone: 7, kept: 0, mayUndo: false },
      undoneBy: expect.any(String),
    });
    const after = await states(ids);
    expect(after.map(({ version: _, ...state }) => state)).toEqual(
      before.map(({ version: _, ...state }) => state),
    );
    expect((await undo(runId)).code).toBe('23');
    const explained = (await leader.get<AllocationExplanation>(`allocation/explain/${ids[1]}`)).data;
    expect(explained.plan).toMatchObject({ runId, state: 'UNDONE' });
    const events = await api.rows<{ name: string; actorId: number }>(sql`
      SELECT name, actor_id AS actorId FROM domain_event WHERE case_id = ${ids[1]} ORDER BY id DESC LIMIT 1`);
    const [asked] = await api.rows<{ id: number }>(sql`
      SELECT undone_by AS id FROM allocation_run WHERE id = ${runId}`);
    expect(events).toEqual([{ name: 'case.released', actorId: asked!.id }]);
  });

  it('keeps what somebody has worked on since, with the reason', async () => {
    const ids = await free(4);
    const runId = await handOut(leader);
    const worked = ids[2]!;
    const followUp = new Date(Date.now() + 86_400_000).toISOString();
    const body = { taskId: worked, callResult: 'MEMO', nextFollowUpAt: followUp, notes: 'Calls tomorrow' };
    expect((await leader.post('task/record', { ...body, clientRequestId: `worked-${runId}` })).code).toBe(
      '00',
    );
    const [owned] = await states([worked]);
    expect((await undo(runId)).code).toBe('00');
    await execute(runId);
    expect(await runOf(runId)).toMatchObject({ undone: 3, kept: 1 });
    expect(await states([worked])).toEqual([owned]);
    expect((await casesOf(runId, leader, '?state=KEPT')).result).toMatchObject([
      { taskId: worked, reason: 'case.changed' },
    ]);
  });

  it('pauses the schedule for its queue, and hands out again to the same people when somebody asks', async () => {
    const ids = await free(6);
    const runId = await handOut(leader);
    const given = await states(ids);
    expect((await undo(runId)).code).toBe('00');
    // While it goes back, no other run of the queue begins.
    expect((await leader.post('allocation/run', { queueId: org.queueId })).code).toBe('23');
    await execute(runId);
    expect(await workers.get(AllocationService).askForWaiting()).toBe(0);
    const again = await handOut(leader);
    expect((await runOf(again)).done).toBe(6);
    const rules = (await casesOf(again)).result.map(({ rule }) => rule);
    expect(new Set(rules)).toEqual(new Set(['LEAST_LOADED']));
    expect(new Set((await states(ids)).map(({ ownerId }) => ownerId))).toEqual(
      new Set(given.map(({ ownerId }) => ownerId)),
    );
    await undo(again);
    await execute(again);
    await api.rows(sql`UPDATE allocation_run SET undone_at = undone_at - INTERVAL 16 MINUTE WHERE undone_at IS NOT NULL`);
    expect(await workers.get(AllocationService).askForWaiting()).toBe(1);
    await workers.get(HandOutService).goOn();
  }); // prettier-ignore

  it('goes on where a worker has died', async () => {
    const ids = await free(4);
    const runId = await handOut(leader);
    expect((await undo(runId)).code).toBe('00');
    // As if the part of one collector had been written before the death.
    const [one] = await states(ids);
    const { data } = await leader.post<object>('management/task/unbindAgent', { taskIds: [one!.id] });
    expect(data).toMatchObject({ accepted: [one!.id] });
    await workers.get(HandOutService).goOn();
    expect(await runOf(runId)).toMatchObject({ state: 'UNDONE', undone: 3, kept: 1 });
    expect((await states(ids)).map(({ ownerId }) => ownerId)).toEqual([null, null, null, null]);
  });

  it('is refused of another day, under way, to everybody, or to who may not hand out', async () => {
    await free(3);
    const wide = await handOut(admin);
    expect((await runOf(wide, leader)).mayUndo).toBe(false);
    expect((await undo(wide)).code).toBe('23');
    expect((await undo(wide, supervisor)).code).toBe('20');
    expect((await undo(wide, member)).code).toBe('20');
    expect((await undo(999_999_999)).code).toBe('21');
    const runs = (await admin.get<Page<AllocationRun>>(`allocation/runs?queueId=${org.queueId}`)).data;
    expect(runs.result.find(({ id }) => id === wide)?.mayUndo).toBe(true);
    await api.rows(sql`UPDATE allocation_run SET day = day - INTERVAL 1 DAY WHERE id = ${wide}`);
    expect((await undo(wide, admin)).code).toBe('23');
  });
});
