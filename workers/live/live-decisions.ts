import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import { rooms } from '../../contract/realtime.js';
import { DecisionsQueries } from '../../server/features/decisions/decisions.queries.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { decisionOf } from '../decisions.js';

/**
 * Notifies administrators of decisions that took two people, whatever they look at. It is sent once; the decision itself stands
 * in its own list and in the event log.
 */
@Injectable()
export class LiveDecisions {
  constructor(
    private readonly decisions: DecisionsQueries,
    private readonly publisher: Publisher,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    for (const event of events) {
      const decision = decisionOf(event);
      const found = decision && (await this.decisions.noticeOf(decision));
      for (const id of found?.administratorIds ?? [])
        this.publisher.send(rooms.user(id), 'decision.made', found!.notice, event.recordedAt);
    }
  }
}
