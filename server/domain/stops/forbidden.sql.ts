import type { StopKind } from '../../../contract/contact/stops.js';
import { nothing, sql, type Statement } from '../../platform/db/sql.js';

/**
 * The gate orders claims and stops: a claim of a contact reads it shared before it reads stops and holds, and what forbids
 * contact for many at once shuts it until its commit. So a claim either commits before the stop, or sees it. Whoever takes
 * it takes it before borrowers, cases and messages.
 */
export const THROUGH_GATE: Statement = sql`SELECT g.id FROM contact_gate g WHERE g.id = 1 LOCK IN SHARE MODE`;
export const SHUT_GATE: Statement = sql`SELECT g.id FROM contact_gate g WHERE g.id = 1 FOR UPDATE`;

export interface StopRow {
  stopId: number;
  kind: StopKind;
}
interface Stoppable {
  caseId: Statement | number;
  /** The person who makes the contact; null: the system. */
  senderId: Statement | number | null;
  templateId: Statement | number | null;
  /** The index of the number that is contacted; null where a blocked number is known otherwise. */
  phoneHash: Statement | null;
}

/** The call `c`. */
export const OF_CALL: Stoppable = {
  ...{ caseId: sql`c.case_id`, senderId: sql`c.agent_id`, templateId: null },
  phoneHash: sql`c.number_hash`,
};
/** The message `m` and its contact `k`. */
export const OF_MESSAGE: Stoppable = {
  ...{ caseId: sql`m.case_id`, senderId: sql`m.sender_id`, templateId: sql`m.template_id` },
  phoneHash: sql`k.phone_hash`,
};

/** Whether the stop `s` is one of this contact. */
export function stopsContact({ caseId, senderId, templateId, phoneHash }: Stoppable): Statement {
  const number = phoneHash
    ? sql`OR (s.kind = 'NUMBER' AND EXISTS (
        SELECT 1 FROM stopped_number n WHERE n.phone_hash = ${phoneHash} AND n.stop_id = s.id))`
    : nothing;
  return sql`(
    (s.kind = 'COLLECTOR' AND s.subject_id = ${senderId}) OR (s.kind = 'TEMPLATE' AND s.subject_id = ${templateId})
    OR (s.kind = 'QUEUE' AND s.subject_id = (SELECT t.queue_id FROM collection_case t WHERE t.id = ${caseId}))
    OR (s.kind = 'INSTITUTION' AND s.subject_id IN (
      SELECT above.id FROM collection_case t JOIN institution own ON own.id = t.institution_id
      JOIN institution above ON own.path LIKE CONCAT(above.path, '%') WHERE t.id = ${caseId})) ${number})`;
}

/** The stops in force against a contact. */
export function stopsOf(contact: Stoppable): Statement {
  return sql`
    SELECT s.id AS stopId, s.kind FROM contact_stop s
    WHERE s.live = 1 AND ${stopsContact(contact)} ORDER BY s.id LIMIT 20`;
}
