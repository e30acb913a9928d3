import { setTimeout as delay } from 'node:timers/promises';
import { leapNumbers } from '../../server/platform/db/owner/numbered-tables.js';
import { isAcknowledged, writesAgain } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const LOADED_MS = 5_000;
/** Until answers that were under way have come. */
const CUT_MS = 500;
const FROZEN_MS = 4_000;

/** MySQL's second node is frozen, and writes wait for it; then the first is killed, and the second takes over by the product's script. */
export const replicaPromoted: Fault = {
  id: 'F37',
  name: 'MySQL: the one that follows frozen, then the one that leads killed',
  alone: true,
  workers: 2,
  pair: true,
  async run(rig) {
    const { leading, following } = rig.pair!;
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    load.start();
    await delay(LOADED_MS);
    following.child!.kill('SIGSTOP');
    await delay(CUT_MS);
    const from = performance.now();
    await delay(FROZEN_MS);
    const taken = writesBetween(rig, from, performance.now());
    following.child!.kill('SIGCONT');
    const thawed = performance.now();
    const waited = await writesAgain(rig.clients, thawed);
    await delay(LOADED_MS);
    const at = performance.now();
    leading.child!.kill('SIGKILL');
    await rig.pair!.promote();
    const promoted = performance.now() - at;
    await rig.pair!.led();
    await leapNumbers(rig.databaseUrl);
    const [writes, screens] = await Promise.all([writesAgain(rig.clients, at), framesAgain(watchers, at)]);
    await delay(LOADED_MS);
    await load.stop();
    await rig.drained();
    return {
      load: load.words,
      recoveries: [waited, writes, screens],
      failures: [
        ...(taken === 0 ? [] : [`${taken} writes were acknowledged that one node alone had`]),
        ...(await closeWatchers(watchers)),
      ],
      notes: [
        `the one that follows frozen for ${FROZEN_MS / 1_000} s: no write was acknowledged, and one ${seconds(waited)} s after it went on`,
        `the one that leads killed: promoted after ${seconds(promoted)} s, a write after ${seconds(writes)} s, every screen live after ${seconds(screens)} s`,
      ],
    };
  },
};

function writesBetween({ clients }: Rig, from: number, to: number): number {
  return clients.journal.filter(
    (one) =>
      one.call.kind !== 'read' && isAcknowledged(one) && one.answeredAt! > from && one.answeredAt! < to,
  ).length;
}
