import type { CaseStatus, PromiseStatus } from '../../../contract/codes.js';
import type { DayCaseRow } from '../score-cards/score-card.rules.js';
import type { ExtensionState } from '../extensions/extension.rules.js';
import { paysAtTillAfter, type CodeState } from '../repayment-codes/repayment-code.sql.js';
import type { PlanRowState } from '../loans/due.rules.js';
import { list, nothing, sql, type Statement } from '../../platform/db/sql.js';
import type { ReceivableState } from '../receivables/receivable.writes.js';
import type { RefundOfItem } from '../refunds/refund.sql.js';
import type { PostedMoney } from './taking-back.rules.js';

/** A loan item with the case that its money goes to: the open one, else that of a payment taken back, else the newest. */
export interface LedgerState {
  loanItemId: number;
  institutionId: number;
  disbursedAt: Date;
  caseId: number | null;
  status: CaseStatus | null;
  /** The long-aging case in which it ended. */
  mergedInto: number | null;
  ownerId: number | null;
  movedAt: Date | null;
  settledBy: number | null;
  amountDue: number | null;
  ownerEnabled: number | null;
}

export interface PromiseState {
  id: number;
  caseId: number;
  caseStatus: CaseStatus;
  collectorId: number;
  amount: number;
  dueDate: string;
  createdAt: Date;
  deadlineAt: Date;
  status: PromiseStatus;
  paid: number;
  version: number;
  /** The borrower may still pay at a till when its day is over: it has one day more. */
  payableAtTill: number;
}

/** A row of a loan item that shared a long-aging case with the one whose money is taken back, and stands alone by now. */
export interface PartedRow extends PlanRowState {
  other: number;
  /** The item's open or withdrawn case, and its amount. */
  caseId: number | null;
  amountDue: number | null;
}

export interface PostedPayment extends PostedMoney {
  type: 'PAYMENT' | 'REVERSAL';
  loanItemId: number;
  caseId: number | null;
  amount: number;
  reversedAmount: number;
  towardsDue: number;
  prepaid: number;
  creditedTo: number | null;
  valueAt: Date;
}

/** All that one payment is judged by, read in one round trip with the loan item and its case locked. */
export interface Ledger {
  state: LedgerState;
  plan: PlanRowState[];
  promises: PromiseState[];
  days: DayCaseRow[];
  /** The repayment code that it was paid by. */
  code: CodeState | null;
  /** It was asked for by a code or a deduction of this long-aging case, not for one loan item of it. */
  wholeCase: boolean;
  /** A simulator reported it. */
  simulated: boolean;
  /** The extension whose fee that code collects, or whose fee is taken back. */
  extension: ExtensionState | null;
  receivables: ReceivableState[];
  /** The loan item's, read for a reversal alone: all that was posted, in order, its refunds, and the rows of others that it had paid. */
  posted: PostedMoney[];
  refunds: RefundOfItem[];
  parted: PartedRow[];
}

/** Which loan item a message is about: by the lender's number, or by the payment that it reverses. */
export type LoanItemKey = { externalId: string } | { reference: string };

export function loanItems(key: LoanItemKey): Statement {
  return 'externalId' in key
    ? sql`li.external_id = ${key.externalId}`
    : sql`li.id = (SELECT loan_item_id FROM payment WHERE provider_reference = ${key.reference})`;
}

/** The case of a loan item: its own, or the long-aging case that another item of the borrower leads. */
const OF_ITEM = sql`c.loan_item_id = COALESCE(li.lead_item_id, li.id)`;

/** Locks the loan item and its cases: all money of one loan item is posted one after another. */
export function lockLedger(key: LoanItemKey, within?: readonly number[]): Statement {
  const scope = within === undefined ? nothing : sql` AND li.institution_id IN ${list(within)}`;
  return sql`
    SELECT li.id AS loanItemId, li.institution_id AS institutionId, li.disbursed_at AS disbursedAt, c.id AS caseId, c.status,
      c.merged_into AS mergedInto, c.owner_id AS ownerId, c.moved_at AS movedAt,
      c.settled_by AS settledBy, c.amount_due AS amountDue,
      (SELECT u.enabled FROM user u WHERE u.id = c.owner_id) AS ownerEnabled
    FROM loan_item li LEFT JOIN collection_case c ON ${OF_ITEM}
    WHERE ${loanItems(key)}${scope}
    ORDER BY c.open_loan_item_id IS NOT NULL DESC${takenBackFrom(key)}, c.id DESC LIMIT 1 FOR UPDATE`;
}

function takenBackFrom(key: LoanItemKey): Statement {
  return 'reference' in key ? sql`, c.id = (${caseOfPayment(key.reference)}) DESC` : nothing;
}

function caseOfPayment(reference: string): Statement {
  return sql`SELECT case_id FROM payment WHERE provider_reference = ${reference}`;
}

const PLAN_ROW = sql`
  pr.period, pr.due_date AS dueDate, pr.principal, pr.interest, pr.penalty, pr.iva, pr.paid, pr.claimed`;

/** The item's plan, and those of the other items when a long-aging case holds it. */
export function planOf(key: LoanItemKey): Statement {
  const items = loanItems(key);
  return sql`
    SELECT ${PLAN_ROW}, NULL AS other
    FROM loan_item li JOIN plan_row pr ON pr.loan_item_id = li.id WHERE ${items}
    UNION ALL SELECT ${PLAN_ROW}, o.id AS other
    FROM loan_item li JOIN loan_item o ON o.lead_item_id = COALESCE(li.lead_item_id, li.id) AND o.id <> li.id
      JOIN plan_row pr ON pr.loan_item_id = o.id WHERE ${items}
    UNION ALL SELECT ${PLAN_ROW}, o.id AS other
    FROM loan_item li JOIN loan_item o ON o.id = li.lead_item_id JOIN plan_row pr ON pr.loan_item_id = o.id
    WHERE ${items}
    ORDER BY other, period`;
}

/** All rows of the items that the loan item's payments have paid and that share no case with it any more, locked. */
export function partedRows(key: LoanItemKey): Statement {
  // MySQL locks no JSON_TABLE: the items are found in a table of their own.
  return sql`
    SELECT pr.period, pr.due_date AS dueDate, pr.principal, pr.interest, pr.penalty, pr.iva, pr.paid, pr.claimed,
      o.id AS other, c.id AS caseId, c.amount_due AS amountDue
    FROM (
      SELECT DISTINCT part.other, COALESCE(li.lead_item_id, li.id) AS lead_id
      FROM loan_item li STRAIGHT_JOIN payment p ON p.loan_item_id = li.id
        STRAIGHT_JOIN JSON_TABLE(p.spread, '$[*]' COLUMNS (other BIGINT PATH '$[2]')) part
      WHERE ${loanItems(key)} AND part.other IS NOT NULL
    ) paid STRAIGHT_JOIN loan_item o ON o.id = paid.other AND COALESCE(o.lead_item_id, o.id) <> paid.lead_id
      STRAIGHT_JOIN plan_row pr ON pr.loan_item_id = o.id
      LEFT JOIN collection_case c ON c.open_loan_item_id = COALESCE(o.lead_item_id, o.id)
    ORDER BY o.id, pr.period FOR UPDATE`;
}

const PROMISE = sql`
  p.id, p.case_id AS caseId, p.collector_id AS collectorId, p.amount, p.due_date AS dueDate,
  p.created_at AS createdAt, p.deadline_at AS deadlineAt, p.status, p.paid, p.version, c.status AS caseStatus,
  EXISTS (SELECT 1 FROM repayment_code r
    WHERE r.case_id = p.case_id AND ${paysAtTillAfter(sql`p.deadline_at`)}) AS payableAtTill`;

/** Promises of the paid case; for a reversal those of the case it was posted to, or of the one which that joined. */
export function promisesOf(key: LoanItemKey): Statement {
  const judged = sql`p.status IN ('OPEN', 'KEPT', 'PARTIAL', 'BROKEN')`;
  if ('reference' in key) {
    const paid = caseOfPayment(key.reference);
    return sql`
      SELECT ${PROMISE} FROM collection_case c JOIN promise p ON p.case_id = c.id
      WHERE c.id IN ((${paid}), (SELECT m.merged_into FROM collection_case m WHERE m.id = (${paid}))) AND ${judged}
      ORDER BY p.id`;
  }
  return sql`
    SELECT ${PROMISE}
    FROM loan_item li JOIN collection_case c ON ${OF_ITEM} JOIN promise p ON p.case_id = c.id
    WHERE ${loanItems(key)} AND ${judged}
      AND c.id = (SELECT paid.id FROM collection_case paid WHERE paid.loan_item_id = COALESCE(li.lead_item_id, li.id)
        ORDER BY paid.open_loan_item_id IS NOT NULL DESC, paid.id DESC LIMIT 1)
    ORDER BY p.id`;
}

/** The day's rows of the case of every collector: the owner, the taker of a promise, a former owner. */
export function dayCasesOf(key: LoanItemKey, day: string): Statement {
  return sql`
    SELECT d.collector_id AS collectorId, d.case_id AS caseId, d.amount, d.share, d.in_base AS inBase, d.acted, d.paid, d.settled
    FROM loan_item li JOIN collection_case c ON ${OF_ITEM}
    JOIN collector_day_case d ON d.case_id = c.id AND d.day = ${day}
    WHERE ${loanItems(key)}`;
}

export function postedOf(key: LoanItemKey): Statement {
  return sql`
    SELECT p.id, p.original_id AS originalId, p.spread, p.fee, p.receivable
    FROM loan_item li JOIN payment p ON p.loan_item_id = li.id WHERE ${loanItems(key)} ORDER BY p.id`;
}

export function postedPayment(reference: string): Statement {
  return sql`
    SELECT id, type, loan_item_id AS loanItemId, case_id AS caseId, original_id AS originalId, amount,
      reversed_amount AS reversedAmount, towards_due AS towardsDue, prepaid, credited_to AS creditedTo, value_at AS valueAt, spread,
      fee, receivable
    FROM payment WHERE provider_reference = ${reference}`;
}
