import { sql, type Statement } from '../../platform/db/sql.js';

/**
 * A condition on user under the alias `u`. Once the queue's institution has a schedule for the day, who is not in it is not on
 * duty; without one everybody is.
 */
export function isOnDuty(day: string): Statement {
  return sql`
    COALESCE(
      (SELECT s.status = 'ON_DUTY' FROM seat_day s WHERE s.day = ${day} AND s.user_id = u.id),
      NOT EXISTS (SELECT 1 FROM queue w JOIN seat_day s ON s.institution_id = w.institution_id AND s.day = ${day}
        WHERE w.id = u.queue_id))`;
}

/**
 * A condition on user under the alias `u`: the schedule says that the person does not work on the day. Whom it does not name
 * gets nothing from the system, but may be given cases by hand.
 */
export function isOnLeave(day: string): Statement {
  return sql`
    EXISTS (SELECT 1 FROM seat_day s WHERE s.day = ${day} AND s.user_id = u.id AND s.status <> 'ON_DUTY')`;
}
