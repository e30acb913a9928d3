import { CONTACT_CHANNEL_OF } from '../../../../contract/contact/message-texts.js';
import type { MessageStatus } from '../../../../contract/contact/messages.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import { releaseReceipt } from '../../contact-compliance/decide/receipts.writes.js';
import { interactionOf, LOGGED, type EndReason } from '../message.rules.js';
import { moveTo } from '../submit/claim.sql.js';
import { moveCounted, type MessageState } from '../message.sql.js';

export type End = { status: 'DELIVERED' } | ({ status: 'FAILED' | 'DEAD' } & EndReason);

/** How a message that was submitted ends: the row, the collection log's entry (MSS or MSF) and the event. */
export function writeEnd(tx: Tx, logId: number, message: MessageState, end: End): void {
  const { id, caseId } = message;
  tx.write(ended(id, end.status, end.status === 'DELIVERED' ? null : end, tx.now));
  // The log has the failure of a message that was given up: do not log it again when the carrier reports it.
  const logged = message.status === 'DEAD' && end.status === 'FAILED';
  if (!logged) tx.write(logEntry(tx, logId, message, end.status));
  const payload = { caseId, messageId: id };
  if (end.status === 'DELIVERED') {
    tx.emit('message.delivered', payload);
    return;
  }
  const dead = end.status === 'DEAD';
  tx.emit('message.failed', { ...payload, reason: end.reason, dead });
}

/** Marks a message that the carrier has perhaps. It is no end: a receipt may tell, and its attempt stays counted. */
export function writeUnknown(tx: Tx, { id, caseId }: MessageState): void {
  tx.write(moveTo(id, 'UNKNOWN', new Date()));
  tx.emit('message.unknown', { caseId, messageId: id });
}

function ended(id: number, status: MessageStatus, why: EndReason | null, at: Date): Statement {
  const params = why && JSON.stringify(why.params);
  return sql`
    UPDATE message SET status = ${status}, reason = ${why?.reason ?? null}, reason_params = ${params}, stop_id = NULL,
      ended_at = ${at}, version = version + 1
    WHERE id = ${id}`;
}

function logEntry(tx: Tx, logId: number, message: MessageState, status: End['status']): Statement {
  const { caseId, senderId, channel } = message;
  return sql`
    INSERT INTO collection_log (id, case_id, borrower_id, collector_id, contact_id, type, result_group, result,
      collection_result, at)
    VALUES (${logId}, ${caseId}, ${message.borrowerId}, ${senderId}, ${message.contactId},
      ${interactionOf(channel, senderId)}, 'OTHER', 'MEMO', ${LOGGED[status]}, ${tx.now})`;
}

/** Ends a message that was never submitted: gives back its slots and the guard's. */
export function writeCancel(tx: Tx, message: MessageState, why: EndReason): void {
  const { id, caseId, senderId, slotDay: day, receiptId } = message;
  const { reason } = why;
  tx.write(ended(id, 'CANCELLED', why, tx.now));
  for (const move of moveCounted({ senderId, caseId, day }, -1)) tx.write(move);
  if (receiptId !== null) releaseReceipt(tx, receiptId, `message.${reason}`);
  tx.emit('message.cancelled', { caseId, messageId: id, reason });
}

export function actOf(message: MessageState) {
  const { receiptId, caseId, contactId, channel, senderId: actorId, templateId } = message;
  return {
    receiptId: receiptId ?? 0,
    caseId,
    contactId,
    actorId,
    templateId,
    channel: CONTACT_CHANNEL_OF[channel],
  };
}
