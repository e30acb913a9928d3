import { Injectable } from '@nestjs/common';
import { ABSENCE_MS } from '../../../contract/team/schedules.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { lockOne, saveChanges } from '../../platform/db/changes.js';
import { Database } from '../../platform/db/database.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { CaseMovesService } from '../case-work/cases/moves/case-moves.service.js';
import { SessionsService } from '../session/sessions.service.js';
import type { EndSessions } from '../../domain/session/sessions.writes.js';
import { OpenWorkService } from '../open-work/open-work.service.js';
import { User } from '../../domain/users/user.entity.js';
import { SeatDay } from '../../domain/schedules/seat-day.entity.js';

/**
 * The effect of leaving on a person's cases. Half an hour into an absence the untouched ones go back; a resignation
 * ends sign-in, telephone and all cases in one command. Each is done once: a state that is said anew begins anew, and one
 * that was corrected in time does nothing.
 */
@Injectable()
export class LeavingService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly sessions: SessionsService,
    private readonly moves: CaseMovesService,
    private readonly work: OpenWorkService,
  ) {}

  /** Does what has become due: absences of today, and resignations whose day has come. */
  async carryOut(): Promise<void> {
    const due = await this.database.rows<{ userId: number; day: string }>(sql`
      SELECT s.user_id AS userId, s.day FROM seat_day s WHERE ${isDue(this.clock.now())} ORDER BY s.day, s.user_id`);
    for (const { userId, day } of due) {
      await this.sessions.command(SYSTEM, async (tx, end) => {
        const user = await lockUser(tx, userId);
        const where = sql`s.day = ${day} AND s.user_id = ${userId} AND ${isDue(tx.now)}`;
        const seat = await lockOne(tx, SeatDay, 's', where);
        if (user?.role !== 'member' || !seat) return;
        await saveChanges(tx, seat, { doneAt: tx.now });
        if (seat.status === 'RESIGNED') await this.resign(tx, end, user, seat);
        else await this.release(tx, seat, untouchedOf(userId));
      });
    }
  }

  /** Part of the command that has locked both and says so of the seat. @returns how many cases went back */
  async resign(tx: Tx, end: EndSessions, user: User, seat: SeatDay): Promise<number> {
    await this.work.disable(tx, end, user);
    return this.release(tx, seat, allOf(user.id));
  }

  private async release(
    tx: Tx,
    { institutionId, userId, day, status }: SeatDay,
    which: Statement,
  ): Promise<number> {
    const [owned] = await tx.read<[{ id: number }]>(which);
    const taskIds = owned.map(({ id }) => id);
    const { accepted } = await this.moves.releaseWithin(tx, taskIds, status);
    tx.emit('schedule.carriedOut', { institutionId, userId, day, status, cases: accepted.length });
    return accepted.length;
  }
}

/** Before the seat and the cases, in the order in which binding takes its locks. */
export function lockUser(tx: Tx, userId: number): Promise<User | null> {
  return lockOne(tx, User, 'u', sql`u.id = ${userId}`);
}

/** A condition on seat_day under the alias `s`. */
function isDue(now: Date): Statement {
  const today = businessDay(now);
  const begun = new Date(now.getTime() - ABSENCE_MS);
  return sql`
    s.done_at IS NULL AND (
      (s.status = 'ABSENT' AND s.day = ${today}
        AND GREATEST(COALESCE(s.since, ${startOfBusinessDay(today)}), ${startOfBusinessDay(today)}) <= ${begun})
      OR (s.status = 'RESIGNED' AND s.day <= ${today}))`;
}

function allOf(userId: number): Statement {
  return sql`
    SELECT c.id FROM collection_case c WHERE c.owner_id = ${userId} AND c.is_open = 1 ORDER BY c.id FOR UPDATE`;
}

/** Assigned, and since then neither written about nor called. */
function untouchedOf(userId: number): Statement {
  return sql`
    SELECT c.id FROM collection_case c
    WHERE c.owner_id = ${userId} AND c.status = 'C01'
      AND NOT EXISTS (SELECT 1 FROM collection_log l
        WHERE l.case_id = c.id AND l.collector_id = c.owner_id AND l.at >= COALESCE(c.assigned_at, c.opened_at))
      AND NOT EXISTS (SELECT 1 FROM phone_call p
        WHERE p.case_id = c.id AND p.agent_id = c.owner_id AND p.requested_at >= COALESCE(c.assigned_at, c.opened_at))
    ORDER BY c.id FOR UPDATE`;
}
