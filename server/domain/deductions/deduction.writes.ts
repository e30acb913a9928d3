import { PAY_LOG_STATUSES } from '../../../contract/codes.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

export interface LoanFacts {
  card: string | null;
  pending: number;
}
interface NewDeduction {
  id: number;
  /** Null: the system, on the promise's day. */
  requestedBy: number | null;
  promiseId: number | null;
  /** Centavos. */
  amount: number;
  whole: boolean;
}

export function loanFacts(caseId: number): Statement {
  return sql`
    SELECT l.card_mask AS card,
      (SELECT COUNT(*) FROM deduction d WHERE d.open_loan_item_id = l.id) AS pending
    FROM collection_case c JOIN loan_item l ON l.id = c.loan_item_id WHERE c.id = ${caseId}`;
}

export function insertDeduction(
  tx: Tx,
  { id, requestedBy, promiseId, amount, whole }: NewDeduction,
  { id: caseId, loanItemId }: { id: number; loanItemId: number },
): void {
  tx.write(sql`
    INSERT INTO deduction (id, case_id, loan_item_id, amount, whole, status, requested_by, promise_id, requested_at)
    VALUES (${id}, ${caseId}, ${loanItemId}, ${amount}, ${whole}, ${PAY_LOG_STATUSES.INITIALISED}, ${requestedBy},
      ${promiseId}, ${tx.now})`);
  tx.emit('deduction.requested', { caseId, deductionId: id, amount, requestedBy, whole });
}
