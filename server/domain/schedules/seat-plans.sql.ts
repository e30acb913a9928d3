import { rowsOf, sql, type Statement } from '../../platform/db/sql.js';

/** A queue's plan of a day: its figures in the order of PLAN_COLUMNS. */
export interface DayPlan {
  day: string;
  queueId: number;
  counts: (number | null)[];
}

/** Rows of one statement. */
const PART = 2_000;

export function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += PART) yield rows.slice(at, at + PART);
}

export function savePlans(plans: readonly DayPlan[]): Statement {
  return sql`
    INSERT INTO seat_plan (day, queue_id, case_allocation, expected_reminder_cases, per_capita_min, per_capita_max,
      min_seats, max_seats, expected_staff)
    VALUES ${rowsOf(plans.map(({ day, queueId, counts }) => [day, queueId, ...counts]))}
    ON DUPLICATE KEY UPDATE case_allocation = VALUES(case_allocation),
      expected_reminder_cases = VALUES(expected_reminder_cases), per_capita_min = VALUES(per_capita_min),
      per_capita_max = VALUES(per_capita_max), min_seats = VALUES(min_seats), max_seats = VALUES(max_seats),
      expected_staff = VALUES(expected_staff)`;
}

/** The plans of these days and queues that stand, locked. */
export function plansStanding(plans: readonly Omit<DayPlan, 'counts'>[]): Statement {
  return sql`
    SELECT day, queue_id AS queueId, case_allocation AS caseAllocation, expected_reminder_cases AS expectedReminderCases,
      per_capita_min AS perCapitaMin, per_capita_max AS perCapitaMax, min_seats AS minSeats, max_seats AS maxSeats,
      expected_staff AS expectedStaff
    FROM seat_plan WHERE ${amongPlans(plans)} FOR UPDATE`;
}

export function removePlans(plans: readonly Omit<DayPlan, 'counts'>[]): Statement {
  return sql`DELETE FROM seat_plan WHERE ${amongPlans(plans)}`;
}

function amongPlans(plans: readonly Omit<DayPlan, 'counts'>[]): Statement {
  const { text, params } = rowsOf(plans.map(({ day, queueId }) => [day, queueId]));
  return { text: `(day, queue_id) IN (${text})`, params };
}
