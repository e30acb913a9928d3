import { sql, type Statement } from '../../platform/db/sql.js';

/**
 * A condition on user under the alias `u`. A schedule speaks for the teams that it names: once one of a team is in it, who is
 * left out is not on duty; of a team without a schedule for the day everybody is.
 */
export function isOnDuty(day: string): Statement {
  return sql`
    COALESCE(
      (SELECT s.status = 'ON_DUTY' FROM seat_day s WHERE s.day = ${day} AND s.user_id = u.id),
      ${isScheduled(day)} IS NOT TRUE)`;
}

/** A condition on user under the alias `u`: the day has a schedule of the person's team. */
export function isScheduled(day: string): Statement {
  return sql`
    (u.group_id IN (SELECT t.group_id FROM seat_day s JOIN user t ON t.id = s.user_id
      WHERE s.day = ${day} AND t.role = 'member'))`;
}

/**
 * A condition on user under the alias `u`: the schedule says that the person does not work on the day. Whom it does not name
 * gets nothing from the system, but may be given cases by hand.
 */
export function isOnLeave(day: string): Statement {
  return sql`
    EXISTS (SELECT 1 FROM seat_day s WHERE s.day = ${day} AND s.user_id = u.id AND s.status <> 'ON_DUTY')`;
}
