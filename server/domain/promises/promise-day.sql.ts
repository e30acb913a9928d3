import { businessDay } from '../../../contract/shared/date.js';
import { BUSINESS_ZONE, instantOf } from '../../../contract/shared/wall-clock.js';
import { sql, valuesOf, type Statement } from '../../platform/db/sql.js';
import { ZONES } from '../contact-compliance/decide/zones.rules.js';
import { graceDeadline, promiseDeadline } from './promise.rules.js';

/**
 * The open promises `p` for today, with their cases `c`, that were made before the borrower's clock showed this hour today
 * and are here since; null while it is nowhere so late.
 */
export function promisesOfTheDay(now: Date, hour: number): Statement | null {
  const day = businessDay(now);
  const late = ZONES.map((zone, key) => ({
    key,
    at: instantOf(zone ?? BUSINESS_ZONE, day, hour * 60),
  })).filter(({ at }) => at <= now);
  if (late.length === 0) return null;
  // The deadlines are what the index has.
  return sql`
    promise p JOIN collection_case c ON c.id = p.case_id AND c.promise_id = p.id
    JOIN (${valuesOf(
      ['zone', 'at'],
      late.map(({ key, at }) => [key, at]),
    )}) hour ON hour.zone = c.contact_zone AND p.created_at < hour.at
      AND p.status = 'OPEN' AND p.deadline_at BETWEEN ${promiseDeadline(day)} AND ${graceDeadline(day)}
      AND p.due_date = ${day}`;
}
