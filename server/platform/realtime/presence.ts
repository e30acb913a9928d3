import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

/** After this time Redis forgets a server that died. */
const ALIVE_S = 45;

/** Who has a browser open, in Redis alone: a hint for screens, never a fact that anything is decided by. */
@Injectable()
export class Presence {
  /** Each server writes only its own people. */
  private readonly server = randomBytes(6).toString('base64url');

  constructor(private readonly redis: Redis) {}

  async seen(userId: number): Promise<void> {
    await this.redis.try((client) =>
      client.multi().hset(key(userId), this.server, '1').expire(key(userId), ALIVE_S).exec(),
    );
  }

  /** This server's last socket of the person went. @returns whether no other server has one. */
  async gone(userId: number): Promise<boolean> {
    await this.redis.try((client) => client.hdel(key(userId), this.server));
    return (await this.redis.try((client) => client.exists(key(userId)))) !== 1;
  }

  /** @returns those of the given users who are online; nobody when Redis is away. */
  async online(userIds: readonly number[]): Promise<number[]> {
    const marks = await this.redis.try((client) => Promise.all(userIds.map((id) => client.exists(key(id)))));
    return userIds.filter((_, index) => marks?.[index] === 1);
  }
}

function key(userId: number): string {
  return `presence:${userId}`;
}
