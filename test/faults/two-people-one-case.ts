import type { MovedCases } from '../../contract/cases/case-moves.js';
import { bind, payment, record, type Entry } from './rig/calls.js';
import { expect } from './rig/expect.js';
import { promise } from './rig/load.js';
import type { FaultCase, Person } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import { until } from './rig/wait.js';
import type { Fault } from './rig/verdict.js';

const ROUNDS = 10;
const BINDINGS = 6;
const CASES_AT_ONCE = 5;

/** Two people change the same rows at the same moment, on different servers. */
export const twoPeople: Fault = {
  id: 'F13',
  name: 'two people on one case, two leaders binding the same cases, one against the hand-out',
  async run(rig) {
    const failures: string[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const on = rig.company.targetCases[n]!;
      failures.push(...(await workTogether(rig, on, n % 2 === 0 ? {} : promise())));
    }
    const cases = rig.company.unowned.filter((row) => row.groupId === rig.company.leaders[0]!.groupId);
    for (let n = 0; n < BINDINGS; n++) {
      const some = cases.slice(n * CASES_AT_ONCE, (n + 1) * CASES_AT_ONCE);
      failures.push(...(await bindTogether(rig, some, n % 2 === 0)));
    }
    const { handedOut, overtaken, raced } = await bindAgainstHandOut(rig, failures);
    const load = `2 to 3 at once, ${ROUNDS + BINDINGS + 2} times`;
    const notes = [
      `${ROUNDS} cases recorded by collector and leader while a payment came, ${BINDINGS} sets of ${CASES_AT_ONCE} cases bound by two leaders (with the screen's versions and without)`,
      `${handedOut} cases handed out by a plan while a leader bound ${overtaken} of them after it was stored, and ${raced} as it was asked for`,
    ];
    return { load, recoveries: [], failures, notes };
  },
};

/** Records and payments do not wait for a person: both records and the payment stand, one after the other. */
async function workTogether(rig: Rig, on: FaultCase, terms: Record<string, unknown>): Promise<string[]> {
  const { target, leaders } = rig.company;
  const version = 'SELECT version FROM collection_case WHERE id = ?';
  const before = await rig.count(version, [on.id]);
  const entries = await Promise.all([
    rig.clients.send(record(target, on, terms), { server: 0 }),
    rig.clients.send(record(leaders[0]!, on, terms), { server: 1 }),
    rig.clients.send(payment(on.externalId, 1_000), { server: 1 }),
  ]);
  const moved = (await rig.count(version, [on.id])) - before;
  const answered = entries.slice(0, 2).map(({ data }) => (data as { version: number }).version);
  return [
    ...expect('work on one case at once', entries, '00'),
    ...(moved === 3 ? [] : [`case ${on.id} moved ${moved} versions for 3 changes`]),
    ...(answered[0] !== answered[1]
      ? []
      : [`two records of case ${on.id} were both answered version ${answered[0]}`]),
  ];
}

async function bindTogether(rig: Rig, cases: readonly FaultCase[], withVersions: boolean): Promise<string[]> {
  const ids = cases.map((row) => row.id);
  const [first, second] = rig.company.leaders.filter((leader) => leader.groupId === cases[0]!.groupId);
  const [mine, yours] = rig.company.collectors.filter((person) => person.groupId === cases[0]!.groupId);
  const rows = await rig.rows<{ id: number; version: number }>(
    'SELECT id, version FROM collection_case WHERE id IN (?)',
    [ids],
  );
  const versions = withVersions ? ids.map((id) => rows.find((row) => row.id === id)!.version) : undefined;
  const entries = await Promise.all([
    rig.clients.send(bind(first!, ids, mine!.id, versions), { server: 0 }),
    // In the other order, as another screen sorts them.
    rig.clients.send(bind(second!, [...ids].reverse(), yours!.id, versions?.toReversed()), { server: 1 }),
  ]);
  const owners = await rig.rows<{ id: number; ownerId: number | null }>(
    'SELECT id, owner_id AS ownerId FROM collection_case WHERE id IN (?)',
    [ids],
  );
  return [...expect('a binding', entries, '00'), ...owners.flatMap((owner) => judge(owner, entries))];
}

/**
 * A leader binds cases as a run is asked for, and others that its stored plan has for somebody else: the part that holds them
 * is made to wait for its collector's row, so that the leader comes first. Each case has one owner, by one event.
 */
async function bindAgainstHandOut(rig: Rig, failures: string[]) {
  const [, asking, , binding] = rig.company.leaders as [Person, Person, Person, Person];
  const { groupId } = asking;
  const cases = rig.company.unowned.filter((row) => row.groupId === groupId).map(({ id }) => id);
  const seats = rig.company.collectors.filter((person) => person.groupId === groupId);
  const [mine, waits] = [seats[0]!.id, seats.at(-1)!.id];
  const queueId = await rig.count('SELECT id FROM queue');
  const holder = await rig.connection();
  await rig.rows("UPDATE queue SET type = 'AUTOMATIC'");
  await holder.query('START TRANSACTION');
  await holder.query('SELECT id FROM user WHERE id = ? FOR UPDATE', [waits]);
  const run = {
    kind: 'read',
    key: 'run',
    path: 'allocation/run',
    body: { queueId },
    person: asking,
  } as const;
  const raced = cases.slice(0, CASES_AT_ONCE);
  const [asked, race] = await Promise.all([
    rig.clients.send(run, { server: 0 }),
    bindAsShown(rig, binding, raced, mine, 1),
  ]);
  const { runId } = asked.data as { runId: number };
  await until(
    'a part to wait',
    () => rig.waitingFor(['%FROM user u WHERE u.id%LOCK IN SHARE MODE%']),
    30_000,
  );
  const planned = await rig.rows<{ id: number }>(
    "SELECT case_id AS id FROM allocation_item WHERE run_id = ? AND agent_id = ? AND status = 'WAITING' ORDER BY at",
    [runId, waits],
  );
  const overtaken = planned.slice(0, Math.ceil(planned.length / 2)).map(({ id }) => id);
  const overtaking = await bindAsShown(rig, binding, overtaken, mine, 1);
  await holder.end();
  const isDone = 'SELECT COUNT(*) FROM allocation_run WHERE id = ? AND status = ?';
  await until('the run to be done', async () => (await rig.count(isDone, [runId, 'DONE'])) === 1, 60_000);
  await rig.rows("UPDATE queue SET type = 'MANUAL'");
  failures.push(...expect('a run', [asked], '00'), ...expect('a binding', [race, overtaking], '00'));
  const bound = [race, overtaking].flatMap(({ data }) => (data as MovedCases).accepted);
  if (overtaken.some((id) => !bound.includes(id))) failures.push('a waiting part came before the leader');
  const rows = await rig.rows<Outcome>(
    `SELECT c.id, c.owner_id AS ownerId, i.agent_id AS plannedFor, i.status, i.reason,
       (SELECT COUNT(*) FROM domain_event e WHERE e.case_id = c.id AND e.name = 'case.assigned') AS events
     FROM collection_case c LEFT JOIN allocation_item i ON i.case_id = c.id AND i.run_id = ? WHERE c.id IN (?)`,
    [runId, cases],
  );
  failures.push(...rows.flatMap((row) => judgeOutcome(row, bound.includes(row.id) ? mine : null)));
  const handedOut = rows.filter(({ status }) => status === 'DONE').length;
  if (handedOut === 0 || overtaken.length === 0) failures.push('the run and the leader did not meet');
  return { handedOut, overtaken: overtaken.length, raced: raced.length };
}

interface Outcome {
  id: number;
  ownerId: number | null;
  plannedFor: number | null;
  status: string | null;
  reason: string | null;
  events: number;
}

/** @param boundTo by the leader; null: not accepted */
function judgeOutcome({ id, ownerId, plannedFor, status, reason, events }: Outcome, boundTo: number | null) {
  const says = boundTo === null ? status === 'DONE' : status === null || reason === 'case.changed';
  return ownerId === (boundTo ?? plannedFor) && says && events === 1
    ? []
    : [`case ${id} is with ${ownerId}, planned for ${plannedFor} (${status} ${reason}), ${events} events`];
}

/** With the versions that a screen would show now. */
async function bindAsShown(rig: Rig, leader: Person, ids: number[], agentId: number, server: number) {
  const rows = await rig.rows<{ id: number; version: number }>(
    'SELECT id, version FROM collection_case WHERE id IN (?)',
    [ids],
  );
  const versions = ids.map((id) => rows.find((row) => row.id === id)!.version);
  return rig.clients.send(bind(leader, ids, agentId, versions), { server });
}

/** One leader had it, the case is with whom that one named, and the other was told that the case has changed. */
function judge({ id, ownerId }: { id: number; ownerId: number | null }, entries: readonly Entry[]): string[] {
  const winners = entries.filter(({ data }) => (data as MovedCases).accepted.includes(id));
  const losers = entries.filter(({ data }) =>
    (data as MovedCases).rejected.some(({ taskId, reason }) => taskId === id && reason === 'case.changed'),
  );
  const named = winners[0]?.call.body?.['agentId'];
  return [
    ...(winners.length === 1 && losers.length === 1
      ? []
      : [`case ${id} was given to ${winners.length} leaders and refused as changed to ${losers.length}`]),
    ...(winners.length !== 1 || ownerId === named
      ? []
      : [`case ${id} is with ${ownerId}, the winner named ${String(named)}`]),
  ];
}
