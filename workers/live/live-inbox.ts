import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import { Database } from '../../server/platform/db/database.js';
import { list, sql } from '../../server/platform/db/sql.js';
import { notificationOf } from '../../server/platform/inbox/causes.js';
import { Push } from '../../server/platform/push/push.js';

/** Pushes to the people who were notified of an event: their rows stand since its transaction. */
@Injectable()
export class LiveInbox {
  constructor(
    private readonly database: Database,
    private readonly sender: Push,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const causes = events.filter(({ name, payload }) => notificationOf(name, payload) !== null);
    if (causes.length === 0) return;
    const people = await this.database.rows<{ userId: number }>(sql`
      SELECT DISTINCT user_id AS userId FROM inbox_item WHERE event_id IN ${list(causes.map(({ id }) => id))}`);
    for (const { userId } of people) this.sender.model('inbox', userId, undefined, causes.at(-1)!.recordedAt);
  }
}
