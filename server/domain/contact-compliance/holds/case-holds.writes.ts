import { list, sql } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import type { HoldKind } from '../../../../contract/contact/contact-compliance.js';
import { NEVER } from '../decide/compliance.rules.js';

/** Why a case left work, as the borrower's hold on all of his cases; the other reasons concern the case alone. */
const HOLD_OF_REASON: Record<string, HoldKind> = {
  COMPLAINT: 'COMPLAINT',
  DISPUTE: 'DISPUTE',
  LEGAL: 'LEGAL',
  DECEASED: 'DECEASED',
};

/** Whether cases that leave work for this reason hold their borrowers: their command shuts the gate first. */
export function holdsContact(reason: string | null): boolean {
  return (reason ?? '') in HOLD_OF_REASON;
}

/** Part of the command that withdraws or closes the cases. */
export function holdWithCases(tx: Tx, caseIds: readonly number[], reason: string | null): void {
  const kind = HOLD_OF_REASON[reason ?? ''];
  if (!kind) return;
  tx.write(sql`
    INSERT INTO contact_hold (borrower_id, kind, case_id, moved_case_id, placed_by, placed_at)
    SELECT c.borrower_id, ${kind}, c.id, c.id, ${tx.actor.userId}, ${tx.now} FROM collection_case c
    WHERE c.id IN ${list(caseIds)}`);
  tx.write(sql`
    UPDATE collection_case c JOIN contact_hold h ON h.borrower_id = c.borrower_id
    SET c.contact_from = ${NEVER} WHERE h.moved_case_id IN ${list(caseIds)} AND h.lifted_at IS NULL`);
}

/** Part of the command that reinstates the cases: what came with their withdrawal goes with it. */
export function liftWithCases(tx: Tx, caseIds: readonly number[]): void {
  tx.write(sql`
    UPDATE collection_case c JOIN contact_hold h ON h.borrower_id = c.borrower_id
    SET c.contact_from = ${tx.now}
    WHERE h.moved_case_id IN ${list(caseIds)} AND h.lifted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM contact_hold other WHERE other.borrower_id = h.borrower_id
        AND other.contact_id IS NULL AND other.lifted_at IS NULL AND other.until_at IS NULL
        AND (other.moved_case_id IS NULL OR other.moved_case_id NOT IN ${list(caseIds)}))`);
  tx.write(sql`
    UPDATE contact_hold SET lifted_by = ${tx.actor.userId}, lifted_at = ${tx.now}
    WHERE moved_case_id IN ${list(caseIds)} AND lifted_at IS NULL`);
}
