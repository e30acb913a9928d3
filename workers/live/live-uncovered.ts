import { Injectable } from '@nestjs/common';
import { rooms } from '../../contract/realtime.js';
import { UncoveredQueries } from '../../server/features/allocation/uncovered.queries.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { Push } from '../../server/platform/push/push.js';
import { PUSH_RULES } from '../../server/platform/push/push-rules.js';
import { Throttle } from '../../server/platform/push/throttle.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';

/**
 * How many of a team's cases are uncovered, for all who look at its board: counted once, and not while nobody looks. One team
 * after another: of fifty at once the relay's own reads would wait for each.
 */
@Injectable()
export class LiveUncovered {
  private readonly groups = new Throttle<Date, number>(
    (_, next) => next,
    (groupId, at) => {
      this.waiting.set(groupId, at);
      void this.countEach();
    },
    PUSH_RULES.models.uncovered.countMs,
  );
  /** By team; in the order in which they are counted. */
  private readonly waiting = new Map<number, Date>();
  private isCounting = false;

  constructor(
    private readonly uncovered: UncoveredQueries,
    private readonly watched: WatchedRooms,
    private readonly push: Push,
    private readonly logger: Logger,
  ) {}

  touched(groupId: number, at: Date): void {
    this.groups.add(groupId, at);
  }

  private async countEach(): Promise<void> {
    if (this.isCounting) return;
    this.isCounting = true;
    for (const [groupId, at] of this.waiting) {
      this.waiting.delete(groupId);
      await this.count(groupId, at);
    }
    this.isCounting = false;
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
