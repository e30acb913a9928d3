import type { ConnectionProtocol } from '../../../contract/administration/connections.js';
import type { CaseStatus, Relation } from '../../../contract/codes.js';
import type { SendChannel } from '../../../contract/contact/message-texts.js';
import type { MessageLimits, MessageStatus } from '../../../contract/contact/messages.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { list, rowsOf, sql, type Statement } from '../../platform/db/sql.js';
import { UNKNOWN_MS } from './message.rules.js';

/** Facts that a message is written from, read with its case locked. */
export interface SendState {
  status: CaseStatus;
  ownerId: number | null;
  borrowerId: number;
  borrowerName: string;
  amount: number;
  loanId: string;
  appName: string;
  penaltyDate: string;
}
export interface SendContact {
  id: number;
  name: string;
  relation: Relation;
  phone: Buffer;
  phoneMask: string;
}
export interface TemplateRecord {
  id: number;
  channel: SendChannel;
  name: string;
  /** JSON: texts by language. */
  texts: string;
}
export interface CountRecord {
  scope: 'ACCOUNT' | 'CASE';
  used: number;
}
export interface LimitsRecord extends MessageLimits {
  institutionId: number;
  institution: string;
  version: number;
}

/** @param scope a condition on the case `c` */
export function lockSendCase(scope: Statement, caseId: number): Statement {
  return sql`
    SELECT c.status, c.owner_id AS ownerId, c.borrower_id AS borrowerId, c.borrower_name AS borrowerName,
      c.amount_due AS amount, c.loan_no AS loanId, c.due_date AS penaltyDate,
      (SELECT l.app_name FROM loan_item l WHERE l.id = c.loan_item_id) AS appName
    FROM collection_case c WHERE c.id = ${caseId} AND ${scope} FOR UPDATE`;
}

export function sendContact(caseId: number, contactId: number): Statement {
  return sql`
    SELECT k.id, k.name, k.relation, k.phone_enc AS phone, k.phone_mask AS phoneMask
    FROM collection_case c JOIN contact k ON k.borrower_id = c.borrower_id
    WHERE c.id = ${caseId} AND k.id = ${contactId}`;
}

/** Number of the borrower of case `c`: one that may be used before one that may not, and what the borrower confirmed before the others. */
export const OWN_NUMBER: Statement = {
  text: `(SELECT k.id FROM contact k WHERE k.borrower_id = c.borrower_id AND k.relation = 'R01'
    ORDER BY k.blocked IS NOT NULL
        OR EXISTS (SELECT 1 FROM stopped_number n WHERE n.phone_hash = k.phone_hash AND n.lifted_at IS NULL),
      FIELD(k.standing, 'CONFIRMED', 'GIVEN', 'DOUBTED'), k.id LIMIT 1)`,
  params: [],
};

/** The borrower's own number; a row without an id when there is none. */
export function borrowerContact(actor: Actor, caseId: number): Statement {
  return sql`
    SELECT ${OWN_NUMBER} AS id
    FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)}`;
}

/** Templates `t` that people of an institution may send by now: active, and its own or of an institution above it. */
export function sendsBy(institutionId: number): Statement {
  return sql`t.enabled = 1 AND EXISTS (
    SELECT 1 FROM institution up JOIN institution own ON own.path LIKE CONCAT(up.path, '%')
    WHERE up.id = t.institution_id AND own.id = ${institutionId})`;
}

export function templateOf(templateId: number, institutionId: number): Statement {
  return sql`
    SELECT t.id, t.channel, t.name, t.texts FROM message_template t
    WHERE t.id = ${templateId} AND ${sendsBy(institutionId)}`;
}

/** A message `m` that failed, or of which nothing was heard for a while, as long as none was sent in its place. */
export function mayBeSentAgain(): Statement {
  const heard = new Date(Date.now() - UNKNOWN_MS);
  return sql`((m.status = 'FAILED' OR (m.status = 'UNKNOWN' AND m.due_at <= ${heard}))
    AND NOT EXISTS (SELECT 1 FROM message n WHERE n.again_of = m.id))`;
}

const WEEK_MS = 7 * 86_400_000;

/** Messages of the last week whose carrier has said nothing of them for a while. */
export function unheardMessages(): Statement {
  const [from, to] = [new Date(Date.now() - WEEK_MS), new Date(Date.now() - UNKNOWN_MS)];
  return sql`SELECT COUNT(*) AS count FROM message WHERE status = 'UNKNOWN' AND due_at BETWEEN ${from} AND ${to}`;
}

/** One to send again that is a person's own, on a case. */
export function failedOf(id: number, caseId: number, senderId: number): Statement {
  return sql`
    SELECT m.id FROM message m
    WHERE m.id = ${id} AND m.case_id = ${caseId} AND m.sender_id = ${senderId} AND ${mayBeSentAgain()}`;
}

export function channelsOf(userId: number): Statement {
  return sql`SELECT u.channels FROM user u WHERE u.id = ${userId}`;
}

/** The newest limits of the institution and of each above it, the topmost first. The strictest of each holds (`limitsIn`). */
export function limitsOf(institutionId: number): Statement {
  return sql`
    SELECT i.id AS institutionId, i.name AS institution, l.version, l.account_per_day AS accountPerDay, l.case_per_day AS casePerDay, l.gsm7_length AS gsm7Length,
      l.ucs2_length AS ucs2Length, l.segments
    FROM institution own JOIN institution i ON own.path LIKE CONCAT(i.path, '%')
    JOIN message_limit l ON l.institution_id = i.id
      AND l.version = (SELECT MAX(newest.version) FROM message_limit newest WHERE newest.institution_id = i.id)
    WHERE own.id = ${institutionId} ORDER BY LENGTH(i.path)`;
}

export interface CountedContacts {
  /** Null: the system's, which has no account. */
  senderId: number | null;
  caseId: number;
  day: string;
}

/**
 * Makes the counters where they are missing and locks them, the account's before the case's. Every command that takes slots
 * locks in this order, so they wait for each other and never deadlock.
 */
export function lockCounted({ senderId, caseId, day }: CountedContacts): Statement {
  const account = senderId === null ? [] : [['ACCOUNT', senderId, day, 0]];
  return sql`
    INSERT INTO message_count (scope, scope_id, day, used) VALUES ${rowsOf([...account, ['CASE', caseId, day, 0]])}
    ON DUPLICATE KEY UPDATE used = used`;
}

export function countedToday({ senderId, caseId, day }: CountedContacts): Statement {
  return sql`
    SELECT n.scope, n.used FROM message_count n
    WHERE n.day = ${day} AND
      ((n.scope = 'ACCOUNT' AND n.scope_id = ${senderId}) OR (n.scope = 'CASE' AND n.scope_id = ${caseId}))`;
}

/** Takes (1) or gives back (-1) the account's and the case's slot. */
export function moveCounted({ senderId, caseId, day }: CountedContacts, by: 1 | -1): Statement[] {
  const move = (scope: string, id: number) =>
    sql`UPDATE message_count SET used = used + ${by} WHERE scope = ${scope} AND scope_id = ${id} AND day = ${day}`;
  return [...(senderId === null ? [] : [move('ACCOUNT', senderId)]), move('CASE', caseId)];
}

/** A message as commands read it, locked. */
export interface MessageState {
  id: number;
  caseId: number;
  borrowerId: number;
  contactId: number;
  senderId: number | null;
  templateId: number;
  /** It waits for the end of a stop. */
  stopId: number | null;
  channel: SendChannel;
  phone: Buffer;
  text: Buffer;
  status: MessageStatus;
  dueAt: Date;
  attempts: number;
  attemptsAllowed: number;
  receiptId: number | null;
  allowedUntil: Date | null;
  slotDay: string;
  createdAt: Date;
  version: number;
  protocol: ConnectionProtocol | null;
  /** 1: nothing is due now, or less than the amount that its text names. */
  asksTooMuch: number;
}

export function lockMessages(ids: readonly number[]): Statement {
  return sql`
    SELECT m.id, m.case_id AS caseId, m.borrower_id AS borrowerId, m.contact_id AS contactId, m.sender_id AS senderId,
      m.template_id AS templateId, m.stop_id AS stopId, m.channel, m.phone_enc AS phone, m.text_enc AS text, m.status, m.due_at AS dueAt, m.attempts,
      m.attempts_allowed AS attemptsAllowed, m.receipt_id AS receiptId, m.allowed_until AS allowedUntil,
      m.slot_day AS slotDay, m.created_at AS createdAt, m.version, m.protocol,
      (SELECT GREATEST(1, COALESCE(m.asked_amount, 0)) > c.amount_due FROM collection_case c WHERE c.id = m.case_id) AS asksTooMuch
    FROM message m WHERE m.id IN ${list(ids)} ORDER BY m.id FOR UPDATE`;
}
