import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds } from './rig/wait.js';
import { closeWatchers, openWatchers, Watcher } from './rig/watchers.js';

const SHORT_MS = 1_000;
/** A minute's drop, shortened: the server keeps nothing for a browser that is gone, whether it is gone 20 s or 60. */
const LONG_MS = 20_000;
const CROWD = 1_000;
/** Opened a few at a time: opening is not what is tried. */
const OPENED_AT_ONCE = 50;

/** Browsers lose their connection while others work: whatever they missed, they show it again when they are back. */
export const browsersDropped: Fault = {
  id: 'F9',
  name: `browsers dropped for 1 s and ${LONG_MS / 1000} s; ${CROWD} reconnecting at once`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: 2, restMs: 50, reads: 0.1 });
    load.start();
    const failures: string[] = [];
    const notes: string[] = [];
    const watchers = await openWatchers(rig.clients, rig.company);
    for (const away of [SHORT_MS, LONG_MS]) {
      const before = watchers.reduce((sum, { refetches }) => sum + refetches, 0);
      await Promise.all(watchers.map((watcher) => watcher.drop(away)));
      const asked = watchers.reduce((sum, { refetches }) => sum + refetches, 0) - before;
      if (asked < watchers.length)
        failures.push(`after ${away} ms only ${asked} of ${watchers.length} asked again`);
    }
    const crowd = await openCrowd(rig);
    const from = performance.now();
    await Promise.all(crowd.map((watcher) => watcher.drop(SHORT_MS)));
    notes.push(
      `${CROWD} browsers back and asking ${seconds(performance.now() - from - SHORT_MS)} s after the drop ended`,
    );
    await load.stop();
    await rig.drained();
    const different = [...(await closeWatchers(watchers)), ...(await closeWatchers(crowd))];
    notes.push(`${different.length} of ${CROWD + watchers.length} screens differ from the server`);
    return { load: load.words, recoveries: [], failures: [...failures, ...different.slice(0, 5)], notes };
  },
};

async function openCrowd({ clients, company }: Rig): Promise<Watcher[]> {
  const crowd: Watcher[] = [];
  while (crowd.length < CROWD) {
    const some = Array.from({ length: OPENED_AT_ONCE }, (_, n) => {
      const place = crowd.length + n;
      const person = company.collectors[place % company.collectors.length]!;
      return new Watcher(clients, person, place % clients.urls.length);
    });
    await Promise.all(some.map((watcher) => watcher.connected()));
    crowd.push(...some);
  }
  return crowd;
}
