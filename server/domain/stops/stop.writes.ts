import { rowsOf, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { stopsContact } from './forbidden.sql.js';
import type { Holder } from './numbers.sql.js';

/** A number that is not its borrower's. */
export interface StrangersNumber {
  stopId: number;
  contactId: number;
  institutionId: number;
  byInstitutionId: number;
  /** The record that says so; else a reason does. */
  recordId: number | null;
  reason: Buffer | null;
  phoneEnc: Buffer;
  /** The number's index by every known key. */
  phoneHashes: readonly Buffer[];
  /** The institutions that hear of it. */
  heardBy: number[];
}

/**
 * Part of a command that has shut the gate: nobody contacts the number any more, of whatever borrower, by whatever channel.
 * What waits to be sent to it is cancelled and what rings is hung up.
 */
export function stopNumber(tx: Tx, of: StrangersNumber, holders: readonly Holder[]): void {
  const { stopId, contactId, institutionId, recordId, heardBy } = of;
  tx.write(sql`
    INSERT INTO contact_stop (id, kind, subject_id, institution_id, by_institution_id, reason_enc, record_id, phone_enc,
      stopped_by, stopped_at)
    VALUES (${stopId}, 'NUMBER', ${contactId}, ${institutionId}, ${of.byInstitutionId}, ${of.reason}, ${recordId},
      ${of.phoneEnc}, ${tx.actor.userId}, ${tx.now})`);
  const rows = of.phoneHashes.map((hash) => [hash, stopId]);
  tx.write(sql`INSERT INTO stopped_number (phone_hash, stop_id) VALUES ${rowsOf(rows)}`);
  keepHandedOver(tx, stopId);
  tx.emit('number.stopped', { stopId, institutionId, contactId, recordId, heardBy });
  tx.emitMany(
    'contact.numberStopped',
    holders.map((holder) => ({ ...holder, stopId })),
  );
}

interface Released {
  stopId: number;
  institutionId: number;
  contactId: number;
  /** The record that had placed it was taken back. */
  undone: boolean;
  heardBy: number[];
}

/** Part of a command that has shut the gate and ends the stop's row: the number is judged like any other again. */
export function releaseNumber(
  tx: Tx,
  { stopId, contactId, ...of }: Released,
  holders: readonly Holder[],
): void {
  tx.write(sql`UPDATE stopped_number SET lifted_at = ${tx.now} WHERE stop_id = ${stopId}`);
  tx.emit('number.released', { stopId, contactId, ...of });
  tx.emitMany(
    'contact.numberReleased',
    holders.map((holder) => ({ ...holder, stopId })),
  );
}

/** With the gate shut nothing is claimed beside it: what is at a supplier now is all there is. */
export function keepHandedOver(tx: Tx, id: number): void {
  const ofCall = {
    ...{ caseId: sql`c.case_id`, senderId: sql`c.agent_id`, templateId: null },
    phoneHash: sql`c.number_hash`,
  };
  const ofMessage = {
    ...{ caseId: sql`m.case_id`, senderId: sql`m.sender_id`, templateId: sql`m.template_id` },
    phoneHash: sql`(SELECT k.phone_hash FROM contact k WHERE k.id = m.contact_id)`,
  };
  tx.write(sql`
    INSERT INTO contact_stop_act (stop_id, kind, act_id)
    SELECT s.id, 'CALL', c.id FROM contact_stop s JOIN phone_call c ON ${stopsContact(ofCall)}
    WHERE s.id = ${id} AND c.is_live = 1 AND c.direction = 'OUT' AND c.asked_at IS NOT NULL`);
  tx.write(sql`
    INSERT INTO contact_stop_act (stop_id, kind, act_id)
    SELECT s.id, 'MESSAGE', m.id FROM contact_stop s JOIN message m ON ${stopsContact(ofMessage)}
    WHERE s.id = ${id} AND m.status = 'SUBMITTING'`);
}
