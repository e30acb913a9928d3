import { setTimeout as delay } from 'node:timers/promises';
import { Load } from './rig/load.js';
import type { RedisSet } from './rig/redis-set.js';
import type { Fault } from './rig/verdict.js';
import { seconds } from './rig/wait.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const LOADED_MS = 3_000;
const ROUNDS = 4;

/**
 * The Redis that leads dies or stands still in turn, and sentinels let another one lead. Servers, workers and relay find it by
 * themselves; what the old one had and the new one lacks is made good from MySQL.
 */
export const redisTakenOver: Fault = {
  id: 'F26',
  name: `Redis that leads killed and frozen, ${ROUNDS} times`,
  workers: 2,
  sentinels: true,
  async run(rig) {
    const redis = rig.redisSet!;
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.4 });
    load.start();
    const recoveries: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await delay(LOADED_MS);
      const leader = await redis.leader();
      const at = end(redis, leader, round);
      recoveries.push(await framesAgain(watchers, at));
      await redis.revive(leader);
    }
    await load.stop();
    await rig.drained();
    return {
      load: load.words,
      recoveries,
      failures: await closeWatchers(watchers),
      notes: [
        `recovery: from the leader's end until every screen was live again; each ${recoveries.map(seconds).join(', ')} s`,
        'three servers, one of which has to follow for a write; three sentinels, three seconds until a leader counts as gone',
      ],
    };
  },
};

function end(redis: RedisSet, leader: number, round: number): number {
  return round % 2 === 0 ? redis.kill(leader) : redis.freeze(leader);
}
