import { Injectable } from '@nestjs/common';
import type { Redis as Client } from 'ioredis';
import { z } from 'zod';
import { Heartbeat, PRESENCE_LEASE_MS } from '../../../contract/team/presence.js';
import { Redis } from '../../platform/redis/redis.js';
import { isHeard, type Tab } from '../../domain/presence/presence.rules.js';

/** Somebody looked for lost browsers within this time, so beats were heard as well. */
const LOOKED_MS = 8_000;
const LOOKED = 'presence-looked';
const WAITING = 'presence-waiting';

const StoredTab = Heartbeat.omit({ tab: true }).extend({ at: z.number() });

/** Pages that were heard, and the time by the clock that they were heard by. */
export interface Heard<Tabs> {
  tabs: Tabs;
  now: number;
}

/**
 * The last heartbeats. All times are Redis's: the clocks of servers may differ. Heartbeats that are lost with Redis come back
 * by the next ones, and until then nobody is taken for gone (`mayJudge`). While Redis is away everything answers undefined.
 */
@Injectable()
export class PresenceLeases {
  constructor(private readonly redis: Redis) {}

  /**
   * @param sessionId the beat's session; one that `end` has named is not heard any more.
   * @returns all pages of the person, this one among them; undefined when it was not heard.
   */
  async renew(
    userId: number,
    { tab, ...heartbeat }: Heartbeat,
    sessionId?: number,
  ): Promise<Heard<Tab[]> | undefined> {
    return this.redis.try(async (client) => {
      const [now, ended] = await Promise.all([timeOf(client), client.get(endedKey(userId))]);
      if (ended !== null && ended === String(sessionId)) return undefined;
      const [, , fields] = await Promise.all([
        client.hset(key(userId), tab, JSON.stringify({ ...heartbeat, at: now })),
        client.pexpire(key(userId), PRESENCE_LEASE_MS),
        client.hgetall(key(userId)),
      ]);
      const closed = Object.keys(fields).filter((name) => !isHeard(parse(fields[name]!), now));
      if (closed.length > 0) await client.hdel(key(userId), ...closed);
      return { tabs: Object.values(fields).map(parse), now };
    });
  }

  /** Forgets all pages of the person, and a beat of theirs that was still under way. */
  async end(userId: number, sessionId: number): Promise<void> {
    await this.redis.try(async (client) => {
      await client.set(endedKey(userId), String(sessionId), 'PX', PRESENCE_LEASE_MS);
      await client.del(key(userId));
    });
  }

  /** In the order of the ids. */
  of(userIds: readonly number[]): Promise<Heard<Tab[][]> | undefined> {
    return this.redis.try(async (client) => {
      const [now, ...found] = await Promise.all([
        timeOf(client),
        ...userIds.map((userId) => client.hgetall(key(userId))),
      ]);
      return { tabs: found.map((fields) => Object.values(fields).map(parse)), now };
    });
  }

  /**
   * Call before each look for lost browsers. @returns false for the length of a lease after Redis was emptied or away, or
   * after nobody looked: who was not heard then may be here all the same.
   */
  async mayJudge(): Promise<boolean> {
    const answer = await this.redis.try(async (client) => {
      const [looked, waiting] = await Promise.all([
        client.set(LOOKED, '1', 'PX', LOOKED_MS, 'GET'),
        client.exists(WAITING),
      ]);
      if (looked !== null) return waiting === 0;
      await client.set(WAITING, '1', 'PX', PRESENCE_LEASE_MS);
      return false;
    });
    return answer ?? false;
  }
}

/** Epoch ms. */
async function timeOf(client: Client): Promise<number> {
  const [seconds, micros] = await client.time();
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000);
}

function parse(json: string): Tab {
  return StoredTab.parse(JSON.parse(json));
}

function key(userId: number): string {
  return `presence:${userId}`;
}

function endedKey(userId: number): string {
  return `presence-ended:${userId}`;
}
