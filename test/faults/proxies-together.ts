import { setTimeout as delay } from 'node:timers/promises';
import { longestPause, writesAgain } from './rig/calls.js';
import type { GaleraSet } from './rig/galera-set.js';
import { Load } from './rig/load.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const LOADED_MS = 4_000;
const LOOK_MS = 100;
/** Each looks once a second, and takes three looks for a node that is gone. */
const APART_MS = 3_000;

/** Half of the processes are led by one proxy and half by another. Nodes and proxies are lost: all stay with one node. */
export const proxiesTogether: Fault = {
  id: 'F36',
  name: 'Galera behind two proxies: the leading node killed twice, each proxy restarted',
  alone: true,
  workers: 2,
  cluster: { paired: true },
  async run(rig) {
    const cluster = rig.cluster!;
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    const ways = new Ways(cluster);
    load.start();
    const recoveries: number[] = [];
    const notes: string[] = [];
    const losses: [string, () => Promise<number>, (() => Promise<void>)?][] = [];
    for (const time of ['once', 'again']) {
      let node = 0;
      losses.push([
        `the leading node killed ${time}`,
        async () => cluster.end((node = await cluster.leader()), 'SIGKILL'),
        () => cluster.revive(node),
      ]);
      for (const n of [0, 1])
        losses.push([`proxy ${n + 1} restarted ${time}`, () => cluster.restartProxy(n)]);
    }
    for (const [what, lose, mend] of losses) {
      await delay(LOADED_MS);
      const at = await lose();
      const [writes, screens] = await Promise.all([writesAgain(rig.clients, at), framesAgain(watchers, at)]);
      await until('both proxies to lead to one node', () => ways.agree());
      await mend?.();
      recoveries.push(Math.max(writes, screens));
      notes.push(
        `${what}: nothing was acknowledged for ${seconds(longestPause(rig.clients, at))} s at most, every screen was live after ${seconds(screens)} s`,
      );
    }
    await delay(LOADED_MS);
    await load.stop();
    await rig.drained();
    const apart = await ways.stop();
    return {
      load: load.words,
      recoveries,
      failures: [
        ...(await closeWatchers(watchers)),
        ...(apart > APART_MS ? [`the proxies led to two nodes for ${seconds(apart)} s`] : []),
      ],
      notes: [...notes, `the proxies led to two nodes for ${seconds(apart)} s at most`],
    };
  },
};

/** Looks all the time to which node each proxy leads. */
class Ways {
  private stopped = false;
  private apartSince: number | null = null;
  private longest = 0;
  private readonly looking: Promise<void>;

  constructor(private readonly cluster: GaleraSet) {
    this.looking = this.look();
  }

  async agree(): Promise<boolean> {
    const [one, other] = await this.cluster.ways();
    return one !== undefined && one === other;
  }

  /** @returns the longest time, ms, in which they led to two nodes */
  async stop(): Promise<number> {
    this.stopped = true;
    await this.looking;
    return this.longest;
  }

  private async look(): Promise<void> {
    while (!this.stopped) {
      const at = performance.now();
      const [one, other] = await this.cluster.ways();
      const areApart = one !== undefined && other !== undefined && one !== other;
      this.apartSince = areApart ? (this.apartSince ?? at) : null;
      if (this.apartSince !== null)
        this.longest = Math.max(this.longest, performance.now() - this.apartSince);
      await delay(LOOK_MS);
    }
  }
}
