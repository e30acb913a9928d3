import type { CallResult, CaseStatus, Relation } from '../../../../contract/codes.js';
import type { ComplianceRule } from '../../../../contract/contact/contact-compliance.js';
import { UNRELEASED } from '../../stops/unreleased.sql.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { PAYMENT_IN_FLIGHT_MS, type ContactAttempt, type Hold } from './compliance.rules.js';
import type { Past } from './limits.rules.js';
import { stopsOf, type StopRow } from '../../stops/forbidden.sql.js';
import { BLOCKED } from '../../stops/numbers.sql.js';

/** A week, and one more day for borrowers in other zones. */
export const HISTORY_MS = 8 * 86_400_000;

export interface BorrowerRow {
  id: number;
  state: string | null;
  municipality: string | null;
}
export interface CaseContactRow {
  status: CaseStatus;
  institutionId: number;
  holdUntil: Date | null;
  nextFollowUpAt: Date | null;
  lastCallResult: CallResult | null;
  contactFrom: Date;
  contactId: number | null;
  relation: Relation;
  guarantor: number;
  blocked: string | null;
  levels: string | null;
  deviceApproved: number;
  /** Somebody who has the number has complained. */
  phoneHeld: number;
  /** The import that brought the loan waits for its release. */
  unreleased: number;
}
export interface PaymentRow {
  amount: number;
  at: Date;
  /** A debit without an answer. */
  pending: number;
}
export interface WaivedRow {
  id: number;
  rule: ComplianceRule;
}
/** Columns of the case `c`, its contact `k` and the policies `p` that bind its institution. */
export const CASE_CONTACT_COLUMNS: Statement = sql`
  c.status, c.institution_id AS institutionId, c.hold_until AS holdUntil, c.next_follow_up_at AS nextFollowUpAt,
  c.last_call_result AS lastCallResult, c.contact_from AS contactFrom, k.id AS contactId, k.relation, k.guarantor,
  ${BLOCKED} AS blocked, p.levels, ${UNRELEASED} AS unreleased,
  EXISTS (SELECT 1 FROM approval a WHERE a.institution_id = c.institution_id AND a.kind = 'DEVICE_CONTACT'
    AND a.status = 'APPROVED') AS deviceApproved,
  EXISTS (SELECT 1 FROM held_phone n WHERE n.phone_hash = k.phone_hash AND n.lifted_at IS NULL) AS phoneHeld`;
/** The policies that bind one institution. */
export const policiesOf = (institutionId: number): Statement => sql`
  SELECT institution_id AS institutionId, levels FROM policy_in_force WHERE institution_id = ${institutionId}`;
export const CASE_POLICY: Statement = sql`LEFT JOIN policy_in_force p ON p.institution_id = c.institution_id`;

/** Results of `factStatements`, in order. */
export type FactElements = [BorrowerRow, CaseContactRow, Past, Hold, WaivedRow, PaymentRow, StopRow];
export type FactRows = RowsOf<FactElements>;
type RowsOf<Elements extends object[]> = { [Index in keyof Elements]: Elements[Index][] };

/** One contact of a case. Who makes it and by which template matter to what is stopped. */
export type CheckedAct = Pick<ContactAttempt, 'caseId' | 'contactId'> &
  Partial<Pick<ContactAttempt, 'actorId' | 'templateId'>>;

/** The statements that a decision is made of, for one case and contact. `lock`: no other act of this borrower meanwhile. */
export function factStatements(
  { caseId, contactId, actorId = null, templateId = null }: CheckedAct,
  now: Date,
  lock: boolean,
): [Statement, Statement, Statement, Statement, Statement, Statement, Statement] {
  return [
    lock ? lockBorrower(caseId) : sql`${borrower(caseId)}`,
    caseContact(caseId, contactId),
    historyOf(borrowerOf(caseId), now),
    holdsOf(borrowerOf(caseId), now),
    waivedOf(borrowerOf(caseId), now),
    paymentOf(borrowerOf(caseId), now),
    stopsOf({ caseId, senderId: actorId, templateId, phoneHash: null }),
  ];
}

function borrowerOf(caseId: number): Statement {
  return sql`(SELECT c.borrower_id FROM collection_case c WHERE c.id = ${caseId})`;
}

function borrower(caseId: number): Statement {
  return sql`SELECT b.id, b.state, b.municipality FROM borrower b WHERE b.id = ${borrowerOf(caseId)}`;
}

/** The rows of a nested select stay unlocked: this waits for other acts on the borrower, not for work on the case. */
export function lockBorrower(caseId: number): Statement {
  return sql`${borrower(caseId)} FOR UPDATE`;
}

function caseContact(caseId: number, contactId: number): Statement {
  return sql`
    SELECT ${CASE_CONTACT_COLUMNS}
    FROM collection_case c
    LEFT JOIN contact k ON k.id = ${contactId} AND k.borrower_id = c.borrower_id ${CASE_POLICY}
    WHERE c.id = ${caseId}`;
}

/** Counted contacts, newest first: one range of contact_receipt_counted, without reading a row. */
export function historyOf(borrowerId: Statement | number, now: Date): Statement {
  return sql`
    SELECT r.at, r.slot, r.conversation_at AS conversationAt, r.contact_id AS contactId, r.kind
    FROM contact_receipt r FORCE INDEX (contact_receipt_counted)
    WHERE r.borrower_id = ${borrowerId} AND r.counted = 1 AND r.at > ${new Date(now.getTime() - HISTORY_MS)}
    ORDER BY r.at DESC LIMIT 200`;
}

/** Widest holds first, so that many small holds can not push an opt-out of everybody beyond the limit. */
export const WIDEST_FIRST = sql`h.contact_id IS NULL DESC, h.kind = 'OPT_OUT' DESC, h.id`;

export function holdsOf(borrowerId: Statement | number, now: Date): Statement {
  return sql`
    SELECT h.kind, h.contact_id AS contactId, h.channel, h.until_at AS until
    FROM contact_hold h
    WHERE h.borrower_id = ${borrowerId} AND h.lifted_at IS NULL AND (h.until_at IS NULL OR h.until_at > ${now})
    ORDER BY ${WIDEST_FIRST} LIMIT 200`;
}

function waivedOf(borrowerId: Statement, now: Date): Statement {
  return sql`
    SELECT o.id, o.rule FROM contact_override o
    WHERE o.borrower_id = ${borrowerId} AND o.until_at > ${now} ORDER BY o.id LIMIT 100`;
}

/** Payments in flight on any of the borrower's loans: debits without an answer, and payments posted a moment ago. */
function paymentOf(borrowerId: Statement, now: Date): Statement {
  return sql`
    (SELECT d.amount, d.requested_at AS at, 1 AS pending
     FROM loan_item l JOIN deduction d ON d.open_loan_item_id = l.id
     WHERE l.borrower_id = ${borrowerId} ORDER BY d.requested_at DESC, d.id DESC LIMIT 1)
    UNION ALL
    (SELECT p.amount, p.posted_at AS at, 0 AS pending
     FROM loan_item l JOIN payment p ON p.loan_item_id = l.id
     WHERE l.borrower_id = ${borrowerId} AND p.type = 'PAYMENT'
       AND p.posted_at > ${new Date(now.getTime() - PAYMENT_IN_FLIGHT_MS)}
     ORDER BY p.posted_at DESC, p.id DESC LIMIT 1)`;
}
