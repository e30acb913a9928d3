import type { Relation } from '../../../../../contract/codes.js';
import type { ContactChannel, ComplianceRule } from '../../../../../contract/contact/contact-compliance.js';
import { list, sql, type Statement } from '../../../../platform/db/sql.js';
import type { Hold } from '../../decide/compliance.rules.js';
import type { BorrowerRow } from '../../decide/compliance.sql.js';
import type { SimulatedSpan } from './lab-facts.rules.js';

/** Borrowers whose acts were judged in that time by the institution's policy. */
export function borrowersIn(institutionId: number, from: Date, to: Date): Statement {
  return sql`
    SELECT DISTINCT r.borrower_id AS id
    FROM contact_receipt r FORCE INDEX (contact_receipt_time) JOIN collection_case c ON c.id = r.case_id
    WHERE r.at >= ${from} AND r.at < ${to} AND r.kind = 'ACT' AND c.institution_id = ${institutionId}`;
}

export interface ActRow {
  id: number;
  taskId: number;
  loanId: string;
  institutionId: number;
  borrowerId: number;
  contactId: number | null;
  channel: ContactChannel;
  kind: 'ACT' | 'MANUAL';
  slot: 'ATTEMPT' | 'MESSAGE';
  allowed: number;
  released: number;
  releasedAt: Date | null;
  conversationAt: Date | null;
  policyVersion: number;
  callBackAt: Date | null;
  /** Set for a refused one. */
  decision: string | null;
  zone: string | null;
  at: Date;
}
export type HoldOfRow = Hold & { borrowerId: number; placedAt: Date; liftedAt: Date | null };
export type OverrideOfRow = SimulatedSpan & { borrowerId: number; rule: ComplianceRule };
export type ContactOfRow = { borrowerId: number; id: number; relation: Relation };
export type MarkOfRow = SimulatedSpan & { borrowerId: number; contactId: number };
export type BorrowerElements = [BorrowerRow, ActRow, HoldOfRow, OverrideOfRow, ContactOfRow, MarkOfRow];

/** All that the replay of these borrowers is made of, acts by time. */
export function factsOfBorrowers(
  ids: readonly number[],
  from: Date,
  to: Date,
): [Statement, Statement, Statement, Statement, Statement, Statement] {
  const borrowers = list(ids);
  return [
    sql`SELECT b.id, b.state, b.municipality FROM borrower b WHERE b.id IN ${borrowers}`,
    sql`
      SELECT r.id, r.case_id AS taskId, c.loan_no AS loanId, c.institution_id AS institutionId, 
        r.borrower_id AS borrowerId, r.contact_id AS contactId, r.channel, r.kind, r.slot, r.allowed, r.released IS NOT NULL AS released,
        r.released_at AS releasedAt, r.conversation_at AS conversationAt, r.policy_version AS policyVersion,
        r.call_back_at AS callBackAt, IF(r.allowed = 1, NULL, r.decision) AS decision,
        JSON_VALUE(r.decision, '$.zone') AS zone, r.at
      FROM contact_receipt r FORCE INDEX (contact_receipt_counted) JOIN collection_case c ON c.id = r.case_id
      WHERE r.borrower_id IN ${borrowers} AND r.counted IN (0, 1) AND r.at >= ${from} AND r.at < ${to}
        AND r.kind <> 'INCOMING'
      ORDER BY r.borrower_id, r.at, r.id`,
    sql`
      SELECT h.borrower_id AS borrowerId, h.kind, h.contact_id AS contactId, h.channel, h.until_at AS until,
        h.placed_at AS placedAt, h.lifted_at AS liftedAt
      FROM contact_hold h WHERE h.borrower_id IN ${borrowers}`,
    sql`
      SELECT o.borrower_id AS borrowerId, o.rule, o.granted_at AS \`from\`, o.until_at AS \`to\`
      FROM contact_override o WHERE o.borrower_id IN ${borrowers} AND o.until_at > ${from}`,
    sql`SELECT k.borrower_id AS borrowerId, k.id, k.relation FROM contact k WHERE k.borrower_id IN ${borrowers}`,
    sql`
      SELECT k.borrower_id AS borrowerId, m.contact_id AS contactId, m.confirmed_at AS \`from\`, m.ended_at AS \`to\`
      FROM contact k JOIN guarantor_mark m ON m.contact_id = k.id
      WHERE k.borrower_id IN ${borrowers} AND m.confirmed_at IS NOT NULL`,
  ];
}
