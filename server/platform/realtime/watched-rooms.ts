import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

const ALIVE_MS = 45_000;
const KEY = 'watched-rooms';

/**
 * Which of the rooms that browsers ask for have anybody in them on any server, so that nothing is sent to empty ones: in
 * Redis alone, and when in doubt a room counts as watched.
 */
@Injectable()
export class WatchedRooms {
  constructor(private readonly redis: Redis) {}

  /** Call on joining and again within ALIVE_MS. */
  async mark(rooms: readonly string[]): Promise<void> {
    const now = Date.now();
    const marks = rooms.flatMap((room) => [now + ALIVE_MS, room]);
    await this.redis.try((client) =>
      client
        .multi()
        .zremrangebyscore(KEY, '-inf', now)
        .zadd(KEY, ...marks)
        .exec(),
    );
  }

  /** All of them while Redis can not say. */
  async among(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    if (rooms.length === 0) return new Set();
    const until = await this.redis.try((client) => client.zmscore(KEY, ...rooms));
    const now = Date.now();
    return new Set(until ? rooms.filter((_, index) => Number(until[index] ?? 0) > now) : rooms);
  }
}
