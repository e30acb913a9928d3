import type { ConnectionProtocol } from '../../../../contract/administration/connections.js';
import type { MessageStatus } from '../../../../contract/contact/messages.js';
import { list, sql, type Statement } from '../../../platform/db/sql.js';
import { NEVER } from '../../contact-compliance/decide/compliance.rules.js';
import { OF_MESSAGE, stopsContact } from '../../stops/forbidden.sql.js';

export interface UnchangedRow {
  id: number;
}

/** A hold or a payment bears the time at which its command began; what the guard could not see yet began within this. */
const OVERLAP_MS = 60_000;

/**
 * Those of these messages for which nothing has happened that the guard could mind since it allowed them: within the hours
 * that it named, the case open with something due, and no less than it asks for, no hold since or in force, no payment and no debit since,
 * the number not blocked, nothing stopped. All others it is asked about again.
 */
export function unchangedSince(ids: readonly number[], now: Date): Statement {
  const before = sql`m.created_at - INTERVAL ${OVERLAP_MS * 1_000} MICROSECOND`;
  return sql`
    SELECT m.id FROM message m
    JOIN collection_case c ON c.id = m.case_id JOIN contact k ON k.id = m.contact_id
    WHERE m.id IN ${list(ids)} AND m.allowed_until > ${now} AND c.is_open = 1 AND k.blocked IS NULL
      AND (m.asked_amount IS NULL OR m.asked_amount <= c.amount_due) AND c.amount_due > 0
      AND (c.hold_until IS NULL OR c.hold_until <= ${now})
      AND NOT EXISTS (SELECT 1 FROM contact_hold h WHERE h.borrower_id = m.borrower_id AND (h.placed_at >= ${before}
        OR (h.lifted_at IS NULL AND (h.until_at IS NULL OR h.until_at > ${now}))))
      AND NOT EXISTS (SELECT 1 FROM contact_stop s WHERE s.live = 1 AND ${stopsContact(OF_MESSAGE)})
      AND NOT EXISTS (SELECT 1 FROM held_phone n WHERE n.phone_hash = k.phone_hash AND n.lifted_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM loan_item l JOIN payment p ON p.loan_item_id = l.id
        WHERE l.borrower_id = m.borrower_id AND p.posted_at >= ${before})
      AND NOT EXISTS (SELECT 1 FROM loan_item l JOIN deduction d ON d.open_loan_item_id = l.id
        WHERE l.borrower_id = m.borrower_id)`;
}

/** The provider's numbers of many messages at once. */
export function markSent(sent: readonly { id: number; providerId: string }[], now: Date): Statement {
  const rows = sent.map(({ id, providerId }) => sql`SELECT ${id} AS id, ${providerId} AS provider_id`);
  const values = {
    text: rows.map(({ text }) => text).join(' UNION ALL '),
    params: rows.flatMap(({ params }) => [...params]),
  };
  return sql`
    UPDATE message m JOIN (${values}) v ON v.id = m.id
    SET m.status = 'SENT', m.provider_id = v.provider_id, m.sent_at = ${now}, m.version = m.version + 1`;
}

/** @param simulated a simulator will take them */
export function claimAll(
  ids: readonly number[],
  { dueAt, simulated, protocol }: { dueAt: Date; simulated: boolean; protocol: ConnectionProtocol },
): Statement {
  return sql`
    UPDATE message SET status = 'SUBMITTING', attempts = attempts + 1, due_at = ${dueAt}, simulated = ${simulated},
      protocol = ${protocol}, version = version + 1
    WHERE id IN ${list(ids)}`;
}

/** Until the stop is lifted. */
export function holdBack(id: number, stopId: number): Statement {
  return sql`
    UPDATE message SET status = 'QUEUED', stop_id = ${stopId}, due_at = ${NEVER}, version = version + 1 WHERE id = ${id}`;
}

/** @param dueAt from when on it may be claimed; of one that nobody claims any more, since when */
export function moveTo(id: number, status: MessageStatus, dueAt: Date): Statement {
  return sql`UPDATE message SET status = ${status}, due_at = ${dueAt}, version = version + 1 WHERE id = ${id}`;
}

/** Gives a claim a new term; the version stays, for nobody else has it. */
export function prolong(id: number, dueAt: Date): Statement {
  return sql`UPDATE message SET due_at = ${dueAt} WHERE id = ${id}`;
}
