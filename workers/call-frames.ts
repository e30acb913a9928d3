import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events.js';
import { rooms } from '../contract/realtime.js';
import { CallsQueries } from '../server/features/calls/calls.queries.js';
import { Publisher } from '../server/platform/realtime/publisher.js';

/** A call as it is now, to its collector and to those who have its case open. */
@Injectable()
export class CallFrames {
  constructor(
    private readonly calls: CallsQueries,
    private readonly publisher: Publisher,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    const newest = new Map<number, Date>();
    for (const { payload, recordedAt } of events) {
      if ('callId' in payload) newest.set(payload.callId, recordedAt);
    }
    if (newest.size === 0) return;
    for (const change of await this.calls.changes([...newest.keys()])) {
      const at = newest.get(change.callId)!;
      if (change.agentId !== null)
        this.publisher.send(rooms.user(change.agentId), 'call.changed', change, at);
      if (change.taskId !== null) this.publisher.send(rooms.case(change.taskId), 'call.changed', change, at);
    }
  }
}
