import { Injectable } from '@nestjs/common';
import { businessDay } from '../../../contract/shared/date.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { writeCancel } from '../../domain/messages/delivery/message-end.writes.js';
import { inMs } from '../../domain/messages/message.rules.js';
import { lockMessages, type MessageState } from '../../domain/messages/message.sql.js';

const AT_ONCE = 100;
/** Between two that go on: twenty a second. */
const APART_MS = 50;
const DAY_MS = 86_400_000;

export interface GoesOn {
  id: number;
  version: number;
  /** Milliseconds. */
  delay: number;
}

/** Messages that waited for the end of a stop: each passes the guard again, one after the other, and yesterday's are cancelled. */
@Injectable()
export class WaitingMessagesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** The next part of them; none when all have gone on. @param after how many went on before */
  release(stopId: number, after: number): Promise<GoesOn[]> {
    const today = businessDay(this.clock.now());
    return this.uow.transact(SYSTEM, async (tx) => {
      const [found] = await tx.read<[{ id: number }]>(sql`
        SELECT m.id FROM message m JOIN contact_stop s ON s.id = m.stop_id AND s.live IS NULL
        WHERE m.stop_id = ${stopId} ORDER BY m.id LIMIT ${AT_ONCE}`);
      if (found.length === 0) return [];
      const [messages] = await tx.read<[MessageState]>(lockMessages(found.map(({ id }) => id)));
      const waiting = messages.filter((message) => message.stopId === stopId && message.status === 'QUEUED');
      return waiting.map((message, index) => {
        const { id, version, slotDay } = message;
        const delay = (after + index) * APART_MS;
        const over = slotDay < today;
        // Without a time that the guard has named it is asked again.
        tx.write(sql`
          UPDATE message SET stop_id = NULL, due_at = ${inMs(delay)}, allowed_until = NULL, version = version + 1
          WHERE id = ${id}`);
        if (over) writeCancel(tx, message, { reason: 'STOPPED', params: {} });
        return { id, version: version + 1, delay };
      });
    });
  }

  /** Stops that ended and whose messages still wait, since a job was lost. */
  async left(): Promise<number[]> {
    const stops = await this.database.rows<{ id: number }>(sql`
      SELECT DISTINCT s.id FROM contact_stop s JOIN message m ON m.stop_id = s.id
      WHERE s.live IS NULL AND s.lifted_at > ${new Date(this.clock.now().getTime() - DAY_MS)}`);
    return stops.map(({ id }) => id);
  }
}
