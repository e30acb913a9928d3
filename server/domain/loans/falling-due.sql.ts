import { LOAN_STATUSES, type CaseStatus } from '../../../contract/codes.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { termsOn } from '../products/product-terms.sql.js';

/** A loan item as its next case begins. */
export interface ItemToOpen {
  loanItemId: number;
  loanNo: string;
  appName: string;
  institutionId: number;
  queueId: number;
  /** The queue's: a long-aging case holds all overdue items of its borrower. */
  kind: string;
  borrowerId: number;
  borrowerName: string;
  phoneMask: string;
  state: string | null;
  municipality: string | null;
}

export interface NewestCase {
  loanItemId: number;
  id: number;
  status: CaseStatus;
  mergedInto: number | null;
  /** It is open or withdrawn: what falls due comes into it. */
  isCurrent: number;
}

/** The due dates that have come and on which something is claimed by no case. */
export function daysWaiting(today: string): Statement {
  return sql`
    SELECT DISTINCT p.falls_due_on AS day FROM plan_row p WHERE p.falls_due_on <= ${today} ORDER BY p.falls_due_on`;
}

/** The loan items of such rows, with the case that they come into. */
export function waitingOn(day: string, after: number, size: number): Statement {
  return sql`
    SELECT i.id, c.id AS caseId
    FROM (SELECT DISTINCT p.loan_item_id AS id FROM plan_row p
      WHERE p.falls_due_on = ${day} AND p.loan_item_id > ${after} ORDER BY p.loan_item_id LIMIT ${size}) w
    STRAIGHT_JOIN loan_item i ON i.id = w.id
    LEFT JOIN collection_case c ON c.open_loan_item_id = COALESCE(i.lead_item_id, i.id)
    ORDER BY i.id`;
}

/** Open cases with a loan item whose product accelerates, old enough, and something of it that is not due yet. */
export function acceleratingAfter(last: number, today: string, size: number): Statement {
  const accelerates = sql`
    SELECT 1 FROM loan_item i STRAIGHT_JOIN product_terms t ON t.id = ${termsOn(today)}
    WHERE c.due_date <= ${today} - INTERVAL t.after_days DAY
      AND EXISTS (SELECT 1 FROM plan_row p WHERE p.loan_item_id = i.id AND p.falls_due_on IS NOT NULL)`;
  return sql`
    SELECT c.id FROM collection_case c
    WHERE c.id > ${last} AND c.open_loan_item_id IS NOT NULL AND (EXISTS (${accelerates} AND i.id = c.loan_item_id)
      OR (c.kind = 'LONG_AGING' AND EXISTS (${accelerates} AND i.lead_item_id = c.loan_item_id)))
    ORDER BY c.id LIMIT ${size}`;
}

/** Locks the loan items, as payments do before their cases. */
export function lockItems(ids: readonly number[]): Statement {
  return sql`SELECT i.id FROM loan_item i WHERE i.id IN ${list(ids)} ORDER BY i.id FOR UPDATE`;
}

export function itemsToOpen(ids: readonly number[]): Statement {
  return sql`
    SELECT i.id AS loanItemId, i.external_id AS loanNo, i.app_name AS appName, i.institution_id AS institutionId,
      q.id AS queueId, q.kind, b.id AS borrowerId, b.name AS borrowerName, b.phone_mask AS phoneMask, b.state,
      b.municipality
    FROM loan_item i JOIN queue q ON q.id = i.queue_id JOIN borrower b ON b.id = i.borrower_id
    WHERE i.id IN ${list(ids)} ORDER BY i.id`;
}

/** The newest case of each item, its own or that of the item which leads it; an item without one is missing. */
export function newestCases(ids: readonly number[]): Statement {
  return sql`
    SELECT i.id AS loanItemId, c.id, c.status, c.merged_into AS mergedInto,
      c.open_loan_item_id IS NOT NULL AS isCurrent
    FROM loan_item i JOIN collection_case c ON c.id = (
      SELECT n.id FROM collection_case n WHERE n.loan_item_id = COALESCE(i.lead_item_id, i.id)
      ORDER BY n.open_loan_item_id IS NOT NULL DESC, n.id DESC LIMIT 1)
    WHERE i.id IN ${list(ids)} FOR UPDATE`;
}

export function setOverdue(loanItemIds: readonly number[]): Statement {
  return sql`
    UPDATE loan_item SET loan_status = ${LOAN_STATUSES.OVERDUE}, version = version + 1
    WHERE id IN ${list(loanItemIds)} AND loan_status <> ${LOAN_STATUSES.OVERDUE}`;
}

/** Rows that fall due after the last case was closed are claimed by nobody, and not looked for again. */
export function passOver(loanItemIds: readonly number[], today: string): Statement {
  return sql`
    UPDATE plan_row SET claimed = 1 WHERE loan_item_id IN ${list(loanItemIds)} AND due_date <= ${today}`;
}

export function plansOf(ids: readonly number[]): Statement {
  return sql`
    SELECT p.loan_item_id AS loanItemId, p.period, p.due_date AS dueDate, p.principal, p.interest, p.penalty, p.iva,
      p.paid, p.claimed
    FROM plan_row p WHERE p.loan_item_id IN ${list(ids)}`;
}
