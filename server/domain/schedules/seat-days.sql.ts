import type { SeatState } from '../../../contract/team/schedules.js';
import { rowsOf, sql, type Statement } from '../../platform/db/sql.js';

export interface PersonRow {
  day: string;
  userId: number;
  institutionId: number;
  status: SeatState;
}

type DayOf = Pick<PersonRow, 'day' | 'userId'>;

/** The days of these people that stand, locked. */
export function daysStanding(people: readonly DayOf[]): Statement {
  return sql`SELECT day, user_id AS userId, status FROM seat_day WHERE ${amongDays(people)} FOR UPDATE`;
}

export function removeDays(people: readonly DayOf[]): Statement {
  return sql`DELETE FROM seat_day WHERE ${amongDays(people)}`;
}

function amongDays(people: readonly DayOf[]): Statement {
  const { text, params } = rowsOf(people.map(({ day, userId }) => [day, userId]));
  return { text: `(day, user_id) IN (${text})`, params };
}

/** A person resigned by this has left before: it takes nobody's work away. Rows that stand already stay as they are. */
export function saveSeatDays(people: readonly PersonRow[], now: Date): Statement {
  // Written once: the driver would write the same time for each row anew.
  const at = now.toISOString().slice(0, -1);
  const rows = people.map(({ day, userId, institutionId, status }) => {
    return [day, userId, institutionId, status, at, status === 'RESIGNED' ? at : null];
  });
  // MySQL assigns from left to right: the status is compared until it is set.
  return sql`
    INSERT INTO seat_day (day, user_id, institution_id, status, since, done_at) VALUES ${rowsOf(rows)}
    ON DUPLICATE KEY UPDATE version = version + (status <> VALUES(status)),
      since = IF(status <> VALUES(status), VALUES(since), since),
      done_at = IF(status <> VALUES(status), VALUES(done_at), done_at), status = VALUES(status)`;
}
