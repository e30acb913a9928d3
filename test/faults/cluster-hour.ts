import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../data/money/random.js';
import type { App } from './rig/apps.js';
import { writesAgain } from './rig/calls.js';
import { brokenRules } from './rig/invariants.js';
import { Load } from './rig/load.js';
import { workersUser } from './rig/database.js';
import { WHOLE_CLUSTER, type Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds, until } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers, type Watcher } from './rig/watchers.js';

/** Between a part that is back and the next one that is lost. */
const LOADED_MS = 8_000;
const CHECK_MS = 60_000;
/** A node that comes back may break a look off; it begins anew. */
const LOOK_MS = 180_000;
const WITHOUT_SENTINELS_MS = 45_000;

interface Loss {
  /** @returns the moment of it, by performance.now(), and what brings the part back */
  (rig: Rig, random: Random): Promise<{ at: number; revive: () => Promise<unknown> }>;
}

const LOSSES: Readonly<Record<string, Loss>> = {
  'the database that writes, killed': (rig) => nodeLost(rig, 'SIGKILL'),
  'the database that writes, frozen': (rig) => nodeLost(rig, 'SIGSTOP'),
  'a database that follows, killed': async (rig, random) => {
    const port = random.one(await rig.cluster!.followers())!;
    return { at: rig.cluster!.end(port, 'SIGKILL'), revive: () => rig.cluster!.revive(port) };
  },
  'the Redis that leads, killed': (rig) => redisLost(rig, 'kill'),
  'the Redis that leads, frozen': (rig) => redisLost(rig, 'freeze'),
  'all sentinels, killed, for 45 s': async ({ redisSet }) => {
    const back = await redisSet!.withoutSentinels();
    const at = performance.now();
    return {
      at,
      revive: async () => {
        await delay(WITHOUT_SENTINELS_MS);
        await back();
      },
    };
  },
  'the proxy before the databases, restarted': async ({ cluster }) => ({
    at: await cluster!.restartProxy(),
    revive: () => cluster!.leader(),
  }),
  'the proxy before the servers, restarted': async ({ front }) => ({
    at: await front!.restart(),
    revive: () => Promise.resolve(),
  }),
  'a server, killed': (rig, random) => appLost(random.one(rig.servers)!),
  'the relay, killed': async (rig) => {
    const user = await relayUser(rig);
    return appLost(rig.workers.find((_, n) => workersUser(n) === user)!);
  },
  'workers without the relay, killed': async (rig, random) => {
    const user = await relayUser(rig);
    return appLost(random.one(rig.workers.filter((_, n) => workersUser(n) !== user))!);
  },
};

/**
 * A cluster of everything under load loses one part after another, in an order drawn by the seed, each once before any
 * comes again. About each minute, between two losses and under load, the sums have to agree.
 */
export function clusterHour(minutes: number, seed: number): Fault {
  return {
    id: 'F29',
    name: `a cluster that loses its parts for ${minutes} min, seed ${seed}`,
    alone: true,
    ...WHOLE_CLUSTER,
    async run(rig) {
      const random = new Random(seed);
      const watchers = await openWatchers(rig.clients, rig.company);
      const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
      load.start();
      const began = performance.now();
      const looks = lookingAt(rig);
      const taken = new Map<string, number[]>();
      while (performance.now() - began < minutes * 60_000)
        for (const name of shuffled(Object.keys(LOSSES), random)) {
          await delay(LOADED_MS);
          await looks.lookIfDue();
          const recovery = await lose(rig, watchers, LOSSES[name]!, random);
          taken.set(name, [...(taken.get(name) ?? []), recovery]);
          const minute = Math.floor((performance.now() - began) / 60_000);
          process.stdout.write(`    minute ${minute}: ${name}, all well after ${seconds(recovery)} s\n`);
        }
      await delay(LOADED_MS);
      await load.stop();
      await rig.drained();
      const notes = [...taken].map(
        ([name, recoveries]) =>
          `${name}: ${recoveries.length} times, all well after ${seconds(Math.max(...recoveries))} s at most`,
      );
      return {
        load: load.words,
        recoveries: [...taken.values()].flat(),
        failures: [...looks.broken, ...(await closeWatchers(watchers))],
        notes: [
          ...notes,
          `the sums were looked at ${looks.took.length} times under load, in ${seconds(Math.max(...looks.took))} s at most`,
        ],
      };
    },
  };
}

/** @returns ms until a command was acknowledged and every screen had a frame again; by then the part may still be away */
async function lose(rig: Rig, watchers: readonly Watcher[], loss: Loss, random: Random): Promise<number> {
  const { at, revive } = await loss(rig, random);
  const [writes, screens] = await Promise.all([writesAgain(rig.clients, at), framesAgain(watchers, at)]);
  await revive();
  return Math.max(writes, screens);
}

async function nodeLost({ cluster }: Rig, how: 'SIGKILL' | 'SIGSTOP') {
  const port = await cluster!.leader();
  return { at: cluster!.end(port, how), revive: () => cluster!.revive(port) };
}

async function redisLost({ redisSet }: Rig, how: 'kill' | 'freeze') {
  const port = await redisSet!.leader();
  return { at: redisSet![how](port), revive: () => redisSet!.revive(port) };
}

async function appLost(app: App) {
  const at = await app.kill();
  app.start();
  return { at, revive: () => app.ready() };
}

const relayUser = (rig: Rig): Promise<string> => until('a relay to lead', () => rig.relayUser());

/** Looks at the sums about each minute. A loss every few seconds would break a look of many events off each time, so none falls into it. */
function lookingAt(rig: Rig) {
  const broken: string[] = [];
  /** Milliseconds of each look. */
  const took: number[] = [];
  let ended = performance.now();
  const lookIfDue = async () => {
    const began = performance.now();
    if (began - ended < CHECK_MS) return;
    let reason: unknown;
    const ask = () =>
      brokenRules(rig, { underWay: true }).catch((error: unknown) => {
        reason = error;
        return null;
      });
    try {
      const found = await until('the sums to be read', ask, LOOK_MS);
      broken.push(...found.half, ...found.doubled);
    } catch (error) {
      broken.push(`${String(error)}: ${String(reason)}`);
    }
    ended = performance.now();
    took.push(ended - began);
  };
  return { broken, took, lookIfDue };
}

function shuffled<Value>(values: readonly Value[], random: Random): Value[] {
  return values
    .map((value) => ({ value, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
