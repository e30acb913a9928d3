import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

/** The case that holds a borrower's loan items, known or about to be opened. */
export interface Lead {
  caseId: number;
  loanItemId: number;
  amountDue: number;
}

/** Lock the borrower before looking for the long-aging case, so that two commands at once find the same one. */
export function lockBorrowers(borrowers: Statement): Statement {
  return sql`SELECT id FROM borrower WHERE id IN ${borrowers} ORDER BY id FOR UPDATE`;
}

/** Another loan item comes into the case; `lead` is brought up to date, so that several may follow each other. */
export function joinLead(
  tx: Tx,
  lead: Lead,
  { loanItemId, amountDue, dueDate }: { loanItemId: number; amountDue: number; dueDate: string },
): void {
  const { caseId } = lead;
  lead.amountDue += amountDue;
  tx.write(sql`
    UPDATE loan_item SET lead_item_id = ${lead.loanItemId}, version = version + 1 WHERE id = ${loanItemId}`);
  tx.write(sql`
    UPDATE collection_case SET amount_due = amount_due + ${amountDue}, due_date = LEAST(due_date, ${dueDate}),
      version = version + 1
    WHERE id = ${caseId}`);
  tx.emit('case.extended', { caseId, loanItemId, addedAmount: amountDue, amount: lead.amountDue });
}
