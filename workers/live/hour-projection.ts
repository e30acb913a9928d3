import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AnyEvent } from '../../contract/events/events.js';
import { BoardsQueries } from '../../server/features/boards/boards.queries.js';
import { hourOf } from '../../contract/shared/wall-clock.js';
import { receivedBy } from '../../server/domain/replay/replay.rules.js';
import type { SeatRow } from '../../server/domain/boards/board.rules.js';
import { sql, type Statement } from '../../server/platform/db/sql.js';

const MAX_GROUPS = 2_000;

/**
 * Recovered money by group and hour, the board's picture. The rows are added to in the transaction that empties the
 * outbox; what is kept in memory is only what the frames show, and is forgotten whenever that transaction may have failed.
 */
@Injectable()
export class HourProjection {
  private readonly known = new LRUCache<string, number[]>({ max: MAX_GROUPS });

  constructor(private readonly boards: BoardsQueries) {}

  forget(): void {
    this.known.clear();
  }

  async ofGroup(groupId: number, day: string): Promise<number[]> {
    const key = `${groupId}:${day}`;
    const known = this.known.get(key) ?? (await this.boards.receivedByHour(groupId, day));
    this.known.set(key, known);
    return known;
  }

  async project(day: string, events: readonly AnyEvent[], seats: readonly SeatRow[]): Promise<Statement[]> {
    const groupOf = new Map(seats.map((seat) => [seat.collectorId, seat.groupId]));
    const sums = new Map<string, { groupId: number; hour: number; amount: number }>();
    for (const event of events) {
      const received = receivedBy(event);
      const groupId = received && groupOf.get(received.collectorId);
      if (!received || groupId === null || groupId === undefined) continue;
      const hour = hourOf(event.recordedAt);
      const sum = sums.get(`${groupId}:${hour}`) ?? { groupId, hour, amount: 0 };
      sums.set(`${groupId}:${hour}`, { ...sum, amount: sum.amount + received.amount });
    }
    const statements: Statement[] = [];
    for (const { groupId, hour, amount } of sums.values()) {
      (await this.ofGroup(groupId, day))[hour]! += amount;
      statements.push(sql`
        INSERT INTO group_hour (group_id, day, hour, received_amount) VALUES (${groupId}, ${day}, ${hour}, ${amount})
        ON DUPLICATE KEY UPDATE received_amount = received_amount + VALUES(received_amount)`);
    }
    return statements;
  }
}
