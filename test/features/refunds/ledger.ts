import { sql } from '../../../server/platform/db/sql.js';
import type { TestCase } from '../../support/cases.js';
import type { Api } from '../../support/stack.js';

/** All money of a loan item, centavos, and whether it is all accounted for. */
export interface Money {
  /** Payments less reversals. */
  received: number;
  rows: number;
  fees: number;
  /** Open or rejected refunds: held with the loan. */
  held: number;
  paidOut: number;
  /** Owed back and closed by no payment, written off or not. */
  receivable: number;
  balanced: boolean;
}

export async function moneyOf(api: Api, { loanItemId }: TestCase): Promise<Money> {
  const of = sql`WHERE loan_item_id = ${loanItemId}`;
  const [sums] = await api.rows<Omit<Money, 'balanced'>>(sql`
    SELECT (SELECT COALESCE(SUM(IF(type = 'PAYMENT', amount, -amount)), 0) FROM payment ${of}) AS received,
      (SELECT COALESCE(SUM(paid), 0) FROM plan_row ${of}) AS rows_,
      (SELECT COALESCE(SUM(IF(type = 'PAYMENT', fee, -fee)), 0) FROM payment ${of}) AS fees,
      (SELECT COALESCE(SUM(amount), 0) FROM refund ${of} AND status IN ('OPEN', 'REJECTED')) AS held,
      (SELECT COALESCE(SUM(amount), 0) FROM refund ${of} AND status = 'COMPLETED') AS paidOut,
      (SELECT COALESCE(SUM(amount - paid), 0) FROM receivable ${of}) AS receivable`);
  const { rows_, ...rest } = Object.fromEntries(
    Object.entries(sums!).map(([name, value]) => [name, Number(value)]),
  ) as Record<keyof Money | 'rows_', number>;
  const { received, fees, held, paidOut, receivable } = rest;
  const parts = rows_ + fees + held + paidOut - receivable;
  return { received, rows: rows_, fees, held, paidOut, receivable, balanced: received === parts };
}
