import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

/** A server that dies without a word is forgotten after this long. */
const ALIVE_S = 45;

/** Who has a browser open, in Redis alone: a hint for screens, never a fact that anything is decided by. */
@Injectable()
export class Presence {
  constructor(private readonly redis: Redis) {}

  async seen(userId: number): Promise<void> {
    await this.redis.try((client) => client.set(key(userId), '1', 'EX', ALIVE_S));
  }

  async gone(userId: number): Promise<void> {
    await this.redis.try((client) => client.del(key(userId)));
  }

  /** @returns those of the given users who are online; nobody when Redis is away. */
  async online(userIds: readonly number[]): Promise<number[]> {
    if (userIds.length === 0) return [];
    const marks = await this.redis.try((client) => client.mget(userIds.map(key)));
    return userIds.filter((_, index) => marks?.[index]);
  }
}

function key(userId: number): string {
  return `presence:${userId}`;
}
