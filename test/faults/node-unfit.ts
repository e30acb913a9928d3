import { setTimeout as delay } from 'node:timers/promises';
import { longestPause, writesAgain } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers, type Watcher } from './rig/watchers.js';

const UNFIT = { behindS: 300, diskMb: 700 };
const LOADED_MS = 5_000;
const LATE_MS = 15_000;
/** More or less than that in seconds is no clock of this fault's. */
const SKEW_S = 2;

/** The disk of the node in the lead is full; the one that leads then has a clock 5 minutes behind, and gives its lead away again. */
export const nodeUnfit: Fault = {
  id: 'F35',
  name: 'Galera: a full disk on the leading node, the next one 5 minutes behind',
  alone: true,
  workers: 2,
  cluster: { unfit: UNFIT },
  async run(rig) {
    const cluster = rig.cluster!;
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    load.start();
    await delay(LOADED_MS);
    const first = await cluster.leader();
    const full = await lost(rig, watchers, first, () => {
      const at = performance.now();
      cluster.disk!.fill();
      return at;
    });
    const errors = rig.clients.failures.filter(({ status }) => status === 500).length;
    const behindS = Date.now() / 1_000 - (await rig.count('SELECT UNIX_TIMESTAMP(NOW(3))'));
    await delay(LATE_MS);
    cluster.disk!.free();
    await cluster.revive(first);
    await delay(LOADED_MS);
    const late = await cluster.leader();
    const ahead = await lost(rig, watchers, late, () => cluster.end(late, 'SIGKILL'));
    await delay(LOADED_MS);
    await cluster.revive(late);
    await load.stop();
    await rig.drained();
    return {
      load: load.words,
      recoveries: [full.recoveryMs, ahead.recoveryMs],
      failures: [
        ...(await closeWatchers(watchers)),
        ...(Math.abs(behindS - UNFIT.behindS) > SKEW_S
          ? [`the node that led next was ${behindS} s behind`]
          : []),
      ],
      notes: [
        `a full disk: ${full.words}; ${errors} answers were errors, and asked again`,
        `from a clock ${Math.round(behindS)} s behind to one that is right: ${ahead.words}`,
      ],
    };
  },
};

/** @param lose takes a node's fitness, and says when */
async function lost(rig: Rig, watchers: readonly Watcher[], port: number, lose: () => number) {
  const at = lose();
  await until('another node to lead', async () => (await rig.cluster!.leader()) !== port);
  const [writes, screens] = await Promise.all([writesAgain(rig.clients, at), framesAgain(watchers, at)]);
  const words = `another node led and took a write after ${seconds(writes)} s, every screen was live after ${seconds(screens)} s, nothing was acknowledged for ${seconds(longestPause(rig.clients, at))} s at most`;
  return { recoveryMs: Math.max(writes, screens), words };
}
