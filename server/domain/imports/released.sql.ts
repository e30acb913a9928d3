import { sql, type Statement } from '../../platform/db/sql.js';

/** A condition: nobody has released the import that brought the loan item, so its case is neither handed out nor contacted. */
export function isUnreleased(loanItemId: Statement): Statement {
  return sql`EXISTS (
    SELECT 1 FROM loan_item brought JOIN import_run brings ON brings.id = brought.import_id
    WHERE brought.id = ${loanItemId} AND brings.release_state <> 'RELEASED')`;
}
