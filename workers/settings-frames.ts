import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events.js';
import { rooms, type Tag } from '../contract/realtime.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

/** What an administrator's change changes on the screens of the institution. */
const CHANGED: Partial<Record<AnyEvent['name'], readonly Tag['type'][]>> = {
  'guardPolicy.changed': ['Contact', 'GuardPolicy'],
  'deviceData.requested': ['GuardPolicy'],
  'deviceData.approved': ['Contact', 'GuardPolicy'],
  'deviceData.ended': ['Contact', 'GuardPolicy'],
  'messageLimits.changed': ['MessageLimits'],
  'priorities.changed': ['Weights'],
};

/** Rules that hold for an institution: its people ask again for what depends on them, other administrators see the change. */
@Injectable()
export class SettingsFrames {
  constructor(private readonly publisher: Publisher) {}

  push(events: readonly AnyEvent[]): void {
    for (const { name, payload, recordedAt } of events) {
      const types = CHANGED[name];
      if (!types || !('institutionId' in payload)) continue;
      const tags = types.map((type) => ({ type }));
      this.publisher.send(rooms.institution(payload.institutionId), 'tags.changed', { tags }, recordedAt);
    }
  }
}
