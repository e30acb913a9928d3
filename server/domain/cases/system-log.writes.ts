import { sql, valuesOf } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

const LABELS = { STLD: null, BP: 'CR80', PTRPD: 'CR50' } as const;

/**
 * The system's own lines in the collection log: settled, promise broken, or repaid in part with a balance left.
 *
 * @param lines each an id of no other log line (a fresh one, or that of the payment which the line is about) and its case
 */
export function logBySystem(
  tx: Tx,
  result: keyof typeof LABELS,
  lines: readonly (readonly [id: number, caseId: number])[],
): void {
  tx.write(sql`
    INSERT INTO collection_log (id, case_id, borrower_id, type, result_group, result, collection_result, at)
    SELECT line.id, c.id, c.borrower_id, '00', 'VERIFY', ${result}, ${LABELS[result]}, ${tx.now}
    FROM (${valuesOf(['id', 'case_id'], lines)}) line JOIN collection_case c ON c.id = line.case_id`);
}
