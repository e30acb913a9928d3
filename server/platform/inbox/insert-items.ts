import { insertedId, sql, type Param, type Statement } from '../db/sql.js';
import type { Notification } from './causes.js';

/** A notification of the event at this place of an insert. */
export interface PlacedNotification extends Notification {
  place: number;
  actorId: number | null;
  at: Date;
}

/**
 * Notifications of the events that were inserted just before: LAST_INSERT_ID() is still the first of them, because the ids
 * of this table are no AUTO_INCREMENT. Equal notifications to the same people are one statement.
 */
export function insertItems(notifications: readonly PlacedNotification[]): Statement[] {
  const grouped = new Map<string, PlacedNotification>();
  for (const one of notifications) {
    const group = JSON.stringify([one.cause, one.key, one.actorId, one.to]);
    const before = grouped.get(group);
    grouped.set(group, { ...one, times: (before?.times ?? 0) + (one.times ?? 1) });
  }
  return [...grouped.values()].map(insert);
}

function insert({
  place,
  to,
  cause,
  key,
  detail,
  subjectId,
  caseId,
  actorId,
  at,
  times,
}: PlacedNotification) {
  const eventId: Statement = { text: insertedId(place), params: [] };
  const openKey: Param = `${cause}:${key}`;
  return sql`
    INSERT INTO inbox_item
      (user_id, id, event_id, cause, open_key, times, detail, subject_id, case_id, actor_id, told_at)
    SELECT DISTINCT person.id, ${eventId}, ${eventId}, ${cause}, ${openKey}, ${times},
      ${detail ?? null}, ${subjectId}, ${caseId ?? null}, ${actorId}, ${at}
    FROM (${to}) person WHERE NOT (person.id <=> ${actorId})
    ON DUPLICATE KEY UPDATE event_id = VALUES(event_id), times = inbox_item.times + VALUES(times),
      detail = VALUES(detail), subject_id = VALUES(subject_id), case_id = VALUES(case_id),
      actor_id = VALUES(actor_id), told_at = VALUES(told_at), snoozed_until = NULL`;
}
