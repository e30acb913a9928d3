import { beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AllocationExplanation,
  AllocationPlan,
  AllocationRun,
  AllocationRunInfo,
} from '../../../contract/team/allocation.js';
import type { QueueCase } from '../../../contract/team/queues.js';
import type { Page } from '../../../contract/shared/page.js';
import { AllocationService } from '../../../server/features/allocation/allocation.service.js';
import { HandOutService } from '../../../server/features/allocation/hand-out.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { TestSocket } from '../../support/sockets.js';

let otherLeader: Client;
const people: Person[] = [];

const { api, workers, org, admin, leader } = useSite({
  workers: true,
  people: { admin: 'admin', leader: 'leader' },
});
beforeAll(async () => {
  otherLeader = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
  for (const name of ['Ana', 'Beto', 'Carla']) people.push(await createUser(api, org, 'member', { name }));
  people.push(await createUser(api, org, 'member', { name: 'Dora', groupId: org.otherGroupId }));
  await api.rows(sql`UPDATE user SET created_at = '2020-01-01' WHERE role = 'member'`);
  await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC' WHERE id = ${org.queueId}`);
});

const free = (more: object = {}) => createCase(api, org, { groupId: null, ...more });
const ask = (who: Client, more: object = {}) =>
  who.post<{ runId: number }>('allocation/run', { queueId: org.queueId, ...more });
const runOf = async (id: number, who = admin) =>
  (await who.get<AllocationRunInfo>(`allocation/run/${id}`)).data;
/** Carries out the run's job. */
const finished = async (id: number) => {
  await workers.get(HandOutService).execute(id);
  const run = await runOf(id);
  expect(run.state).toBe('DONE');
  return run;
};
const owners = async (ids: readonly number[]) => {
  const rows = await api.rows<{ id: number; ownerId: number | null }>(sql`
    SELECT id, owner_id AS ownerId FROM collection_case ORDER BY id`);
  return rows.filter(({ id }) => ids.includes(id)).map(({ ownerId }) => ownerId);
};
const explain = async (id: number, who = admin, agentId?: number) => {
  const query = agentId ? `?agentId=${agentId}` : '';
  return (await who.get<AllocationExplanation>(`allocation/explain/${id}${query}`)).data.plan!;
};

/** The first turns begin with nothing, the fifth with a case each. */
async function expectTiesExplained(runId: number): Promise<void> {
  const items = await api.rows<{ caseId: number; agentId: number; amount: number }>(sql`
    SELECT case_id AS caseId, agent_id AS agentId, amount FROM allocation_item WHERE run_id = ${runId} ORDER BY at`);
  const taken = items.map(({ agentId }) => agentId);
  const why = async (at: number, agentId: number) =>
    (await explain(items[at]!.caseId, admin, agentId)).whyNot;
  expect(await why(0, taken[1]!)).toMatchObject({ why: 'TIED_ID', before: 0, amount: 0, takerAmount: 0 });
  expect(await why(1, taken[0]!)).toMatchObject({ why: 'MORE_LOADED', before: 1, amount: items[0]!.amount });
  const before = items.findIndex(({ agentId }) => agentId === taken[4]);
  const other = items.slice(0, 4).findIndex(({ amount }) => amount > items[before]!.amount);
  expect(await why(4, taken[other]!)).toMatchObject({
    ...{ why: 'TIED_AMOUNT', before: 1, cap: 120 },
    ...{ amount: items[other]!.amount, takerAmount: items[before]!.amount },
  });
  await api.rows(sql`UPDATE allocation_seat SET before_amount = NULL WHERE run_id = ${runId}`);
  expect(await why(4, taken[other]!)).toMatchObject({ why: 'TIED', amount: null, takerAmount: null });
}

describe('handing out', () => {
  it('is seen before it is done, done once, and explained for each case and collector', async () => {
    const cases = await Promise.all(
      Array.from({ length: 8 }, (_, index) => free({ periods: [100_000 + index] })),
    );
    const ids = cases.map(({ id }) => id);
    const dry = (await admin.post<AllocationPlan>('allocation/dryRun', { queueId: org.queueId, seed: 5 }))
      .data;
    expect(dry).toMatchObject({ planned: 8, left: 0, seed: 5 });
    expect(dry.seats.map(({ after }) => after)).toEqual([2, 2, 2, 2]);
    expect(await owners(ids)).toEqual(ids.map(() => null));

    const body = { seed: 5, clientRequestId: 'allocation-1' };
    const { runId } = (await ask(admin, body)).data;
    expect((await ask(admin, body)).data.runId).toBe(runId);
    const run = await finished(runId);
    expect(run).toMatchObject({ planned: 8, left: 0, done: 8, skipped: 0, seats: dry.seats });
    const given = await owners(ids);
    expect(new Set(given)).toEqual(new Set(people.map(({ id }) => id)));

    const mine = await explain(ids[0]!);
    expect(mine).toMatchObject({ runId, rule: 'LEAST_LOADED', state: 'DONE', agentId: given[0], cap: 120 });
    const other = people.find(({ id }) => id !== given[0])!;
    expect((await explain(ids[0]!, admin, other.id)).whyNot).toMatchObject({
      agentId: other.id,
      why: expect.stringMatching(/^(MORE_LOADED|TIED_ID|TIED_AMOUNT|NOT_NEEDED)$/),
      cap: 120,
    });
    expect((await explain(ids[0]!, admin, given[0]!)).whyNot).toMatchObject({ why: 'IT_IS_THEIRS' });
    await expectTiesExplained(runId);
    const events = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'allocation.handedOver' ORDER BY id`);
    expect(events.map(({ payload }) => (JSON.parse(payload) as { cases: number }).cases)).toEqual([
      2, 2, 2, 2,
    ]);
  });

  it('heeds the filters of each collector, and says which one kept a case away', async () => {
    const [ana, beto] = [people[0]!, people[1]!];
    await api.rows(sql`UPDATE user SET products = '["Another"]' WHERE id = ${ana.id}`);
    await api.rows(sql`UPDATE user SET loan_types = '[3]' WHERE id = ${beto.id}`);
    await api.rows(sql`UPDATE user SET tenure_from = CURRENT_DATE WHERE id = ${people[2]!.id}`);
    const { id } = await free();
    const { runId } = (await ask(leader)).data;
    const run = await finished(runId);
    expect(run.seats.map(({ cap }) => cap)).toEqual([120, 120, 72]);
    expect(await owners([id])).toEqual([people[2]!.id]);
    expect((await explain(id, admin, ana.id)).whyNot?.why).toBe('PRODUCT');
    expect((await explain(id, admin, beto.id)).whyNot?.why).toBe('LOAN_TYPE');
    await api.rows(sql`UPDATE user SET app_systems = '["None"]', loan_types = NULL WHERE id = ${beto.id}`);
    expect((await explain(id, admin, beto.id)).whyNot?.why).toBe('APP_SYSTEM');
    const bound = await leader.post<{ rejected: object[] }>('management/task/batchBindAgent', {
      taskIds: [id],
      agentId: beto.id,
    });
    expect(bound.data.rejected).toEqual([{ taskId: id, reason: 'case.notEligible' }]);
    await api.rows(sql`UPDATE user SET products = NULL, app_systems = NULL, tenure_from = NULL`);
  });

  it('by a leader stays in the group, and is nobody else’s to see', async () => {
    const cases = await Promise.all(Array.from({ length: 6 }, () => free()));
    const { runId } = (await ask(leader)).data;
    await finished(runId);
    const given = await owners(cases.map(({ id }) => id));
    expect(new Set(given)).toEqual(new Set(people.slice(0, 3).map(({ id }) => id)));
    expect((await otherLeader.get(`allocation/run/${runId}`)).code).toBe('21');
    expect((await otherLeader.get(`allocation/explain/${cases[0]!.id}`)).code).toBe('21');
    const runs = (await otherLeader.get<Page<AllocationRun>>('allocation/runs')).data.result;
    expect(runs.map(({ id }) => id)).not.toContain(runId);
    const whole = runs[0]!.id;
    expect((await runOf(whole, otherLeader)).seats.map(({ agent }) => agent)).toEqual(['Dora']);
    expect((await leader.get(`allocation/explain/${cases[0]!.id}?agentId=${people[3]!.id}`)).code).toBe('21');
  });

  it('is the newest by its time: a process takes its ids in blocks', async () => {
    const { runId } = (await ask(admin)).data;
    await finished(runId);
    const before = runId + 500_000;
    await api.rows(sql`
      INSERT INTO allocation_run (id, institution_id, queue_id, day, seed, status, asked_at)
      SELECT ${before}, institution_id, queue_id, day, seed, status, asked_at - INTERVAL 1 MINUTE
      FROM allocation_run WHERE id = ${runId}`);
    const path = `allocation/runs?queueId=${org.queueId}`;
    const ids = (await admin.get<Page<AllocationRun>>(path)).data.result.map(({ id }) => id);
    expect([ids[0], ids.includes(before)]).toEqual([runId, true]);
    await api.rows(sql`DELETE FROM allocation_run WHERE id = ${before}`);
  });

  it('gives a borrower’s case to who has another of theirs', async () => {
    const first = await createCase(api, org, { ownerId: people[2]!.id });
    const second = await free();
    await api.rows(sql`UPDATE collection_case SET borrower_id = ${first.borrowerId} WHERE id = ${second.id}`);
    await finished((await ask(admin)).data.runId);
    expect(await owners([second.id])).toEqual([people[2]!.id]);
    expect((await explain(second.id)).rule).toBe('STICKY_OPEN');
    expect((await explain(second.id, admin, people[0]!.id)).whyNot).toMatchObject({
      why: 'KNOWN_TO_ANOTHER',
    });
  });

  it('leaves what nobody has room for, and says how many', async () => {
    await api.rows(sql`UPDATE queue SET per_capita_max = 1 WHERE id = ${org.queueId}`);
    const left = await free();
    const run = await finished((await ask(admin)).data.runId);
    expect(run).toMatchObject({ planned: 0, left: 1 });
    expect(await explain(left.id)).toMatchObject({ rule: 'ALL_FULL', state: 'LEFT', agentId: null });
    // The minutes after tell the same: they store nothing more.
    const again = await finished((await ask(admin)).data.runId);
    expect(again).toMatchObject({ planned: 0, left: 1, seats: [] });
    expect(await explain(left.id)).toMatchObject({ runId: run.id, rule: 'ALL_FULL', state: 'LEFT' });
    expect(await api.rows(sql`SELECT run_id FROM allocation_item WHERE case_id = ${left.id}`)).toHaveLength(
      1,
    );
    await api.rows(sql`UPDATE queue SET per_capita_max = 120 WHERE id = ${org.queueId}`);
    await finished((await ask(admin)).data.runId);
    expect((await explain(left.id)).state).toBe('DONE');
  });

  it('does not give a case back that was taken from a collector or handed back the same day', async () => {
    const [ana, beto] = [people[0]!, people[1]!];
    const taken = await createCase(api, org, { ownerId: ana.id });
    const handed = await createCase(api, org, { ownerId: beto.id, status: 'C10' });
    await api.rows(sql`
      UPDATE collection_case SET promise_broken_at = UTC_TIMESTAMP(3), version = version + 1 WHERE id = ${handed.id}`);
    expect((await leader.post('management/task/unbindAgent', { taskIds: [taken.id] })).code).toBe('00');
    expect((await leader.post('promise/handBack', { taskIds: [handed.id] })).code).toBe('00');
    const passed = await createCase(api, org, { ownerId: ana.id });
    await leader.post('management/task/batchBindAgent', { taskIds: [passed.id], agentId: beto.id });
    await leader.post('management/task/unbindAgent', { taskIds: [passed.id], versions: [2] });
    await finished((await ask(leader)).data.runId);
    const [first, second, third] = await owners([taken.id, handed.id, passed.id]);
    expect([null, ana.id]).not.toContain(first);
    expect([null, beto.id]).not.toContain(second);
    // Neither the one who handed it back nor the one it was moved away from.
    expect([null, ana.id, beto.id]).not.toContain(third);
    expect((await explain(passed.id, leader, ana.id)).whyNot?.why).toBe('TAKEN_BACK');
    expect((await explain(taken.id, leader, ana.id)).whyNot?.why).toBe('TAKEN_BACK');
    expect((await explain(handed.id, leader, beto.id)).whyNot?.why).toBe('TAKEN_BACK');
    expect((await explain(taken.id, leader, beto.id)).whyNot?.why).not.toBe('TAKEN_BACK');
  });

  it('skips a case that changed since it was planned, and says why', async () => {
    const changed = await free();
    const id = (await runOf((await ask(admin)).data.runId)).id;
    await finished(id);
    // A stored plan of a run that died: its case moved on in the meantime.
    await api.rows(sql`UPDATE allocation_run SET status = 'RUNNING', finished_at = NULL WHERE id = ${id}`);
    await api.rows(sql`UPDATE allocation_item SET status = 'WAITING' WHERE run_id = ${id}`);
    const before = await owners([changed.id]);
    const run = await finished(id);
    expect(run).toMatchObject({ done: 0, skipped: 1 });
    expect(await explain(changed.id)).toMatchObject({ state: 'SKIPPED', reason: 'case.changed' });
    expect(await owners([changed.id])).toEqual(before);
  });

  it('is one at a time for a queue, and none for a manual or a closed one', async () => {
    await free();
    const codes = (await Promise.all([ask(admin), ask(admin), ask(leader)])).map(({ code }) => code).sort();
    expect(codes).toEqual(['00', '23', '23']);
    const [{ id }] = (await api.rows(sql`SELECT MAX(id) AS id FROM allocation_run`)) as [{ id: number }];
    await finished(id);
    await api.rows(sql`UPDATE queue SET type = 'MANUAL' WHERE id = ${org.queueId}`);
    expect((await ask(admin)).code).toBe('23');
    await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC', open = 0 WHERE id = ${org.queueId}`);
    expect((await admin.post('allocation/dryRun', { queueId: org.queueId })).code).toBe('23');
    await api.rows(sql`UPDATE queue SET open = 1 WHERE id = ${org.queueId}`);
    expect((await ask(otherLeader, { queueId: 999_999 })).code).toBe('21');
  });

  it('tells each collector once of a part, at once and again counted, and not case by case', async () => {
    const [ana] = people;
    const socket = await TestSocket.open(await signedIn(api, ana!));
    await Promise.all(Array.from({ length: 8 }, () => free()));
    const { runId } = (await ask(admin)).data;
    await finished(runId);
    const hint = await socket.next('cases.assigned', ({ seq }) => seq === 0);
    const counted = await socket.next('cases.assigned', ({ seq }) => seq > 0);
    expect(hint.data).toEqual(counted.data);
    expect(hint.data).toMatchObject({ runId, cases: 2 });
    await socket.next('scoreCard.changed', ({ at }) => at >= counted.at);
    expect(socket.of('case.moved')).toEqual([]);
    expect(socket.of('case.changed')).toEqual([]);
    socket.close();
  });

  it('comes by the schedule for what waits', async () => {
    const late = await free();
    expect(await workers.get(AllocationService).askForWaiting()).toBe(1);
    expect(await workers.get(AllocationService).askForWaiting()).toBe(0);
    await workers.get(HandOutService).goOn();
    expect(await owners([late.id])).not.toEqual([null]);
    expect(await workers.get(AllocationService).askForWaiting()).toBe(0);
  });
});

describe('uncovered cases', () => {
  it('are those without a next action, a hold that ends, or youth', async () => {
    const old = new Date(Date.now() - 10 * 86_400_000);
    const make = async (change: ReturnType<typeof sql>) => {
      const { id } = await createCase(api, org, { ownerId: people[0]!.id, status: 'C10' });
      await api.rows(
        sql`UPDATE collection_case SET opened_at = ${old}, assigned_at = ${old}, ${change} WHERE id = ${id}`,
      );
      return id;
    };
    const nothing = await make(sql`next_follow_up_at = NULL`);
    const past = await make(sql`next_follow_up_at = ${old}`);
    const forgotten = await make(sql`status = 'C01'`);
    const covered = [
      await make(sql`next_follow_up_at = ${new Date(Date.now() + 86_400_000)}`),
      await make(sql`hold_until = ${new Date(Date.now() + 3_600_000)}`),
      (await createCase(api, org, { ownerId: people[0]!.id })).id,
    ];
    const list = (await leader.get<Page<QueueCase>>('allocation/uncovered?size=200')).data;
    const ids = list.result.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([nothing, past, forgotten]));
    for (const id of covered) expect(ids).not.toContain(id);
    expect(list.totalCount).toBe(ids.length);
    const theirs = (await otherLeader.get<Page<QueueCase>>('allocation/uncovered?size=200')).data.result;
    expect(theirs.map(({ id }) => id)).not.toContain(nothing);
  });
});
