import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  CONNECTED,
  type Connected,
  type ProviderHour,
} from '../../../contract/administration/connections.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { Clock } from '../clock/clock.js';
import { Redis } from '../redis/redis.js';

export interface DayOfProvider {
  today: ProviderHour[];
  last: { at: string; failed: boolean } | null;
}

interface Count {
  answered: number;
  failed: number;
  lastFailed: boolean;
}

const FLUSHED_MS = 2_000;
const HOUR_MS = 3_600_000;
const KEPT_S = 2 * 24 * 3_600;

/** Counts how requests to the providers end, by hour: gathered here, and added up in Redis for all processes. */
@Injectable()
export class ProviderOutcomes implements OnApplicationShutdown {
  private counts = new Map<Connected, Count>();
  private readonly timer = setInterval(() => void this.flush(), FLUSHED_MS).unref();

  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
  ) {}

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  note(provider: Connected, failed: boolean): void {
    const { answered, failed: before } = this.counts.get(provider) ?? { answered: 0, failed: 0 };
    this.counts.set(provider, {
      answered: answered + Number(!failed),
      failed: before + Number(failed),
      lastFailed: failed,
    });
  }

  /** Counts that Redis does not take are lost: they are shown, and nothing is decided by them. */
  async flush(): Promise<void> {
    if (this.counts.size === 0) return;
    const gathered = this.counts;
    this.counts = new Map();
    const { key, hour, at } = this.moment();
    await this.redis.try(async (client) => {
      const batch = client.pipeline();
      for (const [provider, { answered, failed, lastFailed }] of gathered) {
        batch.hincrby(key, `${provider} ${hour} answered`, answered);
        batch.hincrby(key, `${provider} ${hour} failed`, failed);
        batch.hset(key, `${provider} last`, JSON.stringify({ at, failed: lastFailed }));
      }
      batch.expire(key, KEPT_S);
      await batch.exec();
    });
  }

  /** Today's counts of every provider; without Redis there are none. */
  async read(): Promise<Record<Connected, DayOfProvider>> {
    await this.flush();
    const { key } = this.moment();
    const found = (await this.redis.try((client) => client.hgetall(key))) ?? {};
    const each = CONNECTED.map((provider) => [provider, dayOf(provider, found)]);
    return Object.fromEntries(each) as Record<Connected, DayOfProvider>;
  }

  private moment() {
    const now = this.clock.now();
    const day = businessDay(now);
    const hour = Math.floor((now.getTime() - startOfBusinessDay(day).getTime()) / HOUR_MS);
    return { key: `provider-outcomes:${day}`, hour, at: now.toISOString() };
  }
}

function dayOf(provider: Connected, found: Record<string, string>): DayOfProvider {
  const today = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    answered: Number(found[`${provider} ${hour} answered`] ?? 0),
    failed: Number(found[`${provider} ${hour} failed`] ?? 0),
  }));
  const last = found[`${provider} last`];
  return {
    today: today.filter(({ answered, failed }) => answered + failed > 0),
    last: last ? (JSON.parse(last) as DayOfProvider['last']) : null,
  };
}
