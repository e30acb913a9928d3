import { setTimeout as delay } from 'node:timers/promises';
import { isAcknowledged } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';

const ROUNDS = 3;
const WRITERS = 32;
const LOADED_MS = 4_000;

/** The database dies by kill -9 under 32 writers and is started again at once. */
export const databaseKilled: Fault = {
  id: 'F6',
  name: `kill -9 the database, ${ROUNDS} times`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: WRITERS });
    load.start();
    const recoveries: number[] = [];
    const restarts: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await delay(LOADED_MS);
      const at = await rig.services.database.kill();
      await rig.services.database.start();
      restarts.push(performance.now() - at);
      const first = await until('a write to be acknowledged again', () =>
        rig.clients.journal.findLast(
          (entry) => isAcknowledged(entry) && (entry.answeredAt ?? 0) > at + restarts.at(-1)!,
        ),
      );
      recoveries.push(first.answeredAt! - at);
    }
    await delay(LOADED_MS / 2);
    await load.stop();
    const words = recoveries.map(
      (ms, n) => `${seconds(ms)} s (${seconds(restarts[n]!)} s of it its restart)`,
    );
    return {
      load: load.words,
      recoveries,
      failures: [],
      notes: [`first acknowledged write after ${words.join(', ')}`],
    };
  },
};
