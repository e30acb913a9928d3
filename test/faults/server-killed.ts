import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { businessDay } from '../../contract/shared/date.js';
import { payment, record, type Call } from './rig/calls.js';
import { any, Load, promise } from './rig/load.js';
import type { FaultCase } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';

const KILLS = 20;

/**
 * Where a server is killed. `read`: while its first round trip waits for the case. `write`: while its second one, half
 * of it executed, waits for the collector's day. `any`: whenever, under load. Behind `+ rollback` the database drops the
 * orphaned connection, else it goes on to COMMIT what nobody will hear of.
 */
const PLACES = ['read', 'write', 'write + rollback', 'any'] as const;
type Place = (typeof PLACES)[number];

interface Tally {
  /** From each kill until every call under way had its answer, from the other server or the restarted one. */
  answered: number[];
  restarted: number[];
  aimed: number;
  /** Payments whose first attempt had been committed without an answer. */
  orphans: number;
}

/** Servers die by kill -9 in the middle of transactions; clients repeat themselves on the other one. */
export const serverKilled: Fault = {
  id: 'F1',
  name: `kill -9 server mid-transaction, ${KILLS} times`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: 8, restMs: 60, reads: 0.2 });
    load.start();
    const seen: Tally = { answered: [], restarted: [], aimed: 0, orphans: 0 };
    for (let n = 0; n < KILLS; n++) {
      const place = PLACES[n % PLACES.length]!;
      if (place === 'any') await killAnywhere(rig, n, seen);
      else await killAt(rig, place, n, seen);
    }
    await load.stop();
    const restart = seconds(Math.max(...seen.restarted));
    const notes = [
      `${seen.aimed} kills hit one known transaction; ${seen.orphans} payments of those had committed without telling anybody`,
      `recovery: until all calls under way at a kill were answered by one of the two servers; the killed one was back after ${restart} s at most`,
    ];
    return { load: load.words, recoveries: seen.answered, failures: [], notes };
  },
};

async function killAnywhere(rig: Rig, n: number, seen: Tally): Promise<void> {
  await delay(100 + Math.random() * 400);
  await killAndRestart(rig, n, seen);
}

async function killAt(rig: Rig, place: Place, n: number, seen: Tally): Promise<void> {
  const on = rig.company.targetCases[n]!;
  const lock = await rig.connection();
  try {
    await hold(lock, rig, place, on);
    const answered = rig.clients.send(aim(rig, n, on), { server: n });
    const victim = await until('the transaction to wait', () => waiting(rig, place, on));
    // The clients' repetition has to wait for the same lock, so it is given back before the restart.
    await killAndRestart(rig, n, seen, async () => {
      if (place === 'write + rollback') await rig.db.query(`KILL CONNECTION ${victim}`);
      await lock.query('ROLLBACK');
    });
    const entry = await answered;
    seen.aimed++;
    if ((entry.data as { repeated?: boolean } | null)?.repeated) seen.orphans++;
  } finally {
    await lock.end();
  }
}

function aim(rig: Rig, n: number, on: FaultCase): Call {
  if (Math.floor(n / PLACES.length) % 2 === 0) return payment(on.externalId, 7_000);
  return record(rig.company.target, on, any([{}, promise()]));
}

async function hold(lock: Connection, rig: Rig, place: Place, on: FaultCase): Promise<void> {
  await lock.query('START TRANSACTION');
  if (place === 'read') await lock.query('SELECT id FROM collection_case WHERE id = ? FOR UPDATE', [on.id]);
  else {
    const day = [rig.company.target.id, businessDay(new Date())];
    await lock.query('SELECT version FROM collector_day WHERE collector_id = ? AND day = ? FOR UPDATE', day);
  }
}

/** @returns the database's thread of the transaction that waits for the lock. */
async function waiting(rig: Rig, place: Place, on: FaultCase): Promise<number | undefined> {
  const patterns =
    place === 'read'
      ? [`%${on.externalId}%FOR UPDATE%`, `%c.id = ${on.id} %FOR UPDATE%`]
      : [`%UPDATE collector_day SET%collector_id = ${rig.company.target.id} %`];
  return (await rig.waitingFor(patterns))?.id;
}

async function killAndRestart(
  rig: Rig,
  n: number,
  seen: Tally,
  afterwards: () => Promise<void> = async () => {},
): Promise<void> {
  const server = rig.servers[n % rig.servers.length]!;
  const underWay = [...rig.clients.waiting];
  const at = await server.kill();
  await afterwards();
  server.start();
  const answers = until('the calls under way to be answered', () =>
    underWay.every((entry) => !rig.clients.waiting.has(entry)),
  );
  await Promise.all([answers, server.ready().then(() => seen.restarted.push(performance.now() - at))]);
  seen.answered.push(Math.max(...underWay.map((entry) => entry.answeredAt ?? Infinity), at) - at);
}
