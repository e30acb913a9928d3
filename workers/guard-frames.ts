import { Injectable } from '@nestjs/common';
import type { AnyEvent, EventName } from '../contract/events.js';
import { rooms } from '../contract/realtime.js';
import { Database } from '../server/platform/db/database.js';
import { list, sql } from '../server/platform/db/sql.js';
import { CaseViewers } from '../server/platform/realtime/case-viewers.js';
import { Publisher } from '../server/platform/realtime/publisher.js';
import { SettingsFrames } from './settings-frames.js';

/** What changes who may be contacted: of one borrower on whichever of his cases. */
const OF_BORROWER: readonly EventName[] = [
  'action.recorded', 'call.progressed', 'case.closed', 'case.reinstated', 'case.withdrawn', 'contact.guarantorMarked',
  'contact.held', 'contact.holdLifted', 'contact.judged', 'contact.optedOut', 'contact.overridden', 'message.cancelled',
  'message.failed', 'payment.posted', 'payment.reversed',
]; // prettier-ignore

/** Whoever has a case of the borrower open sees at once what was done on any of them, and what new settings say. */
@Injectable()
export class GuardFrames {
  constructor(
    private readonly database: Database,
    private readonly viewers: CaseViewers,
    private readonly publisher: Publisher,
    private readonly settings: SettingsFrames,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    this.settings.push(events);
    const latest = new Map<number, Date>();
    for (const { name, caseId, recordedAt } of events)
      if (caseId !== null && OF_BORROWER.includes(name)) latest.set(caseId, recordedAt);
    if (latest.size > 0) await this.pushBorrowers(latest);
  }

  private async pushBorrowers(latest: ReadonlyMap<number, Date>): Promise<void> {
    const cases = await this.database.rows<{ id: number; caseId: number }>(sql`
      SELECT other.id, c.id AS caseId FROM collection_case c
      JOIN collection_case other ON other.borrower_id = c.borrower_id WHERE c.id IN ${list([...latest.keys()])}`);
    const watched = await this.viewers.watched([...new Set(cases.map(({ id }) => id))]);
    for (const { id, caseId } of cases) {
      if (!watched.has(id)) continue;
      const tags = [{ type: 'Contact' as const, id }];
      this.publisher.send(rooms.case(id), 'tags.changed', { tags }, latest.get(caseId)!);
    }
  }
}
