import { startOfBusinessDay } from '../../../../contract/shared/date.js';
import type { SeatState } from '../../../../contract/team/schedules.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { peopleOf, queuesOf } from '../../../platform/auth/scope.js';
import { anything, list, sql, type Statement } from '../../../platform/db/sql.js';
import { savePlans } from '../seat-plans.sql.js';
import { stratumSql } from '../../allocation/strata.sql.js';
import { isOnDuty } from '../../users/on-duty.sql.js';

export interface QueueRow {
  queueId: number;
  queueName: string;
  institutionId: number;
  version: number;
  plannedCases: number | null;
  qPerCapitaMin: number;
  qPerCapitaMax: number;
  qSeatsMin: number;
  qSeatsMax: number | null;
  /** The day has a row of its own. */
  planned: number;
  caseAllocation: number | null;
  expectedReminderCases: number | null;
  perCapitaMin: number | null;
  perCapitaMax: number | null;
  minSeats: number | null;
  maxSeats: number | null;
  expectedStaff: number | null;
  target: number | null;
}

/** The open queues that the viewer plans, with the day's plan as it stands. */
export function queuesOn(actor: Actor, day: string, groupId: number | null): Statement {
  return sql`
    SELECT q.id AS queueId, q.name AS queueName, q.institution_id AS institutionId, q.version,
      q.planned_cases AS plannedCases, q.per_capita_min AS qPerCapitaMin, q.per_capita_max AS qPerCapitaMax,
      q.seats_min AS qSeatsMin, q.seats_max AS qSeatsMax, p.queue_id IS NOT NULL AS planned,
      p.case_allocation AS caseAllocation, p.expected_reminder_cases AS expectedReminderCases,
      p.per_capita_min AS perCapitaMin, p.per_capita_max AS perCapitaMax, p.min_seats AS minSeats,
      p.max_seats AS maxSeats, p.expected_staff AS expectedStaff,
      (SELECT t.target FROM applied_plan_queue t JOIN applied_plan a ON a.id = t.plan_id
        WHERE t.queue_id = q.id AND t.target IS NOT NULL AND a.day = ${day} AND a.undone_at IS NULL
          AND a.group_id <=> ${groupId}
        ORDER BY a.applied_at DESC, a.id DESC LIMIT 1) AS target
    FROM queue q LEFT JOIN seat_plan p ON p.queue_id = q.id AND p.day = ${day}
    WHERE q.open = 1 AND ${queuesOf(actor)} ORDER BY q.name, q.id`;
}

export interface PersonRow {
  id: number;
  name: string;
  username: string;
  queueId: number | null;
  institutionId: number;
  groupId: number | null;
  /** Enabled, and in a group. */
  works: number;
  longAging: number;
  tenureDays: number;
  status: SeatState | null;
  version: number | null;
}

export function peopleOn(actor: Actor, day: string): Statement {
  return sql`
    SELECT u.id, u.name, u.username, u.queue_id AS queueId, u.institution_id AS institutionId,
      u.group_id AS groupId, u.enabled = 1 AND u.group_id IS NOT NULL AS works, u.long_aging AS longAging,
      TIMESTAMPDIFF(DAY, u.created_at, ${startOfBusinessDay(day)}) AS tenureDays, s.status, s.version
    FROM user u LEFT JOIN seat_day s ON s.day = ${day} AND s.user_id = u.id
    WHERE u.role = 'member' AND ${peopleOf(actor)} ORDER BY u.name, u.id`;
}

/** How many others are on duty, by queue and by what they may take. */
export function othersOn(actor: Actor, day: string, queueIds: readonly number[]): Statement {
  const tenure = sql`TIMESTAMPDIFF(DAY, u.created_at, ${startOfBusinessDay(day)})`;
  return sql`
    SELECT u.queue_id AS queueId, u.long_aging AS longAging, MIN(${tenure}) AS tenureDays, COUNT(*) AS heads
    FROM user u
    WHERE u.queue_id IN ${list(queueIds)} AND u.role = 'member' AND u.enabled = 1 AND u.group_id IS NOT NULL
      AND NOT (${peopleOf(actor)}) AND ${isOnDuty(day)}
    GROUP BY u.queue_id, u.long_aging, ${tenure} < 30, ${tenure} < 90`;
}

const dpdOn = (day: string) => sql`DATEDIFF(${day}, c.due_date)`;

const stratumOn = (day: string) => stratumSql(sql`c.amount_due`, dpdOn(day));

/** The queues' open cases by collector and stratum, from an index alone; of collectors, those in `owners` only; null: all. */
export function groupsOn(
  day: string,
  queueIds: readonly number[],
  owners: readonly number[] | null,
): Statement {
  const whose = owners === null ? anything : sql`(c.owner_id IS NULL OR c.owner_id IN ${list(owners)})`;
  return sql`
    SELECT c.queue_id AS queueId, c.owner_id AS ownerId, c.kind, ${stratumOn(day)} AS stratum,
      COUNT(*) AS cases, CAST(SUM(c.amount_due) AS SIGNED) AS amount, CAST(AVG(${dpdOn(day)}) AS DOUBLE) AS dpd,
      CAST(COALESCE(SUM(c.assigned_at >= ${startOfBusinessDay(day)}), 0) AS SIGNED) AS given
    FROM collection_case c FORCE INDEX (case_queue_open)
    WHERE c.queue_id IN ${list(queueIds)} AND c.is_open = 1 AND ${whose}
    GROUP BY queueId, ownerId, kind, stratum`;
}

/** These collectors' cases without an action, which go back when they are absent. */
export function freshOn(day: string, queueIds: readonly number[], ownerIds: readonly number[]): Statement {
  return sql`
    SELECT c.queue_id AS queueId, c.owner_id AS ownerId, c.kind, ${stratumOn(day)} AS stratum,
      COUNT(*) AS cases, CAST(SUM(c.amount_due) AS SIGNED) AS amount, CAST(AVG(${dpdOn(day)}) AS DOUBLE) AS dpd
    FROM collection_case c
    WHERE c.owner_id IN ${list(ownerIds)} AND c.status = 'C01' AND c.queue_id IN ${list(queueIds)}
    GROUP BY queueId, ownerId, kind, stratum`;
}

export function indicatorsOn(day: string): Statement {
  return sql`
    SELECT institution_id AS institutionId, queue_id AS queueId, method, CAST(target AS DOUBLE) AS target, buckets,
      id AS version
    FROM indicator
    WHERE enabled = 1 AND effective_from <= ${day} AND (effective_to IS NULL OR effective_to >= ${day})`;
}

/** The columns of a queue's day that a plan may leave to the queue. */
export const PLAN_COLUMNS = [
  'caseAllocation', 'expectedReminderCases', 'perCapitaMin', 'perCapitaMax', 'minSeats', 'maxSeats', 'expectedStaff',
] as const; // prettier-ignore
export type PlanRow = Pick<QueueRow, (typeof PLAN_COLUMNS)[number]>;

export function savePlan(day: string, queueId: number, row: PlanRow): Statement {
  return savePlans([{ day, queueId, counts: PLAN_COLUMNS.map((column) => row[column]) }]);
}

/** Writes down what holds of teams without a schedule for the day: everybody is on duty. */
export function openDay(day: string, groupIds: readonly number[]): Statement {
  return sql`
    INSERT IGNORE INTO seat_day (day, user_id, institution_id, status)
    SELECT ${day}, u.id, u.institution_id, 'ON_DUTY' FROM user u
    WHERE u.group_id IN ${list(groupIds)} AND u.role = 'member' AND u.enabled = 1`;
}
