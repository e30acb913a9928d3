import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Messages } from '../../../contract/realtime.js';
import { Clock } from '../clock/clock.js';
import { Redis } from '../redis/redis.js';

const ALIVE_MS = 45_000;

const Viewer = z.object({ name: z.string(), recording: z.boolean(), at: z.number() });
export type Viewers = Messages['case.presence']['viewers'];

/** People who have a case open, and who is recording on it. A hint in Redis, never a lock. */
@Injectable()
export class CaseViewers {
  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
  ) {}

  /** Call on watching and again within ALIVE_MS. @returns everybody who is there now. */
  async enter(caseId: number, user: { userId: number; name: string }, recording: boolean): Promise<Viewers> {
    const viewer = JSON.stringify({ name: user.name, recording, at: this.clock.now().getTime() });
    await this.redis.try((client) =>
      client.multi().hset(key(caseId), user.userId, viewer).pexpire(key(caseId), ALIVE_MS).exec(),
    );
    return this.of(caseId);
  }

  async leave(caseId: number, userId: number): Promise<Viewers> {
    await this.redis.try((client) => client.hdel(key(caseId), String(userId)));
    return this.of(caseId);
  }

  private async of(caseId: number): Promise<Viewers> {
    const entries = (await this.redis.try((client) => client.hgetall(key(caseId)))) ?? {};
    const since = this.clock.now().getTime() - ALIVE_MS;
    return Object.entries(entries)
      .map(([userId, json]) => ({ userId: Number(userId), ...Viewer.parse(JSON.parse(json)) }))
      .filter((viewer) => viewer.at > since)
      .map(({ userId, name, recording }) => ({ userId, name, recording }));
  }
}

function key(caseId: number): string {
  return `case-viewers:${caseId}`;
}
