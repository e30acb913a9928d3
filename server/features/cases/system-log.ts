import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

const LABELS = { STLD: null, BP: 'CR80', PTRPD: 'CR50' } as const;

/**
 * The system's own line in the collection log: settled, promise broken, or repaid in part with a balance left.
 *
 * @param id of no other log line: a fresh one, or that of the payment which the line is about.
 */
export function logBySystem(tx: Tx, id: number, caseId: number, result: keyof typeof LABELS): void {
  tx.write(sql`
    INSERT INTO collection_log (id, case_id, borrower_id, type, result_group, result, collection_result, at)
    SELECT ${id}, c.id, c.borrower_id, '00', 'VERIFY', ${result}, ${LABELS[result]}, ${tx.now}
    FROM collection_case c WHERE c.id = ${caseId}`);
}
