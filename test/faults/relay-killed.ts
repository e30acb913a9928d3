import type { Connection } from 'mysql2/promise';
import { businessDay } from '../../contract/shared/date.js';
import { hourOf } from '../../contract/shared/wall-clock.js';
import type { App } from './rig/apps.js';
import { wrongJobs } from './rig/jobs.js';
import { Load } from './rig/load.js';
import { workersUser } from './rig/database.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, openWatchers } from './rig/watchers.js';

const KILLS = 20;

/**
 * The relay dies by kill -9 exactly between publish and mark: its transaction that folds and empties the outbox is held at
 * its first statement, when jobs and frames are out already. Every other time the database lets the orphaned transaction
 * through afterwards; else it drops it, and everything is carried again by the other workers process.
 */
export const relayKilled: Fault = {
  id: 'F3',
  name: `kill -9 relay between publish and mark, ${KILLS} times`,
  workers: 2,
  async run(rig) {
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.1 });
    load.start();
    const recoveries: number[] = [];
    const restarts: number[] = [];
    for (let n = 0; n < KILLS; n++) {
      const { app, at, waiting } = await killHeld(rig, n % 2 === 0);
      app.start();
      await until(
        'what was published to be marked',
        async () => (await rig.count(waiting.text, waiting.values)) === 0,
      );
      recoveries.push(performance.now() - at);
      await app.ready();
      restarts.push(performance.now() - at);
    }
    await load.stop();
    await rig.drained();
    const refetches = watchers.reduce((sum, watcher) => sum + watcher.refetches, 0);
    const frames = watchers.reduce((sum, watcher) => sum + watcher.frames, 0);
    const failures = [...(await closeWatchers(watchers)), ...(await wrongJobs(rig))];
    const notes = [
      `${watchers.length} screens got ${frames} frames and asked again ${refetches} times; recovery: until the other workers process had carried all that waited at the kill`,
      `the killed process was back after ${seconds(Math.max(...restarts))} s at most`,
    ];
    return { load: load.words, recoveries, failures, notes };
  },
};

interface Kill {
  app: App;
  at: number;
  /** Counts what stood in the outbox at the kill and still does. */
  waiting: { text: string; values: unknown[] };
}

async function killHeld(rig: Rig, through: boolean): Promise<Kill> {
  const lock = await rig.connection();
  try {
    await holdHours(lock, rig);
    const relay = await until('the relay to mark what it has published', () =>
      rig.waitingFor(['%INSERT INTO group_hour%']),
    );
    const app = rig.workers.find((_, n) => workersUser(n) === relay.user)!;
    const last = await rig.count('SELECT MAX(event_id) FROM outbox');
    const at = await app.kill();
    if (!through) await rig.db.query(`KILL CONNECTION ${relay.id}`);
    await lock.query('ROLLBACK');
    return { app, at, waiting: { text: 'SELECT COUNT(*) FROM outbox WHERE event_id <= ?', values: [last] } };
  } finally {
    await lock.end();
  }
}

/** Locks this hour's and the next hour's sums of both teams. */
async function holdHours(lock: Connection, rig: Rig): Promise<void> {
  const groups = new Set(rig.company.leaders.map((leader) => leader.groupId));
  for (const at of [new Date(), new Date(Date.now() + 3_600_000)]) {
    for (const group of groups) {
      const row = [group, businessDay(at), hourOf(at), 0];
      await lock.query('INSERT IGNORE INTO group_hour (group_id, day, hour, received_amount) VALUES (?)', [
        row,
      ]);
    }
  }
  await lock.query('START TRANSACTION');
  await lock.query('SELECT received_amount FROM group_hour FOR UPDATE');
}
