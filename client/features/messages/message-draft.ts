import type { ContactRow } from '../../../contract/cases/cases';
import type { ContactPreview, ComplianceReason } from '../../../contract/contact/contact-compliance';
import {
  CONTACT_CHANNEL_OF,
  freeParamsOf,
  knownParams,
  partsOf,
  renderTemplate,
  writtenParam,
  type CaseFacts,
  type SendChannel,
  type TextPart,
} from '../../../contract/contact/message-texts';
import { fits, LONGEST_TEXT, type MessageLimits } from '../../../contract/contact/messages';
import { refusedWords } from '../../../contract/contact/message-typed-words';
import { measureText, segmentsOf } from '../../../contract/shared/sms-text';

export interface Composition {
  parts: TextPart[];
  encoding: 'GSM7' | 'UCS2';
  characters: number;
  /** Limit of one segment in this encoding; of the whole text where there are no segments. */
  limit: number;
  /** Null where a text is not cut into segments. */
  segments: number | null;
  fits: boolean;
  missing: string[];
  /** Typed in another format than the template declares, or in words that no text may have. */
  wrong: string[];
}

/** Counts without what is not filled yet. */
export function composed(
  template: { body: string; channel: SendChannel },
  typed: Readonly<Record<string, string>>,
  facts: CaseFacts,
  limits: MessageLimits,
): Composition {
  const free = freeParamsOf(template.body).map(({ name, format }) => {
    const value = (Object.hasOwn(typed, name) ? typed[name]! : '').trim();
    return { name, value, written: writtenParam(format, value) };
  });
  const filled = free.flatMap(({ name, value, written }) => (value ? [[name, written ?? value]] : []));
  const typedParams = Object.fromEntries(filled) as Record<string, string>;
  const refused = refusedWords(template.body, typedParams);
  const isWrong = ({ name, value, written }: (typeof free)[number]) =>
    value !== '' && (written === null || name === refused?.param);
  const params = { ...typedParams, ...knownParams(facts, template.channel) };
  const text = renderTemplate(template.body, params);
  const measure = measureText(text);
  const isSms = CONTACT_CHANNEL_OF[template.channel] === 'SMS';
  const single = measure.encoding === 'GSM7' ? limits.gsm7Length : limits.ucs2Length;
  return {
    ...measure,
    parts: partsOf(template.body, params),
    limit: isSms ? single * limits.segments : LONGEST_TEXT,
    segments: isSms ? segmentsOf(measure, { gsm7: limits.gsm7Length, ucs2: limits.ucs2Length }) : null,
    fits: fits(text, template.channel, limits),
    missing: free.filter(({ value }) => !value).map(({ name }) => name),
    wrong: free.filter(isWrong).map(({ name }) => name),
  };
}

/** The recipient: the requested one, else the first that is not blocked, else the first. */
export function recipientOf(
  contacts: readonly ContactRow[],
  requested: number | null,
): ContactRow | undefined {
  return (
    contacts.find(({ id }) => id === requested) ??
    contacts.find(({ blocked }) => blocked === null) ??
    contacts[0]
  );
}

/** Why the guard would refuse; empty when it would not, or is not known yet. */
export function reasonsAgainst(
  preview: ContactPreview | undefined,
  contactId: number | undefined,
  channel: SendChannel,
): { reasons: ComplianceReason[]; nextAllowedAt: string | null } {
  const found = preview?.contacts.find((contact) => contact.contactId === contactId);
  const decision = found?.channels[CONTACT_CHANNEL_OF[channel]];
  return decision && !decision.allow
    ? { reasons: decision.reasons, nextAllowedAt: decision.nextAllowedAt }
    : { reasons: [], nextAllowedAt: null };
}
