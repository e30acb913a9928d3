import { setTimeout as delay } from 'node:timers/promises';
import { isAcknowledged } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const LOADED_MS = 4_000;

/** Of a cluster of three: the node that takes the writes is killed, then frozen, then one that does not. */
export const writerLost: Fault = {
  id: 'F27',
  name: 'Galera: its writer killed and frozen, a follower killed',
  workers: 2,
  cluster: true,
  async run(rig) {
    const cluster = rig.cluster!;
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    load.start();
    const lost = [
      ['writer killed', () => cluster.leader, 'SIGKILL'],
      ['writer frozen', () => cluster.leader, 'SIGSTOP'],
      ['follower killed', () => cluster.followers[0]!, 'SIGKILL'],
    ] as const;
    const recoveries: number[] = [];
    const notes: string[] = [];
    for (const [what, port, how] of lost) {
      await delay(LOADED_MS);
      const node = port();
      const at = cluster.end(node, how);
      const [writes, screens] = await Promise.all([writesAgain(rig, at), framesAgain(watchers, at)]);
      await cluster.revive(node);
      recoveries.push(Math.max(writes, screens));
      const back = performance.now() - at;
      notes.push(
        `${what}: a write after ${seconds(writes)} s, every screen live after ${seconds(screens)} s, the node back after ${seconds(back)} s`,
      );
    }
    await delay(LOADED_MS);
    await load.stop();
    await rig.drained();
    return { load: load.words, recoveries, failures: await closeWatchers(watchers), notes };
  },
};

/** @returns ms until a write that was sent after `at` was acknowledged */
async function writesAgain(rig: Rig, at: number): Promise<number> {
  const entry = await until(
    'a write to be acknowledged again',
    () =>
      rig.clients.journal.find(
        (one) =>
          one.call.kind !== 'read' && isAcknowledged(one) && one.sentAt > at && one.answeredAt !== null,
      ),
    60_000,
  );
  return entry.answeredAt! - at;
}
