import { sql, type Statement } from '../../platform/db/sql.js';
import { PEOPLE } from './timeline.rules.js';

export interface Edges {
  first: number | null;
  last: number | null;
}
export interface DaySpan {
  day: string;
  from: Date;
  to: Date;
}

/** An id is given when an event is written and its time before that: so many events may stand in another order. */
const DISORDER = 1_000;

/** Between which ids a day's events are: those of its first and last moments tell it, however many there are between. */
export function edgesOf(from: Date, to: Date): Statement {
  return sql`
    SELECT (SELECT MIN(f.id) FROM (
        SELECT id FROM domain_event FORCE INDEX (domain_event_recorded)
        WHERE recorded_at >= ${from} AND recorded_at < ${to} ORDER BY recorded_at, id LIMIT ${DISORDER}) f) AS first,
      (SELECT MAX(l.id) FROM (
        SELECT id FROM domain_event FORCE INDEX (domain_event_recorded)
        WHERE recorded_at >= ${from} AND recorded_at < ${to}
        ORDER BY recorded_at DESC, id DESC LIMIT ${DISORDER}) l) AS last`;
}

/**
 * The ids of what a collector did, and of what names the collector: of the cases that the day's card was made of, of those
 * whose promise was judged, and of calls by strangers. `which` is a condition on domain_event under `e`.
 */
export function dayEventsOf(collectorId: number, { day, from, to }: DaySpan, which: Statement): Statement {
  const named = `"(${PEOPLE.join('|')})":${collectorId}[,}]`;
  const about = sql`(e.actor_id = ${collectorId} OR e.payload REGEXP ${named}) AND ${which}`;
  return sql`
    SELECT e.id FROM (
      SELECT case_id FROM collector_day_case WHERE collector_id = ${collectorId} AND day = ${day}
      UNION SELECT case_id FROM promise
        WHERE collector_id = ${collectorId} AND status IN ('KEPT', 'PARTIAL', 'BROKEN')
          AND settled_at >= ${from} AND settled_at < ${to}) k
    STRAIGHT_JOIN domain_event e FORCE INDEX (domain_event_case) ON e.case_id = k.case_id
    WHERE ${about}
    UNION ALL
    SELECT e.id FROM phone_call p
    STRAIGHT_JOIN domain_event e FORCE INDEX (domain_event_subject) ON e.subject_type = 'call' AND e.subject_id = p.id
    WHERE p.agent_id = ${collectorId} AND p.requested_at >= ${from} AND p.requested_at < ${to}
      AND p.case_id IS NULL AND e.case_id IS NULL AND ${about}`;
}

/** How many these events are, and what they credit to the collector: as `receivedBy` counts it. */
export function totalOf(collectorId: number, ids: Statement): Statement {
  return sql`
    SELECT COUNT(*) AS events, CAST(COALESCE(SUM(CASE
        WHEN e.name NOT IN ('payment.posted', 'payment.reversed') THEN 0
        WHEN NOT (JSON_VALUE(e.payload, '$.creditedTo') <=> ${collectorId}) THEN 0
        ELSE COALESCE(JSON_VALUE(e.payload, '$.towardsDue'), JSON_VALUE(e.payload, '$.amount'))
          * IF(e.name = 'payment.posted', 1, -1) END), 0) AS SIGNED) AS received
    FROM (${ids}) found STRAIGHT_JOIN domain_event e ON e.id = found.id`;
}
