import { setTimeout as delay } from 'node:timers/promises';
import { isAcknowledged, writesAgain } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const LOADED_MS = 4_000;
/** Until the proxy has noticed, and what was under way has ended. */
const CUT_MS = 1_000;
const ALONE_MS = 4_000;
/** Until the proxy counts a node that is back. */
const NOTICED_MS = 4_000;

/** A cluster of three loses the node that takes the writes, killed and then frozen, one that does not, and two at once. */
export const writerLost: Fault = {
  id: 'F27',
  name: 'Galera: writer killed and frozen, a follower and two killed',
  workers: 2,
  cluster: true,
  async run(rig) {
    const cluster = rig.cluster!;
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    load.start();
    const lost = [
      ['writer killed', () => cluster.leader(), 'SIGKILL'],
      ['writer frozen', () => cluster.leader(), 'SIGSTOP'],
      ['follower killed', async () => (await cluster.followers())[0]!, 'SIGKILL'],
    ] as const;
    const failures: string[] = [];
    const recoveries: number[] = [];
    const notes: string[] = [];
    for (const [what, port, how] of lost) {
      await delay(LOADED_MS);
      const node = await port();
      const at = cluster.end(node, how);
      const [writes, screens] = await Promise.all([writesAgain(rig.clients, at), framesAgain(watchers, at)]);
      const leader = await cluster.leader();
      await cluster.revive(node);
      await delay(NOTICED_MS);
      if ((await cluster.leader()) !== leader) failures.push(`${what}: everybody was led back to it`);
      recoveries.push(Math.max(writes, screens));
      const back = performance.now() - at;
      notes.push(
        `${what}: a write after ${seconds(writes)} s, every screen live after ${seconds(screens)} s, the node back after ${seconds(back)} s`,
      );
    }
    await delay(LOADED_MS);
    const alone = await withoutQuorum(rig);
    recoveries.push(alone.recovery);
    notes.push(alone.note);
    await delay(LOADED_MS);
    await load.stop();
    await rig.drained();
    failures.push(...alone.failures, ...(await closeWatchers(watchers)));
    return { load: load.words, recoveries, failures, notes };
  },
};

/** Both that follow are killed: the one that is left takes no write until the others are back. */
async function withoutQuorum(rig: Rig): Promise<{ recovery: number; note: string; failures: string[] }> {
  const cluster = rig.cluster!;
  const [left, followers] = [await cluster.leader(), await cluster.followers()];
  const at = followers.map((port) => cluster.end(port, 'SIGKILL'))[0]!;
  await until('the one that is left to take no writes', async () => !(await cluster.serves(left)));
  await delay(CUT_MS);
  const [from, to] = [performance.now(), performance.now() + ALONE_MS];
  await delay(ALONE_MS);
  const taken = rig.clients.journal.filter(
    (one) =>
      one.call.kind !== 'read' && isAcknowledged(one) && one.answeredAt! > from && one.answeredAt! < to,
  );
  const back = performance.now();
  await Promise.all(followers.map((port) => cluster.revive(port)));
  const writes = await writesAgain(rig.clients, performance.now());
  return {
    recovery: writes,
    note: `two of three killed: refused for ${seconds(back - at)} s, a write ${seconds(performance.now() - back)} s after their start`,
    failures: taken.length === 0 ? [] : [`${taken.length} writes were acknowledged without a quorum`],
  };
}
