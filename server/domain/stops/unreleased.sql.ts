import { sql } from '../../platform/db/sql.js';

/**
 * A condition on collection_case `c`: nobody has released the import that brought its loan, so it is neither handed out nor
 * contacted.
 */
export const UNRELEASED = sql`EXISTS (
  SELECT 1 FROM loan_item brought JOIN import_run brings ON brings.id = brought.import_id
  WHERE brought.id = c.loan_item_id AND brings.release_state <> 'RELEASED')`;
