import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events.js';
import { rooms } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

/** The people of an institution hear of a new announcement at once; of a changed or withdrawn one their screens ask again. */
@Injectable()
export class AnnouncementFrames {
  constructor(private readonly publisher: Publisher) {}

  push(events: readonly AnyEvent[]): void {
    for (const { name, payload, recordedAt } of events) {
      if (name === 'announcement.published') {
        const room = rooms.institution(payload.institutionId);
        this.publisher.send(room, 'announcement.published', { msgId: payload.announcementId }, recordedAt);
      }
      if (name === 'announcement.changed' || name === 'announcement.withdrawn') {
        const type = payload.kind === 'NOTICE' ? 'Notice' : 'Announcement';
        const room = rooms.institution(payload.institutionId);
        this.publisher.send(room, 'tags.changed', { tags: [{ type }] }, recordedAt);
      }
    }
  }
}
