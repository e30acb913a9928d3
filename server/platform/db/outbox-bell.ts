import { Injectable } from '@nestjs/common';
import { Redis } from '../redis/redis.js';

export const BELL_CHANNEL = 'recoup:outbox';

/**
 * Wakes the relay after a commit. Rings of one turn of the event loop become one; a ring that fails is lost on purpose,
 * for the relay looks by itself once a second.
 */
@Injectable()
export class OutboxBell {
  private ringing = false;

  constructor(private readonly redis: Redis) {}

  ring(): void {
    if (this.ringing) return;
    this.ringing = true;
    setImmediate(() => {
      this.ringing = false;
      void this.redis.try((client) => client.publish(BELL_CHANNEL, '1'));
    });
  }
}
