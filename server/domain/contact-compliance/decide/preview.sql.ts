import type { ComplianceRule, HoldRow } from '../../../../contract/contact/contact-compliance.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { CASE_CONTACT_COLUMNS, CASE_POLICY, WIDEST_FIRST } from './compliance.sql.js';

export interface HoldRecord extends Omit<HoldRow, 'note' | 'placedAt' | 'until'> {
  note: Buffer | null;
  placedAt: Date;
  until: Date | null;
}
export interface OverrideRecord {
  rule: ComplianceRule;
  reason: Buffer;
  grantedBy: string | null;
  requestedBy: string | null;
  until: Date;
}

/** A contact whose mark as a guarantor waits for a second person. */
export interface RequestRecord {
  contactId: number | null;
  name: string | null;
  requestedAt: Date | null;
  requestedById: number | null;
  requestedBy: string | null;
}

/** A row for each contact, or one without when there is none; nothing when the case is not the viewer's. */
export function contactsOfCase(actor: Actor, caseId: number): Statement {
  return sql`
    SELECT b.id, b.state, b.municipality, ${CASE_CONTACT_COLUMNS}, m.requested_at AS requestedAt,
      m.requested_by AS requestedById, u.name AS requestedBy, k.name
    FROM collection_case c JOIN borrower b ON b.id = c.borrower_id
    LEFT JOIN contact k ON k.borrower_id = c.borrower_id ${CASE_POLICY}
    LEFT JOIN guarantor_mark m ON m.live_contact_id = k.id AND m.confirmed_at IS NULL
    LEFT JOIN user u ON u.id = m.requested_by
    WHERE c.id = ${caseId} AND ${casesOf(actor)} ORDER BY k.relation, k.id LIMIT 200`;
}

export function holdRowsOf(caseId: number, now: Date): Statement {
  return sql`
    SELECT h.id AS holdId, h.kind, h.contact_id AS contactId, h.channel, h.note_enc AS note, u.name AS placedBy,
      h.placed_at AS placedAt, h.until_at AS until
    FROM collection_case c JOIN contact_hold h ON h.borrower_id = c.borrower_id LEFT JOIN user u ON u.id = h.placed_by
    WHERE c.id = ${caseId} AND h.lifted_at IS NULL AND (h.until_at IS NULL OR h.until_at > ${now})
    ORDER BY ${WIDEST_FIRST} LIMIT 200`;
}

export function overrideRowsOf(caseId: number, now: Date): Statement {
  return sql`
    SELECT o.rule, o.reason_enc AS reason, u.name AS grantedBy, a.name AS requestedBy, o.until_at AS until
    FROM collection_case c JOIN contact_override o ON o.borrower_id = c.borrower_id
    LEFT JOIN user u ON u.id = o.granted_by
    LEFT JOIN leader_request r ON r.id = o.request_id LEFT JOIN user a ON a.id = r.requested_by
    WHERE c.id = ${caseId} AND o.until_at > ${now} ORDER BY o.id LIMIT 100`;
}
