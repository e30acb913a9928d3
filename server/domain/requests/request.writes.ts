import type { CallResult } from '../../../contract/codes.js';
import type { ComplianceRule } from '../../../contract/contact/contact-compliance.js';
import { DECIDE_HOURS, type RequestKind } from '../../../contract/cases/requests.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';

/** How long a case is left alone before its leader has decided. */
const HOLD_MS = DECIDE_HOURS * 3_600_000;

const KINDS: Partial<Record<CallResult, RequestKind>> = { NOCLCT: 'HOLD', FRAUD: 'FRAUD' };

export function kindOf(result: CallResult): RequestKind | null {
  return KINDS[result] ?? null;
}

export function openRequestOf(caseId: number, kind: RequestKind): Statement {
  return sql`SELECT id FROM leader_request WHERE case_id = ${caseId} AND status = 'OPEN' AND kind = ${kind}`;
}

/** The content of a request, besides its kind. */
export type Wish = { amount: number; dueDate: string } | { rules: ComplianceRule[] };

interface NewRequest {
  /** The record's, of one that came with a record. */
  id: number;
  kind: RequestKind;
  caseId: number;
  borrowerId: number;
  institutionId: number;
  groupId: number | null;
  by: number;
  /** Sealed; a record has its own. */
  note?: Buffer;
  wish?: Wish;
}

/** Part of a command that has the case locked: one open request of a kind per case. */
export function openRequest(tx: Tx, request: NewRequest): void {
  const { id: requestId, kind, caseId, institutionId, groupId, by, note, wish } = request;
  const promise = wish && 'amount' in wish ? wish : undefined;
  const rules = wish && 'rules' in wish ? wish.rules.join() : undefined;
  tx.write(sql`
    INSERT INTO leader_request
      (id, kind, case_id, requested_by, opened_at, note_enc, promise_amount, promise_date, rules)
    VALUES (${requestId}, ${kind}, ${caseId}, ${by}, ${tx.now}, ${note}, ${promise?.amount}, ${promise?.dueDate},
      ${rules})`);
  tx.emit('request.opened', { caseId, requestId, institutionId, groupId, requestedBy: by, kind, ...wish });
  if (kind === 'HOLD') holdForNow(tx, request);
}

function holdForNow(tx: Tx, { id, caseId, borrowerId, by }: NewRequest): void {
  const until = new Date(tx.now.getTime() + HOLD_MS);
  tx.write(sql`
    INSERT INTO contact_hold (borrower_id, kind, case_id, request_id, placed_by, placed_at, until_at)
    VALUES (${borrowerId}, 'NO_CONTACT', ${caseId}, ${id}, ${by}, ${tx.now}, ${until})`);
  tx.write(sql`
    UPDATE collection_case SET contact_from = GREATEST(contact_from, ${until}) WHERE borrower_id = ${borrowerId}`);
  tx.emit('contact.held', { caseId, borrowerId, contactId: null, kind: 'NO_CONTACT' });
}
