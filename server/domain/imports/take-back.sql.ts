import { list, sql, type Statement } from '../../platform/db/sql.js';

/** Events of a case on which nobody has acted. */
const UNTOUCHED = list([
  'case.opened',
  'case.extended',
  'case.rowFellDue',
  'case.accrued',
  'case.turnedLongAging',
]);

/** Loan items of these that nothing has happened to, so that they can go without a trace in money or decisions. */
export function untouched(loanItemIds: readonly number[]): Statement {
  return sql`
    SELECT l.id, l.borrower_id AS borrowerId FROM loan_item l
    WHERE l.id IN ${list(loanItemIds)}
      AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.loan_item_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM receivable r WHERE r.loan_item_id = l.id)
      AND NOT EXISTS (SELECT 1 FROM loan_item led WHERE led.lead_item_id = l.id AND NOT led.import_id <=> l.import_id)
      AND NOT EXISTS (SELECT 1 FROM loan_item ahead WHERE ahead.id = l.lead_item_id AND NOT ahead.import_id <=> l.import_id)
      AND NOT EXISTS (SELECT 1 FROM collection_case c JOIN domain_event e ON e.case_id = c.id
        WHERE c.loan_item_id IN (l.id, COALESCE(l.lead_item_id, l.id)) AND e.name NOT IN ${UNTOUCHED})`;
}

/** Borrowers of these of whom nothing else is known than what a loan book says. */
export function ofNoOtherLoan(borrowerIds: readonly number[]): Statement {
  return sql`
    SELECT b.id FROM borrower b
    WHERE b.id IN ${list(borrowerIds)}
      AND NOT EXISTS (SELECT 1 FROM loan_item x WHERE x.borrower_id = b.id)
      AND NOT EXISTS (SELECT 1 FROM collection_case x WHERE x.borrower_id = b.id)
      AND NOT EXISTS (SELECT 1 FROM contact_hold x WHERE x.borrower_id = b.id)
      AND NOT EXISTS (SELECT 1 FROM contact_receipt x WHERE x.borrower_id = b.id)
      AND NOT EXISTS (SELECT 1 FROM borrower_picture x WHERE x.borrower_id = b.id)
      AND NOT EXISTS (SELECT 1 FROM identity_answer x WHERE x.borrower_id = b.id)`;
}
