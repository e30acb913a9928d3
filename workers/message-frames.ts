import { Injectable } from '@nestjs/common';
import type { AnyEvent, EventName } from '../contract/events.js';
import { rooms, type Tag } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

/** What becomes of a message stands in the collection log too. */
const LOGGED: readonly EventName[] = ['message.delivered', 'message.failed'];

/** Who has a case open sees its messages move: one frame for each case and batch. */
@Injectable()
export class MessageFrames {
  constructor(private readonly publisher: Publisher) {}

  push(events: readonly AnyEvent[], open: ReadonlySet<string>): void {
    const changed = new Map<number, { logged: boolean; at: Date }>();
    for (const { name, caseId, recordedAt } of events) {
      if (caseId === null || !name.startsWith('message.') || !open.has(rooms.case(caseId))) continue;
      const logged = LOGGED.includes(name) || (changed.get(caseId)?.logged ?? false);
      changed.set(caseId, { logged, at: recordedAt });
    }
    for (const [id, { logged, at }] of changed) {
      const tags: Tag[] = [
        { type: 'Message', id },
        ...(logged ? [{ type: 'CollectionLog' as const, id }] : []),
      ];
      this.publisher.send(rooms.case(id), 'tags.changed', { tags }, at);
    }
  }
}
