import { Injectable } from '@nestjs/common';
import { rooms } from '../../contract/realtime.js';
import { UncoveredQueries } from '../../server/features/allocation/uncovered.queries.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { Push } from '../../server/platform/push/push.js';
import { PUSH_RULES } from '../../server/platform/push/push-rules.js';
import { Throttle } from '../../server/platform/push/throttle.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';

/** How many of a team's cases are uncovered, for all who look at its board: counted once, and not while nobody looks. */
@Injectable()
export class LiveUncovered {
  private readonly groups = new Throttle<Date, number>(
    (_, next) => next,
    (groupId, at) => void this.count(groupId, at),
    PUSH_RULES.models.uncovered.countMs,
  );

  constructor(
    private readonly uncovered: UncoveredQueries,
    private readonly watched: WatchedRooms,
    private readonly push: Push,
    private readonly logger: Logger,
  ) {}

  touched(groupId: number, at: Date): void {
    this.groups.add(groupId, at);
  }

  /** A figure that could not be counted is counted at the next event, or when a board is opened. */
  private async count(groupId: number, at: Date): Promise<void> {
    const room = rooms.board(groupId);
    try {
      if (!(await this.watched.among([room])).has(room)) return;
      this.push.model('uncovered', groupId, { uncovered: await this.uncovered.countOfTeam(groupId) }, at);
    } catch (error) {
      this.logger.warn('The uncovered cases of a team were not counted', { groupId, reason: String(error) });
    }
  }
}
