import { z } from 'zod';
import { LANGUAGES, SEND_CHANNELS, type Relation } from '../codes.js';
import { CONTACT_CHANNEL_OF, type FreeParam, type SendChannel, type TemplateTexts } from './message-texts.js';
import { IsoTime } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';
import { measureText, segmentsOf } from '../shared/sms-text.js';
import type { BoundField } from './policy.js';

/**
 * QUEUED -> SUBMITTING -> SENT -> DELIVERED or FAILED. SUBMITTING: handed to the carrier, or about to be; whether it was
 * taken is not known yet. CANCELLED: a reason came up before it was submitted. DEAD: given up; a person may try again.
 * UNKNOWN: the carrier's answer was lost, it takes no message twice by one key, and it cannot be asked: a receipt may tell
 * later, nothing sends it again by itself, and it stays counted.
 */
export const MESSAGE_STATUSES = [
  'QUEUED', 'SUBMITTING', 'SENT', 'DELIVERED', 'FAILED', 'CANCELLED', 'DEAD', 'UNKNOWN',
] as const; // prettier-ignore
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A person may send another one in its place after so many minutes. */
export const UNKNOWN_MINUTES = 30;

/** Why a message failed or was cancelled. GUARD: a rule of the guard, named in the details. */
export const MESSAGE_REASONS = [
  'PAID', 'CASE_CLOSED', 'CASE_WITHDRAWN', 'HOLD', 'GUARD', 'REFUSED', 'UNDELIVERED', 'UNREACHABLE', 'UNREADABLE',
  'MORE_THAN_DUE', 'STOPPED',
] as const; // prettier-ignore
export type MessageReason = (typeof MESSAGE_REASONS)[number];

/** The smallest and the largest of each limit. */
export const LIMIT_RANGES = {
  accountPerDay: [0, 100_000],
  casePerDay: [0, 100],
  gsm7Length: [1, 1_600],
  ucs2Length: [1, 700],
  segments: [1, 10],
} as const;
const range = ([min, max]: readonly [number, number]) => z.int().min(min).max(max);
/** `sms/limit/config`: how many a person may send on a day and how many a case may get, and how long one is. */
export const MessageLimits = z.object({
  accountPerDay: range(LIMIT_RANGES.accountPerDay),
  casePerDay: range(LIMIT_RANGES.casePerDay),
  gsm7Length: range(LIMIT_RANGES.gsm7Length),
  ucs2Length: range(LIMIT_RANGES.ucs2Length),
  segments: range(LIMIT_RANGES.segments),
});
export type MessageLimits = z.infer<typeof MessageLimits>;
export const DEFAULT_LIMITS: MessageLimits = {
  accountPerDay: 200,
  casePerDay: 3,
  gsm7Length: 160,
  ucs2Length: 70,
  segments: 1,
};

/** `version` is the one that the screen showed; 0 when nothing was ever changed. */
export const MessageLimitsChange = MessageLimits.extend({ version: z.int().min(0) });
export type MessageLimitsChange = z.infer<typeof MessageLimitsChange>;
export interface MessageLimitsVersion extends MessageLimits {
  version: number;
  changedBy: string | null;
  changedAt: string | null;
}
/** The institution's own, and those before it. */
export interface MessageLimitsAnswer extends MessageLimitsVersion {
  /** The newest first; at its end, as version 0, what held before the first. */
  history: MessageLimitsVersion[];
  /** By which messages are counted and cut: of each the strictest of all levels. */
  inForce: MessageLimits;
  bound: BoundField[];
}

/** The carrier takes this many characters in however many segments; WhatsApp texts and spoken ones have none. */
export const LONGEST_TEXT = 1_000;

/** @returns false when the text is longer than the limits allow by this channel. */
export function fits(text: string, channel: SendChannel, limits: MessageLimits): boolean {
  if (text.length > LONGEST_TEXT) return false;
  if (CONTACT_CHANNEL_OF[channel] !== 'SMS') return true;
  const lengths = { gsm7: limits.gsm7Length, ucs2: limits.ucs2Length };
  return segmentsOf(measureText(text), lengths) <= limits.segments;
}

/** `sms/templates`: those of one channel, or all that the caller's channels may use. */
export const TemplateQuery = z.object({ channel: z.enum(SEND_CHANNELS).optional() });
export type TemplateQuery = z.infer<typeof TemplateQuery>;
export interface TemplateRow {
  id: number;
  channel: SendChannel;
  name: string;
  /** The Spanish one, and what there is of the others. */
  texts: TemplateTexts;
  /** Parameters that the sender has to fill in. */
  params: FreeParam[];
}

const Params = z
  .record(z.string().regex(/^\w{1,32}$/), z.string().trim().max(200))
  .refine((params) => Object.keys(params).length <= 20)
  .default({});

/** `POST sms/manual/send`. The same clientRequestId again has one effect and the first one's answer. */
export const SendMessage = z.object({
  taskId: Id,
  contactId: Id,
  templateId: Id,
  params: Params,
  channel: z.enum(SEND_CHANNELS),
  language: z.enum(LANGUAGES).default('es'),
  /** A failed message of the sender's own on the case, in whose place this one goes out. */
  againOf: Id.optional(),
  clientRequestId: ClientRequestId,
});
export type SendMessage = z.infer<typeof SendMessage>;
/** `POST sms/send` of the older client: a template to the borrower, by the template's own channel. */
export const SendMessageOlder = z.object({
  taskId: IdText,
  templateId: IdText,
  params: Params,
  clientRequestId: ClientRequestId.optional(),
});
export type SendMessageOlder = z.infer<typeof SendMessageOlder>;

export const ResidueQuery = z.object({ taskId: IdText });
export type ResidueQuery = z.infer<typeof ResidueQuery>;
/** The rest of today's limits for account, case and borrower; `channels`: those the caller may send by. */
export interface Residue {
  account: number;
  case: number;
  borrower: number;
  channels: SendChannel[];
  limits: MessageLimits;
}

export const MessageLogQuery = z.object(pageQuery(PAGE_SIZE.table));
export type MessageLogQuery = z.infer<typeof MessageLogQuery>;

/** A row of the SMS log. The text is the one that was sent, with the phone numbers in it masked. */
export interface MessageRow {
  id: number;
  taskId: number;
  channel: SendChannel;
  status: MessageStatus;
  templateId: number;
  templateName: string;
  text: string;
  contactId: number;
  contactName: string;
  contactRelation: Relation;
  /** Masked. */
  phone: string;
  /** Null: sent by the system. */
  sender: string | null;
  attempts: number;
  reason: MessageReason | null;
  /** E.g. how many seconds ago it was paid, or the guard's rule. */
  reasonParams: Record<string, string | number>;
  createdAt: string;
  sentAt: string | null;
  endedAt: string | null;
  /**
   * The viewer may send it again: it failed, or nothing was heard of it for UNKNOWN_MINUTES; it is the viewer's own, and
   * was not sent again yet.
   */
  mayAgain: boolean;
  /** The failed message that it was sent instead of. */
  againOf: number | null;
  /** A simulator answered instead of a carrier: nobody was written to. */
  simulated: boolean;
  /** Grows with every change. */
  version: number;
}

export const RetryMessage = z.object({ messageId: Id });
export type RetryMessage = z.infer<typeof RetryMessage>;

/**
 * `sms/callback`: the carrier's signed delivery receipt. `eventId` is unique; `idempotencyKey` is the one that the message
 * was submitted with. A receipt only ever moves a message forward.
 */
export const DeliveryReceipt = z.object({
  eventId: z.string().min(4).max(64),
  messageId: z.string().min(1).max(64),
  idempotencyKey: z.string().min(1).max(64),
  status: z.enum(['SENT', 'DELIVERED', 'FAILED']),
  at: IsoTime,
});
export type DeliveryReceipt = z.infer<typeof DeliveryReceipt>;
/** WAITING: no such message is known yet; the receipt is kept for a day. */
export interface ReceiptAnswer {
  outcome: 'APPLIED' | 'REPEATED' | 'LATE' | 'WAITING';
}
