import type { MovedCases } from '../../contract/case-moves.js';
import { bind, payment, record, type Entry } from './rig/calls.js';
import { expect } from './rig/expect.js';
import { promise } from './rig/load.js';
import type { FaultCase } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './verdict.js';

const ROUNDS = 10;
const BINDINGS = 6;
const CASES_AT_ONCE = 5;

/** Two people change the same rows at the same moment, on different servers. */
export const twoPeople: Fault = {
  id: 'F13',
  name: 'two people on one case, two leaders binding the same cases',
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
    const load = `2 to 3 at once, ${ROUNDS + BINDINGS} times`;
    const notes = [
      `${ROUNDS} cases recorded by collector and leader while a payment came, ${BINDINGS} sets of ${CASES_AT_ONCE} cases bound by two leaders (with the screen's versions and without)`,
    ];
    return { load, recoveries: [], failures, notes };
  },
};

/** Nobody waits for a human: both records and the payment stand, one after the other. */
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
