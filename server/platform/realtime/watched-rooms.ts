import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

const ALIVE_MS = 45_000;
/** A viewer of a moment ago still counts: the relay asks for each of its batches. */
const KNOWN_MS = 1_000;
const MAX_KNOWN = 5_000;

/**
 * Which rooms have a socket in them on any server, so that the relay sends nothing to empty ones. Kept in Redis alone and by
 * its clock, because the clocks of servers and relay may differ. When in doubt a room counts as watched.
 */
@Injectable()
export class WatchedRooms {
  /** Until when a room is known to be watched. That one is not is never kept, for somebody may come. */
  private readonly known = new Map<string, number>();

  constructor(private readonly redis: Redis) {}

  /** Call on joining and again within ALIVE_MS. */
  async mark(rooms: readonly string[]): Promise<void> {
    await this.redis.try((client) =>
      Promise.all(rooms.map((room) => client.set(key(room), '1', 'PX', ALIVE_MS))),
    );
  }

  /** Returns all of them while Redis is away. */
  async among(rooms: readonly string[]): Promise<ReadonlySet<string>> {
    const now = performance.now();
    const stale = rooms.filter((room) => (this.known.get(room) ?? 0) <= now);
    if (stale.length === 0) return new Set(rooms);
    const marks = await this.redis.try((client) => client.mget(stale.map(key)));
    if (!marks) return new Set(rooms);
    if (this.known.size > MAX_KNOWN) this.known.clear();
    const empty = new Set(stale.filter((_, index) => marks[index] === null));
    for (const room of stale) {
      if (empty.has(room)) this.known.delete(room);
      else this.known.set(room, now + KNOWN_MS);
    }
    return new Set(rooms.filter((room) => !empty.has(room)));
  }
}

function key(room: string): string {
  return `watched:${room}`;
}
