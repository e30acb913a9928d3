import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

const ALIVE_MS = 45_000;

/**
 * Which rooms have a socket in them on any server, so that the relay sends nothing to empty ones. Kept in Redis alone and by
 * its clock, because the clocks of servers and relay may differ. When in doubt a room counts as watched.
 */
@Injectable()
export class WatchedRooms {
  constructor(private readonly redis: Redis) {}

  /** Call on joining and again within ALIVE_MS. */
  async mark(rooms: readonly string[]): Promise<void> {
    await this.redis.try((client) =>
      Promise.all(rooms.map((room) => client.set(key(room), '1', 'PX', ALIVE_MS))),
    );
  }

  /** Returns all of them while Redis is away. */
  async among(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    if (rooms.length === 0) return new Set();
    const marks = await this.redis.try((client) => client.mget(rooms.map(key)));
    return new Set(marks ? rooms.filter((_, index) => marks[index] !== null) : rooms);
  }
}

function key(room: string): string {
  return `watched:${room}`;
}
