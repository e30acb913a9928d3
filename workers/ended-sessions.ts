import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events/events.js';
import { SessionStore } from '../server/platform/auth/session-store.js';
import { Database } from '../server/platform/db/database.js';
import { list, sql } from '../server/platform/db/sql.js';
import { Push } from '../server/platform/push/push.js';

/** A session that was ended reaches its browsers at once, and its cached copy is forgotten even if the server that ended it died. */
@Injectable()
export class EndedSessions {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionStore,
    private readonly sender: Push,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const revoked = events.filter((event) => event.name === 'session.revoked');
    if (revoked.length === 0) return;
    const ids = revoked.map((event) => event.payload.sessionId);
    const rows = await this.database.rows<{ hash: Buffer }>(sql`
      SELECT token_hash AS hash FROM user_session WHERE id IN ${list(ids)}`);
    await this.sessions.forget(rows.map((row) => row.hash));
    for (const { payload, recordedAt } of revoked)
      this.sender.sessionEnd(payload.sessionId, { reason: payload.reason }, recordedAt);
  }
}
