import { setTimeout as delay } from 'node:timers/promises';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import { withRedis } from './rig/services.js';
import { closeWatchers, openWatchers } from './rig/watchers.js';
import type { Fault } from './rig/verdict.js';

const MINUTES = Number(process.env['RECOUP_SOAK_MINUTES'] ?? 20);
const LOOKS = 40;
/** Share by which the end may exceed the middle of the run. The first quarter fills caches and pools. */
const MORE = 1.15;
const MORE_MB = 25;
const MORE_KEYS = 200;

type Figures = Record<string, number>;

/** Hours of work in short: what a process or Redis keeps of each call would show. Run alone, by --only F19. */
export const soak: Fault = {
  id: 'F19',
  name: `a soak of ${MINUTES} min`,
  alone: true,
  async run(rig) {
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 8, restMs: 40, reads: 0.5 });
    load.start();
    const looks: Figures[] = [];
    for (let n = 0; n < LOOKS; n++) {
      await delay((MINUTES * 60_000) / LOOKS);
      looks.push(await figuresOf(rig));
      // The journal is ours: it grows with the calls, and is not what is looked at.
    }
    await load.stop();
    await rig.drained();
    const failures = await closeWatchers(watchers);
    const [middle, end] = [looks.slice(LOOKS / 4, LOOKS / 2), looks.slice(-LOOKS / 4)];
    const notes: string[] = [];
    for (const name of Object.keys(looks[0]!)) {
      const [before, after] = [median(middle, name), median(end, name)];
      notes.push(`${name}: ${before} in the second quarter, ${after} in the last`);
      if (after > before * MORE + allowance(name)) failures.push(`${name} grew from ${before} to ${after}`);
    }
    return { load: load.words, recoveries: [], failures, notes };
  },
};

const allowance = (name: string) => (name.endsWith('MB') ? MORE_MB : MORE_KEYS);

async function figuresOf(rig: Rig): Promise<Figures> {
  const memory = [...rig.servers, ...rig.workers].map(
    ({ name, megabytes }) => [`${name}, MB`, Math.round(megabytes)] as const,
  );
  const keys = await withRedis(rig.redisUrl, (client) => client.dbsize());
  const [prepared] = await rig.rows<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'");
  return {
    ...Object.fromEntries(memory),
    'keys of Redis': keys,
    'prepared statements': Number(prepared!.Value),
  };
}

function median(looks: readonly Figures[], name: string): number {
  const sorted = looks.map((look) => look[name]!).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)]!;
}
