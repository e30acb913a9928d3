import { list, sql, type Statement } from '../../platform/db/sql.js';

/** One contact that has a number, with an open case of its borrower. */
export interface Holder {
  caseId: number;
  borrowerId: number;
  contactId: number;
}
const MAX_HOLDERS = 200;

/** The borrowers who have a number now. What forbids the number goes by the number itself, also of later ones. */
export function holdersOf(phoneHashes: readonly Buffer[]): Statement {
  return sql`
    SELECT MIN(c.id) AS caseId, k.borrower_id AS borrowerId, k.id AS contactId
    FROM contact k JOIN collection_case c ON c.borrower_id = k.borrower_id AND c.is_open = 1
    WHERE k.phone_hash IN ${list(phoneHashes)} GROUP BY k.id, k.borrower_id ORDER BY k.id LIMIT ${MAX_HOLDERS}`;
}

/** Why the contact `k` is not to be contacted: its number is not its borrower's, or what was recorded of it. */
export const BLOCKED: Statement = sql`
  IF(EXISTS (SELECT 1 FROM stopped_number n WHERE n.phone_hash = k.phone_hash AND n.lifted_at IS NULL), 'WRONG', k.blocked)`;
