import { OVERRIDE_HOURS, type ComplianceRule } from '../../../../contract/contact/contact-compliance.js';
import { rowsOf, sql } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';

interface Override {
  /** One for each rule. */
  ids: readonly number[];
  borrowerId: number;
  caseId: number;
  rules: readonly ComplianceRule[];
  /** Sealed. */
  reason: Buffer;
  /** Null: a leader's own idea. */
  request: { id: number; requestedBy: number } | null;
}

/** With the borrower locked. His freedom is the caller's to save. @returns until when the rules are set aside */
export function setAside(tx: Tx, override: Override): string {
  const { ids, borrowerId, caseId, rules, reason, request } = override;
  const until = new Date(tx.now.getTime() + OVERRIDE_HOURS * 3_600_000);
  const rows = rules.map((rule, index) => [
    ids[index], borrowerId, caseId, rule, reason, tx.actor.userId, tx.now, until, request?.id,
  ]); // prettier-ignore
  tx.write(sql`
    INSERT INTO contact_override
      (id, borrower_id, case_id, rule, reason_enc, granted_by, granted_at, until_at, request_id)
    VALUES ${rowsOf(rows)}`);
  tx.emit('contact.overridden', {
    caseId,
    borrowerId,
    rules: [...rules],
    until: until.toISOString(),
    ...(request && { requestedBy: request.requestedBy }),
  });
  return until.toISOString();
}
