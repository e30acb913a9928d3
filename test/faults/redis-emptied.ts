import { setTimeout as delay } from 'node:timers/promises';
import { read, record } from './rig/calls.js';
import { waitingPromises } from './rig/jobs.js';
import { Load } from './rig/load.js';
import type { Person } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import { withRedis } from './rig/services.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const LOADED_MS = 3_000;
const PROMISES = 12;
/** The sweep runs once a minute. */
const SWEEP_MS = 100_000;

/** Redis loses all it had, once under a running process and once with its files; MySQL has to be enough. */
export const redisEmptied: Fault = {
  id: 'F5',
  name: 'Redis emptied: FLUSHALL, kill -9 and empty data',
  async run(rig) {
    const failures: string[] = [];
    const recoveries: number[] = [];
    await promiseSome(rig);
    const gone = await signOut(rig);
    for (const empty of [flush, killAndEmpty]) {
      const watchers = await openWatchers(rig.clients, rig.company);
      const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.4 });
      load.start();
      await delay(LOADED_MS);
      const at = performance.now();
      await empty(rig);
      recoveries.push(await framesAgain(watchers, at));
      await delay(LOADED_MS);
      await load.stop();
      await rig.drained();
      failures.push(...(await closeWatchers(watchers)));
      failures.push(...(await unchanged(rig, empty)));
      failures.push(...(await sessions(rig, gone)));
    }
    const rebuilt = await settledBySweep(rig);
    failures.push(...rebuilt.failures);
    return {
      load: '6 clients, 60 ms apart',
      recoveries,
      failures,
      notes: [
        'recovery: from the emptying until every screen was live again',
        `sessions: ${everybody(rig).length - 1} kept (read from MySQL), the one signed out stayed out`,
        `${rebuilt.count} promises without jobs were settled by the sweep after ${seconds(rebuilt.ms)} s`,
      ],
    };
  },
};

type Empty = (rig: Rig) => Promise<void>;

async function flush(rig: Rig): Promise<void> {
  await withRedis(rig.redisUrl, (client) => client.flushall());
}

async function killAndEmpty(rig: Rig): Promise<void> {
  await rig.services.redis.kill();
  rig.services.redis.emptyData();
  await rig.services.redis.start();
}

async function promiseSome(rig: Rig): Promise<void> {
  const { target, targetCases } = rig.company;
  for (const on of targetCases.slice(0, PROMISES)) {
    const terms = { callResult: 'PTP', promiseAmount: 90_000 };
    const entry = await rig.clients.send(record(target, on, terms));
    if (entry.code !== '00')
      throw new Error(`A promise was answered ${entry.code} ${JSON.stringify(entry.data)}`);
  }
  await until('the promises to have jobs', async () => (await waitingPromises(rig)).length >= PROMISES);
}

/** A session that ended before must not come back with the cache's memory of it gone. */
async function signOut(rig: Rig): Promise<Person> {
  const gone = rig.company.leaders.at(-1)!;
  const leave = { kind: 'read', key: 'login/out', path: 'login/out', body: {}, person: gone } as const;
  const { code } = await rig.clients.send(leave);
  if (code !== '00') throw new Error(`login/out answered ${code}`);
  return gone;
}

function everybody(rig: Rig): Person[] {
  return [...rig.company.collectors, ...rig.company.leaders, rig.company.target];
}

async function sessions(rig: Rig, gone: Person): Promise<string[]> {
  const failures: string[] = [];
  for (const person of everybody(rig)) {
    const expected = person === gone ? '02' : '00';
    for (const server of rig.clients.urls.keys()) {
      const { code } = await rig.clients.send(read(person, 'login/currentUser'), { server });
      if (code !== expected)
        failures.push(`the session of ${person.id} answered ${code}, expected ${expected}`);
    }
  }
  return failures;
}

/** With nothing going on, all cards and boards say the same before and after. */
async function unchanged(rig: Rig, empty: Empty): Promise<string[]> {
  const before = await figures(rig);
  await empty(rig);
  const after = await figures(rig);
  return before === after ? [] : [`cards and boards changed from ${before} to ${after}`];
}

async function figures(rig: Rig): Promise<string> {
  const cards = [...rig.company.collectors, rig.company.target].map((person) =>
    read(person, 'achievementBoard/queryAgentAchievement'),
  );
  const boards = rig.company.leaders.slice(0, 2).map((person) => read(person, 'dashboard/personal'));
  const answers = await Promise.all([...cards, ...boards].map((call) => rig.clients.send(call)));
  return JSON.stringify(
    answers.map(({ data }) => ({ ...(data as object), asOf: undefined, presence: undefined })),
  );
}

/** The deadline passes for promises whose own jobs are gone. */
async function settledBySweep(rig: Rig): Promise<{ failures: string[]; count: number; ms: number }> {
  const { target } = rig.company;
  const open = await rig.rows<{ id: number }>(
    "SELECT id FROM promise WHERE collector_id = ? AND status = 'OPEN'",
    [target.id],
  );
  const ids = open.map((row) => row.id);
  const jobs = await waitingPromises(rig);
  await rig.db.query('UPDATE promise SET deadline_at = NOW(3) WHERE id IN (?)', [ids]);
  const from = performance.now();
  const left = 'SELECT COUNT(*) FROM promise WHERE id IN (?) AND status = ?';
  await until('the sweep to settle them', async () => (await rig.count(left, [ids, 'OPEN'])) === 0, SWEEP_MS);
  const events = await rig.count(
    "SELECT COUNT(*) FROM domain_event WHERE name = 'promise.settled' AND subject_id IN (?)",
    [ids],
  );
  const failures = [
    ...(ids.length === PROMISES ? [] : [`${ids.length} promises were open, ${PROMISES} had been made`]),
    ...(ids.some((id) => jobs.includes(id)) ? ['a promise still had its job: the sweep proved nothing'] : []),
    ...(events === ids.length ? [] : [`${ids.length} promises were settled by ${events} events`]),
  ];
  return { failures, count: ids.length, ms: performance.now() - from };
}
