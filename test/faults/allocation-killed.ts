import type { App } from './rig/apps.js';
import type { Person } from './rig/people.js';
import { workersUser } from './rig/database.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { until } from './rig/wait.js';

/**
 * A worker that hands out dies by kill -9 twice in each run: when it stores the plan, and when some collectors have their
 * part and one waits. Another worker goes on with the run. Each planned case must have its collector, by one event.
 */
export const allocationKilled: Fault = {
  id: 'F20',
  name: 'kill -9 worker mid-allocation, twice in each of 2 runs',
  workers: 2,
  async run(rig) {
    await rig.rows("UPDATE queue SET type = 'AUTOMATIC'");
    const recoveries: number[] = [];
    const byGroup = new Map(rig.company.leaders.map((leader) => [leader.groupId, leader]));
    for (const leader of byGroup.values()) recoveries.push(...(await handOut(rig, leader)));
    const [{ planned, done }] = (await rig.rows(`
      SELECT COUNT(*) AS planned, CAST(SUM(status = 'DONE') AS SIGNED) AS done FROM allocation_item
      WHERE agent_id IS NOT NULL`)) as [{ planned: number; done: number }];
    const wrong = await rig.rows<{ id: number }>(`
      SELECT i.case_id AS id FROM allocation_item i JOIN collection_case c ON c.id = i.case_id
      WHERE i.status = 'DONE' AND (c.owner_id IS NULL OR c.owner_id <> i.agent_id OR 1 <> (
        SELECT COUNT(*) FROM domain_event e WHERE e.case_id = c.id AND e.name = 'case.assigned'))`);
    const failures = wrong.map(({ id }) => `case ${id} does not have its collector, by one event`);
    if (planned === 0 || done !== planned)
      failures.push(`${done} of ${planned} planned cases were handed out`);
    return {
      load: `${planned} cases`,
      recoveries,
      failures,
      notes: ['recovery: until the next kill, or the end of the run'],
    };
  },
};

async function handOut(rig: Rig, leader: Person): Promise<number[]> {
  for (const app of rig.workers) process.kill(app.pid, 'SIGSTOP');
  const body = { queueId: await rig.count('SELECT id FROM queue') };
  const asked = await rig.clients.send({
    kind: 'read',
    key: `run-${leader.id}`,
    path: 'allocation/run',
    body,
    person: leader,
  });
  if (asked.code !== '00') throw new Error(`The run was refused: ${asked.code}`);
  const { runId } = asked.data as { runId: number };
  const storing = await killWaiting(
    rig,
    `SELECT id FROM allocation_run WHERE id = ${runId} FOR UPDATE`,
    '%FROM allocation_run WHERE id%FOR UPDATE%',
  );
  const last = `SELECT MAX(id) FROM user WHERE role = 'member' AND group_id = ${leader.groupId}`;
  const agentId = await rig.count(last);
  for (const app of rig.workers) process.kill(app.pid, 'SIGSTOP');
  const handing = await killWaiting(
    rig,
    `SELECT id FROM user WHERE id = ${agentId} FOR UPDATE`,
    '%FROM user u WHERE u.id%LOCK IN SHARE MODE%',
  );
  const started = performance.now();
  await until(
    'the run to be done',
    async () =>
      (await rig.count('SELECT COUNT(*) FROM allocation_run WHERE id = ? AND status = ?', [
        runId,
        'DONE',
      ])) === 1,
    60_000,
  );
  return [handing.at - storing.at, performance.now() - started];
}

/** With the row locked the workers go on; who comes to wait for it is killed, and the row is free again. */
async function killWaiting(rig: Rig, lock: string, waits: string): Promise<{ app: App; at: number }> {
  const holder = await rig.connection();
  try {
    await holder.query('START TRANSACTION');
    await holder.query(lock);
    for (const app of rig.workers) process.kill(app.pid, 'SIGCONT');
    const waiting = await until('a worker to wait', () => rig.waitingFor([waits]), 30_000);
    const app = rig.workers.find((_, n) => workersUser(n) === waiting.user);
    if (!app) throw new Error(`${waiting.user} is no worker`);
    const at = await app.kill();
    app.start();
    await app.ready();
    return { app, at };
  } finally {
    await holder.end();
  }
}
