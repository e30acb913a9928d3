import { setTimeout as delay } from 'node:timers/promises';
import { answered, p99OfReads, words } from './rig/answers.js';
import type { Fault } from './rig/verdict.js';
import { seconds } from './rig/wait.js';

const LOAD = { writers: 6, restMs: 60, reads: 0.5 };
const QUIET_MS = 60_000;
const AWAY_MS = 20_000;
/** How many times slower lists may be meanwhile. */
const SLOWER = 3;

/** A database that follows comes back under load: with what it has missed, and then with nothing of its own. */
export const nodeRejoins: Fault = {
  id: 'F33',
  name: 'a database joins again under load',
  alone: true,
  cluster: true,
  async run(rig) {
    const cluster = rig.cluster!;
    const quiet = await answered(rig, LOAD, () => delay(QUIET_MS));
    const notes = [`before: ${words(quiet)}`];
    const failures: string[] = [];
    for (const whole of [false, true]) {
      const [port] = await cluster.followers();
      cluster.end(port!, 'SIGKILL');
      await answered(rig, LOAD, () => delay(AWAY_MS));
      const from = performance.now();
      const meanwhile = await answered(rig, LOAD, () => cluster.revive(port!, { whole }));
      const took = seconds(performance.now() - from);
      const slower = p99OfReads(meanwhile) / p99OfReads(quiet);
      const what = whole ? 'with all that the others have' : 'with what it missed';
      notes.push(`${what}, ${took} s, reads p99 ${slower.toFixed(1)} times as long: ${words(meanwhile)}`);
      if (slower > SLOWER) failures.push(`reads took ${slower.toFixed(1)} times as long ${what}`);
    }
    return { load: '6 clients, 60 ms apart', recoveries: [], failures, notes };
  },
};
