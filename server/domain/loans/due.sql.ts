import { startOfBusinessDay } from '../../../contract/shared/date.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { termsOn } from '../products/product-terms.sql.js';

const UNPAID = sql`GREATEST(0, p.principal + p.interest + p.penalty + p.iva - p.paid)`;

/** Sum that rows `p` of plans claim together, centavos; 0 for none. */
export const CLAIMED_SUM = sql`CAST(COALESCE(SUM(IF(p.claimed = 1, ${UNPAID}, 0)), 0) AS SIGNED)`;

/** A row that comes into the amount of its case: its day has come, or its loan is accelerated. */
export interface FallingRow {
  caseId: number;
  loanItemId: number;
  period: number;
  dueDate: string;
  unpaid: number;
}

/**
 * The rows that fall due on `day` or fell due before and are in no case's amount; and of a loan whose product accelerates,
 * all others too once its oldest unpaid row is so many days past due. What comes in or changes during a day accelerates at
 * the next 00:00.
 *
 * @param cases a condition on cases `c`, which are locked
 */
export function fallingRows(cases: Statement, day: string): Statement {
  const rows = (item: Statement) => sql`
    SELECT c.id AS caseId, p.loan_item_id AS loanItemId, p.period, p.due_date AS dueDate, ${UNPAID} AS unpaid
    FROM collection_case c STRAIGHT_JOIN loan_item i ON ${item}
      STRAIGHT_JOIN plan_row p ON p.loan_item_id = i.id AND p.falls_due_on IS NOT NULL
      LEFT JOIN product_terms t ON t.id = ${termsOn(day)} AND c.opened_at < ${startOfBusinessDay(day)}
    WHERE ${cases} AND NOT EXISTS (SELECT 1 FROM case_to_restate old WHERE old.case_id = c.id)
      AND (p.due_date <= ${day} OR (t.after_days IS NOT NULL AND t.after_days <= DATEDIFF(${day},
      (SELECT MIN(o.due_date) FROM plan_row o
       WHERE o.loan_item_id = i.id AND o.paid < o.principal + o.interest + o.penalty + o.iva))))`;
  return sql`
    ${rows(sql`i.id = c.loan_item_id`)}
    UNION ALL ${rows(sql`i.lead_item_id = c.loan_item_id`)}
    ORDER BY caseId, dueDate, loanItemId, period`;
}
