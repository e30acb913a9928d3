import { list, rowsOf, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { NEVER } from '../contact-compliance/decide/compliance.rules.js';
import type { Holder } from '../stops/numbers.sql.js';

interface About {
  id: number;
  caseId: number | null;
  borrowerId: number | null;
  /** The number's hashes, by every known key. */
  phoneHashes: readonly Buffer[];
}

/**
 * Part of the command that opens a complaint, which has shut the gate: nobody contacts the borrower, or, of one without a
 * case, the number, whoever has it; what rings and waits to be sent to them is looked at.
 */
export function holdForComplaint(
  tx: Tx,
  { id, caseId, borrowerId, phoneHashes }: About,
  holders: readonly Holder[],
): void {
  keepHandedOver(tx, { id, borrowerId, phoneHashes });
  if (caseId === null || borrowerId === null) {
    tx.emitMany(
      'contact.held',
      holders.map((holder) => ({ ...holder, kind: 'COMPLAINT' as const })),
    );
    const rows = phoneHashes.map((hash) => [hash, id, tx.now]);
    tx.write(sql`INSERT INTO held_phone (phone_hash, complaint_id, placed_at) VALUES ${rowsOf(rows)}`);
    return;
  }
  tx.write(sql`
    INSERT INTO contact_hold (borrower_id, kind, case_id, complaint_id, placed_by, placed_at)
    VALUES (${borrowerId}, 'COMPLAINT', ${caseId}, ${id}, ${tx.actor.userId}, ${tx.now})`);
  tx.write(sql`UPDATE collection_case SET contact_from = ${NEVER} WHERE borrower_id = ${borrowerId}`);
  tx.emit('contact.held', { caseId, borrowerId, contactId: null, kind: 'COMPLAINT' });
}

/** With the gate shut nothing is claimed beside it: what is at a supplier now is all there is. */
function keepHandedOver(tx: Tx, { id, borrowerId, phoneHashes }: Omit<About, 'caseId'>): void {
  const [called, written] =
    borrowerId === null
      ? [sql`c.number_hash IN ${list(phoneHashes)}`, sql`k.phone_hash IN ${list(phoneHashes)}`]
      : [
          sql`c.case_id IN (SELECT t.id FROM collection_case t WHERE t.borrower_id = ${borrowerId})`,
          sql`m.borrower_id = ${borrowerId}`,
        ];
  tx.write(sql`
    INSERT IGNORE INTO complaint_act (complaint_id, kind, act_id)
    SELECT ${id}, 'CALL', c.id FROM phone_call c
    WHERE c.is_live = 1 AND c.direction = 'OUT' AND c.asked_at IS NOT NULL AND ${called}`);
  tx.write(sql`
    INSERT IGNORE INTO complaint_act (complaint_id, kind, act_id)
    SELECT ${id}, 'MESSAGE', m.id FROM message m JOIN contact k ON k.id = m.contact_id
    WHERE m.status = 'SUBMITTING' AND ${written}`);
}

/** Part of the command that completes a complaint: this complaint's hold goes, and no other. */
export function liftForComplaint(
  tx: Tx,
  { id, caseId, borrowerId }: Omit<About, 'phoneHashes'>,
  holders: readonly Holder[],
): void {
  tx.write(sql`UPDATE held_phone SET lifted_at = ${tx.now} WHERE complaint_id = ${id} AND lifted_at IS NULL`);
  if (caseId === null || borrowerId === null) {
    tx.emitMany(
      'contact.holdLifted',
      holders.map((holder) => ({
        caseId: holder.caseId,
        borrowerId: holder.borrowerId,
        kind: 'COMPLAINT' as const,
      })),
    );
    return;
  }
  tx.write(sql`
    UPDATE contact_hold SET lifted_by = ${tx.actor.userId}, lifted_at = ${tx.now}
    WHERE complaint_id = ${id} AND lifted_at IS NULL`);
  // The limits that hold it back until later are judged at the act; what no time lifts stays.
  tx.write(sql`
    UPDATE collection_case c SET c.contact_from = ${tx.now}
    WHERE c.borrower_id = ${borrowerId} AND NOT EXISTS (SELECT 1 FROM contact_hold h
      WHERE h.borrower_id = ${borrowerId} AND h.contact_id IS NULL AND h.lifted_at IS NULL AND h.until_at IS NULL)`);
  tx.emit('contact.holdLifted', { caseId, borrowerId, kind: 'COMPLAINT' });
}
