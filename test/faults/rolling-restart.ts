import { setTimeout as delay } from 'node:timers/promises';
import { longestPause } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Part } from './rig/part.js';
import { WHOLE_CLUSTER } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds } from './rig/wait.js';
import { closeWatchers, openWatchers } from './rig/watchers.js';

const LOADED_MS = 5_000;

/** Every part of a cluster is stopped and started under load, one after another: what leads comes last of its kind. */
export const rollingRestart: Fault = {
  id: 'F32',
  name: 'a rolling restart of a whole cluster',
  alone: true,
  ...WHOLE_CLUSTER,
  async run(rig) {
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    load.start();
    const parts = rig.parts();
    const gaps = new Map<string, number>();
    const waiting = new Set(parts);
    while (waiting.size > 0) {
      await delay(LOADED_MS);
      const part = await nextOf([...waiting]);
      const state = await part.state();
      const from = performance.now();
      await part.stop();
      await part.start();
      await delay(LOADED_MS);
      gaps.set(`${part.name}${state && `, which ${state}`}`, longestPause(rig.clients, from));
      waiting.delete(part);
    }
    await load.stop();
    await rig.drained();
    return {
      load: load.words,
      recoveries: [...gaps.values()],
      failures: await closeWatchers(watchers),
      notes: [...gaps].map(
        ([name, gap]) => `${name}: nothing was acknowledged for ${seconds(gap)} s at most`,
      ),
    };
  },
};

/** The first one that does not lead, as long as there is such a one. */
async function nextOf(parts: readonly Part[]): Promise<Part> {
  for (const part of parts) if (!LEADS.has(await part.state())) return part;
  return parts[0]!;
}
const LEADS = new Set(['leads', 'carries events']);
