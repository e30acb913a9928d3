import type { CaseStatus } from '../../../../contract/codes.js';
import type { ComplianceDecision } from '../../../../contract/contact/contact-compliance.js';
import { asksFor } from '../../../../contract/contact/message-texts.js';
import type { Vault } from '../../../platform/crypto/vault.js';
import { sql } from '../../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../../platform/db/unit-of-work.js';
import { ATTEMPTS } from '../message.rules.js';
import { moveCounted, type SendContact, type CountedContacts, type TemplateRecord } from '../message.sql.js';

/** A message that guard and limits allow. */
export interface NewMessage {
  id: number;
  borrowerId: number;
  contact: SendContact;
  template: Pick<TemplateRecord, 'id' | 'channel'>;
  /** The template's text, and the text that goes out. */
  body: string;
  text: string;
  /** The failed message that it goes out for. */
  againOf?: number | undefined;
  /** The amount that its text asks for, when it names one; centavos. */
  amount: number;
  /** The sender's, the case's and the day's. */
  counted: CountedContacts;
  statusBefore: CaseStatus;
  statusAfter: CaseStatus;
}

/** Takes its slots, the row and the event, from which a worker learns of it. */
export function writeMessage(
  tx: Tx,
  vault: Vault,
  message: NewMessage,
  decision: ComplianceDecision,
): EmittedEvent {
  const { id, borrowerId, contact, template, body, text, amount, counted, statusBefore, statusAfter } =
    message;
  const { senderId, caseId, day } = counted;
  const { channel } = template;
  const { decisionId, allowedUntil } = decision;
  for (const move of moveCounted(counted, 1)) tx.write(move);
  tx.write(sql`
    INSERT INTO message (id, case_id, borrower_id, contact_id, sender_id, channel, template_id, phone_enc, phone_mask,
      text_enc, asked_amount, status, due_at, attempts_allowed, receipt_id, allowed_until, slot_day, again_of,
      created_at)
    VALUES (${id}, ${caseId}, ${borrowerId}, ${contact.id}, ${senderId}, ${channel}, ${template.id}, ${contact.phone},
      ${contact.phoneMask}, ${vault.seal(text)}, ${asksFor(body, 'amount') ? amount : null}, 'QUEUED',
      ${new Date()}, ${ATTEMPTS}, ${decisionId}, ${allowedUntil === null ? null : new Date(allowedUntil)}, ${day},
      ${message.againOf ?? null}, ${tx.now})`);
  return tx.emit('message.queued', {
    caseId,
    messageId: id,
    senderId,
    contactId: contact.id,
    channel,
    statusBefore,
    statusAfter,
  });
}
