import type { CollectionResult, InteractionType, Language } from '../../../contract/codes.js';
import type { ErrorKey } from '../../../contract/errors.js';
import type { ComplianceReason } from '../../../contract/contact/contact-compliance.js';
import {
  freeParamsOf,
  CONTACT_CHANNEL_OF,
  knownParams,
  LONGEST_PARAM,
  partsOf,
  renderTemplate,
  writtenParam,
  type CaseFacts,
  type FreeParam,
  type SendChannel,
  type TemplateTexts,
} from '../../../contract/contact/message-texts.js';
import {
  DEFAULT_LIMITS,
  fits,
  LONGEST_TEXT,
  UNKNOWN_MINUTES,
  type DeliveryReceipt,
  type MessageLimits,
  type MessageReason,
  type MessageStatus,
} from '../../../contract/contact/messages.js';
import { refusedWords } from '../../../contract/contact/message-typed-words.js';
import { measureText } from '../../../contract/shared/sms-text.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';

/**
 * A claim belongs to its worker for this long; afterwards another worker may take the message over. A second longer than the
 * carrier may take at most (config/providers.ts).
 */
export const LEASE_MS = 5_000;
/** A claim that waited this long for the carrier is checked again, since a payment may have arrived. */
export const FRESH_MS = 1_000;
/**
 * For each message that may be at the carrier at once so many are claimed, so that it never waits for our database. Not
 * more than two: even when every answer takes its whole time, the one that waits then has its turn within its lease.
 */
export const AHEAD = 2;
/** How many share a transaction, and how many such transactions there are at once. */
export const BATCH = { size: 128, atOnce: 2 };
/** How often a message is submitted before it is given up; a person's retry adds as many. */
export const ATTEMPTS = 8;

/** After this time a person may send another one in an unknown one's place: a receipt would have come. */
export const UNKNOWN_MS = UNKNOWN_MINUTES * 60_000;

/** Terms go by the time of day: a demo's shifted clock differs between processes that started at different times. */
export function inMs(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}

/** 1 s, 2 s, 4 s ... after each failure: the last try comes about two minutes after the first. */
export function backoff(attempts: number): number {
  return 1_000 * 2 ** Math.min(attempts - 1, 6);
}

/** The key of a message at the carrier, the same for each of its submissions. */
export function carrierKey(messageId: number): string {
  return `message-${messageId}`;
}
export function messageOfKey(key: string): number | null {
  const match = /^message-([1-9]\d{0,15})$/.exec(key);
  return match ? Number(match[1]) : null;
}

/** A template's text in a language; undefined when it has none. */
export function bodyOf({ texts }: { texts: string }, language: Language): string | undefined {
  return (JSON.parse(texts) as TemplateTexts)[language] ?? undefined;
}

const BAD_FORMAT = {
  time: 'message.paramTime',
  day: 'message.paramDay',
  text: 'message.paramText',
  place: 'message.paramPlace',
} as const;

/**
 * The text that goes out: known parameters from the case, the free ones as `given`, a place from `places`.
 *
 * @throws message.paramFixed, message.paramRequired, message.paramTime, message.paramDay, message.paramText, message.paramPlace,
 * message.wording naming the field, message.tooLong
 */
export function compose(
  template: { body: string; channel: SendChannel },
  given: Readonly<Record<string, string>>,
  facts: CaseFacts,
  limits: MessageLimits,
  places: readonly string[] = [],
): string {
  const free = freeParamsOf(template.body);
  const fixed = Object.keys(given).find((name) => !free.some((param) => param.name === name));
  if (fixed !== undefined) throw paramError('message.paramFixed', fixed);
  const filled = free.map((param) => [
    param.name,
    freeValue(param, Object.hasOwn(given, param.name) ? given[param.name]! : '', places),
  ]);
  const typed = Object.fromEntries(filled) as Record<string, string>;
  const refused = refusedWords(template.body, typed);
  if (refused?.piece === null) throw paramError('message.paramText', refused.param);
  if (refused) throw fieldError('message.wording', `params.${refused.param}`, { piece: refused.piece });
  const params = { ...typed, ...knownParams(facts, template.channel) };
  const blank = partsOf(template.body, params).find((part) => 'blank' in part);
  if (blank) throw paramError('message.paramRequired', blank.blank);
  const text = renderTemplate(template.body, params);
  if (!fits(text, template.channel, limits)) throw tooLong(text, template.channel, limits);
  return text;
}

function freeValue({ name, format }: FreeParam, value: string, places: readonly string[]): string {
  if (!value) throw paramError('message.paramRequired', name);
  const written = writtenParam(format, value);
  if (written === null || (format === 'place' && !places.includes(written)))
    throw paramError(BAD_FORMAT[format], name);
  return written;
}

function paramError(key: ErrorKey, param: string): AppError {
  return fieldError(key, `params.${param}`, { param, limit: LONGEST_PARAM });
}

function tooLong(text: string, channel: SendChannel, limits: MessageLimits) {
  const { encoding, characters } = measureText(text);
  const single = encoding === 'GSM7' ? limits.gsm7Length : limits.ucs2Length;
  const inSegments = CONTACT_CHANNEL_OF[channel] === 'SMS' ? single * limits.segments : LONGEST_TEXT;
  const limit = Math.min(inSegments, LONGEST_TEXT);
  return fieldError('message.tooLong', 'params', { characters, limit });
}

export function limitsIn(levels: readonly MessageLimits[]): MessageLimits {
  if (levels.length === 0) return DEFAULT_LIMITS;
  const names = Object.keys(DEFAULT_LIMITS) as (keyof MessageLimits)[];
  const smallest = names.map((name) => [name, Math.min(...levels.map((level) => level[name]))]);
  return Object.fromEntries(smallest) as unknown as MessageLimits;
}

/** @throws message.accountLimit, message.caseLimit */
export function checkLimits(
  used: readonly { scope: 'ACCOUNT' | 'CASE'; used: number }[],
  limits: MessageLimits,
): void {
  const of = (scope: 'ACCOUNT' | 'CASE') => used.find((row) => row.scope === scope)?.used ?? 0;
  if (of('ACCOUNT') >= limits.accountPerDay)
    throw new AppError('message.accountLimit', { limit: limits.accountPerDay });
  if (of('CASE') >= limits.casePerDay) throw new AppError('message.caseLimit', { limit: limits.casePerDay });
}

/** A message's status after a receipt; null when the message is past that already. */
export function afterReceipt(
  status: MessageStatus,
  receipt: DeliveryReceipt['status'],
): 'SENT' | 'DELIVERED' | 'FAILED' | null {
  return RANK[status] < RANK[receipt] ? receipt : null;
}

/**
 * A message that was given up may have arrived all the same, so the receipt wins. A message that was never submitted has no
 * receipt, and a delivered one can not fail afterwards.
 */
const RANK: Record<MessageStatus, number> = {
  QUEUED: 0,
  SUBMITTING: 1,
  UNKNOWN: 1,
  SENT: 2,
  DEAD: 2,
  DELIVERED: 3,
  FAILED: 3,
  CANCELLED: 3,
};

export function interactionOf(channel: SendChannel, senderId: number | null): InteractionType {
  if (channel === 'WABA') return '05';
  if (channel === 'IVR') return '04';
  return senderId === null ? '01' : '02';
}

export const LOGGED: Record<'DELIVERED' | 'FAILED' | 'DEAD', CollectionResult> = {
  DELIVERED: 'MSS',
  FAILED: 'MSF',
  DEAD: 'MSF',
};

export interface EndReason {
  reason: MessageReason;
  params: Record<string, string | number>;
}

/** Why a message that the guard no longer allows is cancelled, as people read it. Figures and codes only. */
export function cancelReason(reasons: readonly ComplianceReason[]): EndReason {
  const of = (rule: ComplianceReason['rule']) => reasons.find((reason) => reason.rule === rule);
  const payment = of('paymentInFlight');
  // It came after the message, or the message would not have been taken on.
  if (payment) return { reason: 'PAID', params: { seconds: Number(payment.params['secondsAgo']) } };
  const state = of('caseState');
  if (state) {
    const status = String(state.params['status']);
    return { reason: status === 'C40' ? 'CASE_WITHDRAWN' : 'CASE_CLOSED', params: { status } };
  }
  const hold = of('hold');
  if (hold) return { reason: 'HOLD', params: { kind: String(hold.params['kind']) } };
  // A stop alone is waited for.
  const rule = reasons.find((reason) => reason.rule !== 'stop')?.rule ?? 'unknown';
  return { reason: 'GUARD', params: { rule } };
}
