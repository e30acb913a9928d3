import { Injectable } from '@nestjs/common';
import { rooms } from '../../contract/realtime.js';
import { UncoveredQueries } from '../../server/features/allocation/uncovered.queries.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
import { WatchedRooms } from '../../server/platform/realtime/watched-rooms.js';
import { Throttle } from '../throttle.js';

/** A count costs some milliseconds, and cases slip out of sight by the day rather than by the second. */
const PACE_MS = 5_000;

/** How many of a team's cases are uncovered, for all who look at its board: counted once, and not while nobody looks. */
@Injectable()
export class LiveUncovered {
  private readonly groups = new Throttle<Date>(
    (_, next) => next,
    (groupId, at) => void this.push(groupId, at),
    PACE_MS,
  );

  constructor(
    private readonly uncovered: UncoveredQueries,
    private readonly watched: WatchedRooms,
    private readonly publisher: Publisher,
    private readonly logger: Logger,
  ) {}

  touched(groupId: number, at: Date): void {
    this.groups.add(groupId, at);
  }

  /** A figure that could not be counted is counted at the next event, or when a board is opened. */
  private async push(groupId: number, at: Date): Promise<void> {
    const room = rooms.board(groupId);
    try {
      if (!(await this.watched.among([room])).has(room)) return;
      this.publisher.send(
        room,
        'board.uncovered',
        { uncovered: await this.uncovered.countOfTeam(groupId) },
        at,
      );
    } catch (error) {
      this.logger.warn('The uncovered cases of a team were not counted', { groupId, reason: String(error) });
    }
  }
}
