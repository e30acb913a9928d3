import type { CallResult } from '../../../contract/codes.js';
import type { RequestKind } from '../../../contract/requests.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

/** How long a case is left alone before its leader has decided. */
const HOLD_MS = 24 * 3_600_000;

const KINDS: Partial<Record<CallResult, RequestKind>> = { NOCLCT: 'HOLD', FRAUD: 'FRAUD' };

export function kindOf(result: CallResult): RequestKind | null {
  return KINDS[result] ?? null;
}

export function openRequestOf(caseId: number, kind: RequestKind): Statement {
  return sql`SELECT id FROM leader_request WHERE case_id = ${caseId} AND status = 'OPEN' AND kind = ${kind}`;
}

interface NewRequest {
  id: number;
  borrowerId: number;
  institutionId: number;
  recordId: number;
  by: number;
  kind: RequestKind;
}

/** Part of the command that records the result, with the case locked: one open request of a kind per case. */
export function openRequest(tx: Tx, request: NewRequest): void {
  const { id: caseId, borrowerId, institutionId, recordId, by, kind } = request;
  tx.write(sql`
    INSERT INTO leader_request (id, kind, case_id, requested_by, opened_at)
    VALUES (${recordId}, ${kind}, ${caseId}, ${by}, ${tx.now})`);
  tx.emit('request.opened', { caseId, requestId: recordId, institutionId, kind });
  if (kind !== 'HOLD') return;
  const until = new Date(tx.now.getTime() + HOLD_MS);
  tx.write(sql`
    INSERT INTO contact_hold (borrower_id, kind, case_id, request_id, placed_by, placed_at, until_at)
    VALUES (${borrowerId}, 'NO_CONTACT', ${caseId}, ${recordId}, ${by}, ${tx.now}, ${until})`);
  tx.write(sql`
    UPDATE collection_case SET contact_from = GREATEST(contact_from, ${until}) WHERE borrower_id = ${borrowerId}`);
  tx.emit('contact.held', { caseId, borrowerId, contactId: null, kind: 'NO_CONTACT' });
}
