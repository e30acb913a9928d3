import type { ContactChannel } from '../../../../contract/contact/contact-compliance.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { decide, type ComplianceFacts } from './compliance.rules.js';
import { CASE_POLICY, HISTORY_MS, type BorrowerRow } from './compliance.sql.js';
import type { Past } from './limits.rules.js';
import { namesOf, policyOf, type PolicyRow } from '../policy/policy.rules.js';
import { freedom, insertReceipt, releaseReceipt } from './receipts.writes.js';
import { whereaboutsOf, zoneKey } from './zones.rules.js';

/** A contact that somebody recorded after it was made, by a telephone that is not ours. */
export interface ManualAct {
  receiptId: number;
  caseId: number;
  contactId: number | null;
  channel: Extract<ContactChannel, 'CALL' | 'WHATSAPP'>;
  actorId: number;
  /** Somebody answered. */
  spoken: boolean;
  /** When the borrower wants to be called again. */
  callBackAt: Date | null;
}

/** The borrower with one of his acts; alone when there was none. */
export type ManualRow = BorrowerRow &
  PolicyRow & { contactFrom: Date } & (
    { receiptId: null } | (Past & { receiptId: number; kind: string; contactId: number | null })
  );

/** How long a record may come after the call that it is about. */
const LINKED_MS = 30 * 60_000;

/** Reads the borrower and his past acts in one statement, since every record sends it along. */
export function manualEntry(caseId: number, now: Date): Statement {
  return sql`
    SELECT b.id, b.state, b.municipality, c.contact_from AS contactFrom,
      c.institution_id AS institutionId, p.levels, r.id AS receiptId, r.at,
      r.slot, r.conversation_at AS conversationAt, r.contact_id AS contactId, r.kind
    FROM collection_case c JOIN borrower b ON b.id = c.borrower_id
    ${CASE_POLICY}
    LEFT JOIN contact_receipt r
      ON r.borrower_id = c.borrower_id AND r.counted = 1 AND r.at > ${new Date(now.getTime() - HISTORY_MS)}
    WHERE c.id = ${caseId} ORDER BY r.at DESC LIMIT 200`;
}

/** The call of ours that a record is about. */
export function linkedCall(
  rows: readonly ManualRow[],
  act: ManualAct,
  now: Date,
): (Past & { receiptId: number }) | null {
  const linked = rows.find(
    (row): row is Extract<ManualRow, { receiptId: number }> =>
      row.receiptId !== null &&
      row.kind === 'ACT' &&
      row.slot === 'ATTEMPT' &&
      row.contactId === act.contactId &&
      row.at.getTime() > now.getTime() - LINKED_MS,
  );
  return linked ?? null;
}

/** The count a record took: its own contact, or the day's conversation of a call of ours that it describes. */
export interface TakenSlot {
  receiptId: number;
  own: boolean;
}

/** The contact already happened, so it counts and is never refused; its reasons say why it would have been. */
export function writeManual(tx: Tx, act: ManualAct, rows: readonly ManualRow[]): void {
  const borrower = rows[0]!;
  const facts: ComplianceFacts = {
    inForce: policyOf(borrower),
    where: whereaboutsOf(borrower.state, borrower.municipality),
    status: 'C10',
    unreleased: false,
    contact: null,
    deviceApproved: false,
    holds: [],
    stops: [],
    history: rows.filter((row) => row.receiptId !== null),
    payments: [],
    callBackAt: act.callBackAt,
    waived: new Set(),
  };
  const past: Past = { at: tx.now, slot: 'ATTEMPT', conversationAt: act.spoken ? tx.now : null };
  const free = freedom(facts, past, tx.now);
  tx.write(
    insertReceipt({
      id: act.receiptId,
      caseId: act.caseId,
      borrowerId: borrower.id,
      contactId: act.contactId,
      channel: act.channel,
      kind: 'MANUAL',
      slot: 'ATTEMPT',
      allowed: true,
      counted: true,
      conversationAt: past.conversationAt,
      actorId: act.actorId,
      policyVersion: facts.inForce.version,
      policyAbove: namesOf(facts.inForce.above),
      overrideId: null,
      callBackAt: null,
      decision: { ...decide(facts, { channel: 'CALL' }, tx.now), allow: true },
      freeBefore: borrower.contactFrom,
      ...free,
      at: tx.now,
    }),
  );
  // GREATEST: a hold that was not read here may forbid contact for longer.
  tx.write(sql`
    UPDATE collection_case SET contact_zone = ${zoneKey(facts.where)},
      contact_from = GREATEST(contact_from, ${act.spoken ? free.freeSpoken : free.freeAfter})
    WHERE borrower_id = ${borrower.id}`);
}

/** Gives back what a record took that was undone. The call of ours that it described has happened all the same. */
export function undoManual(tx: Tx, { receiptId, own }: TakenSlot): void {
  if (own) return releaseReceipt(tx, receiptId, 'UNDONE');
  tx.write(sql`
    UPDATE collection_case c JOIN contact_receipt r ON r.borrower_id = c.borrower_id
    SET c.contact_from = r.free_after WHERE r.id = ${receiptId} AND c.contact_from = r.free_spoken`);
  tx.write(
    sql`UPDATE contact_receipt SET conversation_at = NULL, outcome_at = ${tx.now} WHERE id = ${receiptId}`,
  );
}
