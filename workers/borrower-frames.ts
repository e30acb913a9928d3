import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events.js';
import { rooms, type Tag } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

const CHANGED: Partial<Record<AnyEvent['name'], Tag['type']>> = {
  'contact.saved': 'Case',
  'picture.commented': 'Pictures',
};

/** Who has a case open sees its contacts and the comments on its pictures as they are; the case itself has not changed. */
@Injectable()
export class BorrowerFrames {
  constructor(private readonly publisher: Publisher) {}

  push(events: readonly AnyEvent[], open: ReadonlySet<string>): void {
    for (const { caseId, name, recordedAt } of events) {
      const type = CHANGED[name];
      if (!type || caseId === null) continue;
      const room = rooms.case(caseId);
      if (open.has(room))
        this.publisher.send(room, 'tags.changed', { tags: [{ type, id: caseId }] }, recordedAt);
    }
  }
}
