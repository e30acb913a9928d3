import type { CaseStatus } from '../../../contract/codes.js';
import type { RefundState } from '../../../contract/money/refunds.js';
import { sql, type Statement } from '../../platform/db/sql.js';

/** The state that a case `c` had before its refunds. */
export const STATE_BEFORE = sql`COALESCE((SELECT b.status_before FROM refund b
  WHERE b.case_id = c.id AND b.status_before <> 'C50' ORDER BY b.opened_at DESC, b.id DESC LIMIT 1), 'C31')`;

/** A refund of the loan item, whoever's payment it came from. */
export interface HeldRefund {
  id: number;
  paymentId: number;
  status: RefundState;
  /** The rest of it: to be paid out, or paid out. */
  amount: number;
  /** The part of what was paid out that reversals have taken back. */
  owedBack: number;
}

/** A refund of a loan item whose money is taken back, with its case. */
export interface RefundOfItem extends HeldRefund {
  caseId: number;
  caseStatus: CaseStatus;
  institutionId: number;
  stateBefore: CaseStatus;
  /** Open refunds of the case for other loan items. */
  othersOpen: number;
}

/** @param items a condition on loan items `li`, which are locked */
export function refundsOf(items: Statement): Statement {
  return sql`
    SELECT r.id, r.payment_id AS paymentId, r.status, r.amount, r.case_id AS caseId, c.status AS caseStatus,
      li.institution_id AS institutionId, ${STATE_BEFORE} AS stateBefore,
      COALESCE((SELECT v.amount FROM receivable v WHERE v.refund_id = r.id), 0) AS owedBack,
      (SELECT COUNT(*) FROM refund o
        WHERE o.case_id = r.case_id AND o.status = 'OPEN' AND o.loan_item_id <> r.loan_item_id) AS othersOpen
    FROM loan_item li JOIN refund r ON r.loan_item_id = li.id JOIN collection_case c ON c.id = r.case_id
    WHERE ${items} ORDER BY r.id FOR UPDATE`;
}
