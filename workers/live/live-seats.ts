import { Injectable } from '@nestjs/common';
import { BoardsQueries } from '../../server/features/boards/boards.queries.js';
import type { SeatRow } from '../../server/domain/boards/board.rules.js';

const MAX_GROUPS = 500;
/** Fields of a seat that its figures do not say. */
const SHAPE = ['name', 'queueId', 'queueName', 'ranked', 'target', 'targetUnit'] as const;

export interface Seats {
  /** The rows of the collectors that were asked for. */
  changed: SeatRow[];
  /** Those of them whose name, queue, team or target was not known so, by their collectors. */
  whole: ReadonlySet<number>;
  /** All seats of their groups, by group. */
  groups: ReadonlyMap<number, SeatRow[]>;
}

/**
 * The seats of the groups in which something happens. A group is read whole once; after that only the rows of the
 * collectors that events are about, for nothing changes a collector's day without an event that names the collector.
 * The cache is dropped whenever the relay's transaction may have failed, for its ranks may not be saved then.
 */
@Injectable()
export class LiveSeats {
  private readonly kept = new Map<string, Map<number, SeatRow>>();

  constructor(private readonly boards: BoardsQueries) {}

  forget(): void {
    this.kept.clear();
  }

  /** Reads the seats of these collectors and of their groups. A collector whose day is not open has no seat. */
  async beside(collectorIds: readonly number[], day: string): Promise<Seats> {
    if (this.kept.size > MAX_GROUPS) this.forget();
    const changed = await this.boards.seatsOf(collectorIds, day);
    const groupIds = [...new Set(changed.map(({ groupId }) => groupId))];
    const unknown = groupIds.filter((groupId) => !this.kept.has(key(groupId, day)));
    const seats = unknown.length === 0 ? [] : await this.boards.seatsOfGroups(unknown, day);
    const whole = new Set(
      changed.filter((seat) => !this.isKnown(seat, day)).map(({ collectorId }) => collectorId),
    );
    for (const groupId of unknown) this.kept.set(key(groupId, day), new Map());
    for (const seat of [...seats, ...changed])
      this.kept.get(key(seat.groupId, day))!.set(seat.collectorId, seat);
    return {
      changed,
      whole,
      groups: new Map(groupIds.map((groupId) => [groupId, [...this.kept.get(key(groupId, day))!.values()]])),
    };
  }

  private isKnown(seat: SeatRow, day: string): boolean {
    const before = this.kept.get(key(seat.groupId, day))?.get(seat.collectorId);
    return before !== undefined && SHAPE.every((field) => before[field] === seat[field]);
  }
}

function key(groupId: number, day: string): string {
  return `${groupId}:${day}`;
}
