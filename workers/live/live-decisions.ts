import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../../contract/events/events.js';
import { DecisionsQueries } from '../../server/features/decisions/decisions.queries.js';
import { Push } from '../../server/platform/push/push.js';
import { ruleOf } from '../../server/platform/push/push-rules.js';
import { decisionOf } from '../decisions.js';

/**
 * Notifies administrators of decisions that took two people, whatever they look at. It is sent once; the decision itself stands
 * in its own list and in the event log.
 */
@Injectable()
export class LiveDecisions {
  constructor(
    private readonly decisions: DecisionsQueries,
    private readonly sender: Push,
  ) {}

  async push(events: readonly AnyEvent[]): Promise<void> {
    for (const event of events) {
      const decision = ruleOf(event)?.decision && decisionOf(event);
      const found = decision && (await this.decisions.noticeOf(decision));
      for (const id of found?.administratorIds ?? [])
        this.sender.model('decision', id, found!.notice, event.recordedAt);
    }
  }
}
