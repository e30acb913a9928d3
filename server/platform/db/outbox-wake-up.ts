import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

export const WAKE_UP_CHANNEL = 'recoup:outbox';

/** Under load a ring for every commit would cost a tenth of it; alone, a ring goes out at once. */
const APART_MS = 5;

/**
 * Wakes the relay after a commit, at most once in APART_MS. A ring that fails is lost on purpose, for the relay looks by
 * itself once a second.
 */
@Injectable()
export class OutboxWakeUp {
  private ringing = false;
  private rangAt = 0;

  constructor(private readonly redis: Redis) {}

  ring(): void {
    if (this.ringing) return;
    this.ringing = true;
    const send = () => {
      this.ringing = false;
      this.rangAt = performance.now();
      void this.redis.try((client) => client.publish(WAKE_UP_CHANNEL, '1'));
    };
    const wait = this.rangAt + APART_MS - performance.now();
    if (wait > 0) setTimeout(send, wait);
    else setImmediate(send);
  }
}
