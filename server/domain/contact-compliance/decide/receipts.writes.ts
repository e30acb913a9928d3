import type { ContactChannel } from '../../../../contract/contact/contact-compliance.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import {
  NEVER,
  countedAs,
  type ContactAttempt,
  type ComplianceFacts,
  type Verdict,
} from './compliance.rules.js';
import type { FactRows } from './compliance.sql.js';
import { namesOf } from '../policy/policy.rules.js';
import type { Whereabouts } from './hours.rules.js';
import { freeFrom, type Past } from './limits.rules.js';
import { zoneKey } from './zones.rules.js';

export interface Receipt {
  id: number;
  caseId: number;
  borrowerId: number;
  contactId: number | null;
  channel: ContactChannel;
  kind: 'ACT' | 'MANUAL' | 'INCOMING';
  slot: Past['slot'];
  allowed: boolean;
  counted: boolean;
  conversationAt: Date | null;
  actorId: number | null;
  policyVersion: number;
  /** Levels above that took part. */
  policyAbove: string | null;
  overrideId: number | null;
  /** The time the borrower had asked to be called back at. */
  callBackAt: Date | null;
  decision: Verdict;
  freeBefore: Date;
  freeAfter: Date;
  freeSpoken: Date;
  at: Date;
}

/** The receipt of an act that was judged before it happened. */
export function receiptOf(
  act: ContactAttempt,
  decision: Verdict,
  facts: ComplianceFacts,
  [borrowers, cases, , , waived]: FactRows,
  now: Date,
): Receipt {
  const counted = decision.allow && !act.incoming;
  const slot = countedAs(act.channel);
  return {
    id: act.receiptId,
    caseId: act.caseId,
    borrowerId: borrowers[0]!.id,
    contactId: act.contactId,
    channel: act.channel,
    kind: act.incoming ? 'INCOMING' : 'ACT',
    slot,
    allowed: decision.allow,
    counted,
    conversationAt: null,
    actorId: act.actorId,
    policyVersion: facts.inForce.version,
    policyAbove: namesOf(facts.inForce.above),
    overrideId: waived[0]?.id ?? null,
    callBackAt: facts.callBackAt,
    decision,
    freeBefore: cases[0]!.contactFrom,
    ...freedom(facts, { at: now, slot, conversationAt: null }, now),
    at: now,
  };
}

/** From when on the borrower may be called again: after this act, and if it becomes a conversation. */
export function freedom(
  facts: ComplianceFacts,
  past: Past,
  now: Date,
): Pick<Receipt, 'freeAfter' | 'freeSpoken'> {
  const after = { ...facts, history: [past, ...facts.history] };
  const spoken = { ...facts, history: [{ ...past, conversationAt: now }, ...facts.history] };
  return { freeAfter: callableFrom(after, now), freeSpoken: callableFrom(spoken, now) };
}

/** From when on attempts and the borrower's own holds leave him free for a call; hours are the zone's. */
export function callableFrom(facts: ComplianceFacts, now: Date): Date {
  const holds = facts.holds.filter(
    ({ contactId, channel }) => contactId === null && (channel === null || channel === 'CALL'),
  );
  if (holds.some(({ until }) => until === null)) return NEVER;
  const held = Math.max(now.getTime(), ...holds.map(({ until }) => until!.getTime()));
  return freeFrom(facts, 'ATTEMPT', new Date(held)) ?? NEVER;
}

export function insertReceipt(receipt: Receipt): Statement {
  return sql`
    INSERT INTO contact_receipt (id, case_id, borrower_id, contact_id, channel, kind, slot, allowed, counted,
      conversation_at, actor_id, policy_version, policy_above, override_id, call_back_at, decision, free_before, free_after, free_spoken, at)
    VALUES (${receipt.id}, ${receipt.caseId}, ${receipt.borrowerId}, ${receipt.contactId}, ${receipt.channel},
      ${receipt.kind}, ${receipt.slot}, ${receipt.allowed}, ${receipt.counted}, ${receipt.conversationAt},
      ${receipt.actorId}, ${receipt.policyVersion}, ${receipt.policyAbove}, ${receipt.overrideId}, ${receipt.callBackAt},
      ${JSON.stringify(receipt.decision)}, ${receipt.freeBefore}, ${receipt.freeAfter}, ${receipt.freeSpoken}, ${receipt.at})`;
}

/** Tells the borrower's open cases from when on he may be called: what `contactable=now` goes by. */
export function saveWindow(tx: Tx, receipt: Receipt, where: Whereabouts): void {
  const from = receipt.conversationAt === null ? receipt.freeAfter : receipt.freeSpoken;
  tx.write(sql`
    UPDATE collection_case SET contact_from = ${from}, contact_zone = ${zoneKey(where)}
    WHERE borrower_id = ${receipt.borrowerId}`);
}

/** The call was answered: it is the day's conversation, and its slot is spent even if it was given back before. */
export function noteConversation(tx: Tx, receiptId: number, at: Date): void {
  tx.write(sql`
    UPDATE contact_receipt SET conversation_at = ${at}, counted = 1, released = NULL, released_at = NULL, outcome_at = ${tx.now}
    WHERE id = ${receiptId} AND allowed = 1 AND kind <> 'INCOMING' AND conversation_at IS NULL`);
  tx.write(sql`
    UPDATE collection_case c JOIN contact_receipt r ON r.borrower_id = c.borrower_id
    SET c.contact_from = r.free_spoken
    WHERE r.id = ${receiptId} AND r.counted = 1 AND c.contact_from < r.free_spoken`);
}

/** Gives the slot back, since the act never reached the borrower. A repetition has no effect. */
export function releaseReceipt(tx: Tx, receiptId: number, reason: string): void {
  tx.write(sql`
    UPDATE collection_case c JOIN contact_receipt r ON r.borrower_id = c.borrower_id
    SET c.contact_from = r.free_before
    WHERE r.id = ${receiptId} AND r.counted = 1
      AND c.contact_from IN (r.free_after, r.free_spoken)`);
  tx.write(sql`
    UPDATE contact_receipt SET counted = 0, released = ${reason.slice(0, 24)}, released_at = ${tx.now}, outcome_at = ${tx.now}
    WHERE id = ${receiptId} AND counted = 1`);
}
