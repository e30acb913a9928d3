import { LOAN_STATUSES } from '../../../contract/codes.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { ENDED_CASES_PART } from '../repayment-codes/ended-cases.sql.js';
import type { ExtensionState } from './extension.rules.js';

const COLUMNS: Statement = {
  text: `x.id, x.case_id AS caseId, x.status, x.fee, x.days, x.expires_at AS expiresAt, x.shift_days AS shiftDays`,
  params: [],
};

/** The extension whose fee a code collects. Read it with its case locked. */
export function lockExtensionByReference(referenceHashes: readonly Buffer[]): Statement {
  return sql`
    SELECT ${COLUMNS} FROM extension x
    WHERE x.id = (SELECT extension_id FROM repayment_code WHERE reference_hash IN ${list(referenceHashes)} LIMIT 1)
    FOR UPDATE`;
}

/** The extension that a payment was the fee of. */
export function lockExtensionByPayment(reference: string): Statement {
  return sql`
    SELECT ${COLUMNS} FROM extension x
    WHERE x.payment_id = (SELECT id FROM payment WHERE provider_reference = ${reference}) FOR UPDATE`;
}

export function lockExtension(id: number): Statement {
  return sql`SELECT ${COLUMNS} FROM extension x WHERE x.id = ${id} FOR UPDATE`;
}

export function waitingExtensionOf(caseId: number): Statement {
  return sql`SELECT ${COLUMNS} FROM extension x WHERE x.case_id = ${caseId} AND x.status = 'REQUESTED' FOR UPDATE`;
}

export function expiredExtensions(now: Date, size: number): Statement {
  return sql`
    SELECT x.id FROM extension x WHERE x.status = 'REQUESTED' AND x.expires_at <= ${now}
    ORDER BY x.expires_at LIMIT ${size}`;
}

/** For `EndedCases`. */
export function casesWithWaitingExtensions(after: number): Statement {
  return sql`
    SELECT c.id AS caseId, c.is_open AS isOpen
    FROM (SELECT DISTINCT x.waiting_case_id FROM extension x
      WHERE x.waiting_case_id > ${after} ORDER BY x.waiting_case_id LIMIT ${ENDED_CASES_PART}) part
    STRAIGHT_JOIN collection_case c ON c.id = part.waiting_case_id ORDER BY c.id`;
}

interface Applied {
  loanItemId: number;
  paymentId: number;
  shiftDays: number;
  newDueDate: string;
}

/** Moves what is unpaid of the plan. Write it after the payment's own part of the plan. */
export function applyExtension(tx: Tx, offer: ExtensionState, applied: Applied): void {
  const { loanItemId, paymentId, shiftDays, newDueDate } = applied;
  const { id, caseId, fee, days } = offer;
  shiftPlan(tx, loanItemId, shiftDays);
  tx.write(sql`
    UPDATE loan_item SET loan_status = ${LOAN_STATUSES.NOT_SETTLED}, accelerated_on = NULL WHERE id = ${loanItemId}`);
  tx.write(sql`
    UPDATE extension SET status = 'APPLIED', applied_at = ${tx.now}, payment_id = ${paymentId},
      shift_days = ${shiftDays}, new_due_date = ${newDueDate}
    WHERE id = ${id}`);
  tx.emit('extension.applied', { caseId, extensionId: id, fee, days, paymentId, newDueDate });
}

/** The fee was taken back: while no case has followed, the plan is due again as it was, and the night finds it. */
export function revokeExtension(
  tx: Tx,
  extension: ExtensionState,
  { caseId, loanItemId }: { caseId: number | null; loanItemId: number },
): void {
  if (caseId === extension.caseId) {
    const shift = extension.shiftDays ?? 0;
    shiftPlan(tx, loanItemId, -shift);
    tx.write(sql`
      UPDATE extension SET new_due_date = new_due_date - INTERVAL ${shift} DAY WHERE id = ${extension.id}`);
  }
  endExtension(tx, extension, 'REVOKED');
}

export function endExtension(
  tx: Tx,
  { id, caseId, fee, days }: ExtensionState,
  status: 'CANCELLED' | 'EXPIRED' | 'REVOKED',
): void {
  tx.write(sql`UPDATE extension SET status = ${status} WHERE id = ${id}`);
  tx.emit('extension.ended', { caseId, extensionId: id, fee, days, status });
}

/** Moved rows fall due anew. */
function shiftPlan(tx: Tx, loanItemId: number, days: number): void {
  tx.write(sql`
    UPDATE plan_row SET due_date = due_date + INTERVAL ${days} DAY, claimed = 0
    WHERE loan_item_id = ${loanItemId} AND paid < principal + interest + penalty + iva`);
}
