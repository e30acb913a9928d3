import { Injectable } from '@nestjs/common';
import {
  ABSENCE_MS,
  type AgentPrediction,
  type DutySum,
  type ScheduleDay,
  type ScheduleQuery,
  type ScheduleRow,
  type TaskNum,
} from '../../../contract/team/schedules.js';
import { businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf, queuesOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { startingWith } from '../../platform/db/lists/list-page.js';
import { all, sql, type Statement } from '../../platform/db/sql.js';
import { recommendedSeats, type Limits } from '../../domain/allocation/allocation.rules.js';
import { limitsOf } from '../../domain/schedules/limits.rules.js';
import { isOnDuty, isScheduled } from '../../domain/users/on-duty.sql.js';
import type { SeatPlan } from '../../domain/schedules/seat-plan.entity.js';

type Planned = Omit<SeatPlan, 'day' | 'queueId' | 'caseAllocation'>;
type SeatRow = Omit<ScheduleRow, 'releaseAt' | 'released'> & { since: Date | null; doneAt: Date | null };
type PredictionRow = Omit<AgentPrediction, 'recommendedSeats'> & Planned & Record<`q${keyof Limits}`, number>;

@Injectable()
export class SchedulesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ScheduleQuery): Promise<Page<ScheduleRow>> {
    const { page, size, status, username, queueId } = query;
    const day = this.day(query);
    const state = sql`COALESCE(s.status, IF(${isScheduled(day)}, NULL, 'ON_DUTY'))`;
    const found = sql`
      FROM user u LEFT JOIN seat_day s ON s.day = ${day} AND s.user_id = u.id
      WHERE (s.status IS NOT NULL OR u.role = 'member' AND u.enabled = 1) AND ${all([
        peopleOf(actor),
        ...(status ? [sql`${state} = ${status}`] : []),
        ...(queueId ? [sql`u.queue_id = ${queueId}`] : []),
        ...(username ? [sql`u.username LIKE ${startingWith(username)}`] : []),
      ])}`;
    const [result, totalCount] = await Promise.all([
      this.database.rows<SeatRow>(sql`
        SELECT x.*, q.name AS queueName
        FROM (SELECT ${day} AS day, ${state} AS status, s.version, s.since, s.done_at AS doneAt, u.id AS userId, u.name,
            u.username, u.queue_id AS queueId ${found}
          ORDER BY u.name, u.id LIMIT ${(page - 1) * size}, ${size}) x
        LEFT JOIN queue q ON q.id = x.queueId ORDER BY x.name, x.userId`),
      cappedTotal(this.database, found),
    ]);
    const today = businessDay(this.clock.now());
    return { result: result.map((seat) => rowOf(seat, today)), totalCount };
  }

  dutySum(actor: Actor, query: ScheduleDay): Promise<DutySum[]> {
    return this.database.rows<DutySum>(sql`
      SELECT q.id AS queueId, q.name AS queueName, s.status, COUNT(*) AS heads
      FROM seat_day s JOIN user u ON u.id = s.user_id JOIN queue q ON q.id = u.queue_id
      WHERE s.day = ${this.day(query)} AND ${peopleOf(actor)} AND ${ofQueue(query)}
        AND (u.enabled = 1 OR s.status = 'RESIGNED')
      GROUP BY q.id, q.name, s.status ORDER BY q.name, q.id, s.status`);
  }

  async agentPrediction(actor: Actor, query: ScheduleDay): Promise<AgentPrediction[]> {
    const day = this.day(query);
    const rows = await this.database.rows<PredictionRow>(sql`
      SELECT q.id AS queueId, q.name AS queueName, COALESCE(p.case_allocation, q.planned_cases) AS expectedCases,
        q.per_capita_min AS qperCapitaMin, q.per_capita_max AS qperCapitaMax, q.seats_min AS qseatsMin,
        q.seats_max AS qseatsMax, p.expected_reminder_cases AS expectedReminderCases, p.per_capita_min AS perCapitaMin,
        p.per_capita_max AS perCapitaMax, p.min_seats AS minSeats, p.max_seats AS maxSeats, p.expected_staff AS expectedStaff,
        (SELECT COUNT(*) FROM user u WHERE u.queue_id = q.id AND u.enabled = 1 AND u.role = 'member'
          AND u.group_id IS NOT NULL AND ${peopleOf(actor)} AND ${isOnDuty(day)}) AS onDuty
      FROM queue q LEFT JOIN seat_plan p ON p.queue_id = q.id AND p.day = ${day}
      WHERE ${queuesOf(actor)} AND ${ofQueue(query)} ORDER BY q.name, q.id`);
    return rows.map((row) => {
      const { queueId, queueName, expectedCases, expectedReminderCases, expectedStaff, onDuty } = row;
      const own = { perCapitaMin: row.qperCapitaMin, perCapitaMax: row.qperCapitaMax };
      const limits = limitsOf({ ...own, seatsMin: row.qseatsMin, seatsMax: row.qseatsMax }, row);
      const recommended = expectedCases === null ? null : recommendedSeats(expectedCases, limits);
      const { seatsMin: minSeats, seatsMax: maxSeats, ...perCapita } = limits;
      return {
        ...{ queueId, queueName, expectedCases, expectedReminderCases, ...perCapita, minSeats, maxSeats },
        ...{ recommendedSeats: recommended, expectedStaff, onDuty },
      };
    });
  }

  taskNum(actor: Actor): Promise<TaskNum[]> {
    return this.database.rows<TaskNum>(sql`
      SELECT q.id AS queueId, q.version, q.name AS queueName, q.planned_cases AS plannedCases,
        q.per_capita_min AS perCapitaMin, q.per_capita_max AS perCapitaMax, q.seats_min AS seatsMin,
        q.seats_max AS seatsMax
      FROM queue q WHERE ${queuesOf(actor)} ORDER BY q.name, q.id`);
  }

  private day({ day }: { day?: string | undefined }): string {
    return day ?? businessDay(this.clock.now());
  }
}

/** An absence begins when it is said, and not before its day. */
function rowOf({ since, doneAt, ...seat }: SeatRow, today: string): ScheduleRow {
  const isAbsent = seat.status === 'ABSENT' && seat.day === today;
  const begun = Math.max(since?.getTime() ?? 0, startOfBusinessDay(seat.day).getTime());
  return {
    ...seat,
    releaseAt: isAbsent ? (doneAt ?? new Date(begun + ABSENCE_MS)).toISOString() : null,
    released: isAbsent && doneAt !== null,
  };
}

function ofQueue({ queueId }: ScheduleDay): Statement {
  return all(queueId ? [sql`q.id = ${queueId}`] : []);
}
