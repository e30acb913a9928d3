import type { CaseInfo, ContactRow } from '../../../contract/cases';
import type { ContactPreview, GuardReason } from '../../../contract/guard';
import {
  fits,
  GUARD_CHANNEL_OF,
  knownParams,
  LONGEST_TEXT,
  renderTemplate,
  type MessageLimits,
  type SendChannel,
  type TemplateRow,
} from '../../../contract/messages';
import { measureText, plainLetters, segmentsOf } from '../../../contract/shared/sms-text';

type Facts = Pick<CaseInfo, 'borrowerName' | 'amount' | 'loanId' | 'appName' | 'penaltyDate'>;

/** What the fields begin with: what is known of the case. By SMS names go without the accents that would halve it. */
export function startingParams(
  { params, channel }: TemplateRow,
  info: Facts,
  agentName: string,
): Record<string, string> {
  const known: Record<string, string> = knownParams({ ...info, agentName });
  const written = GUARD_CHANNEL_OF[channel] === 'SMS' ? plainLetters : (text: string) => text;
  return Object.fromEntries(params.map((name) => [name, written(known[name] ?? '')]));
}

export interface Composition {
  text: string;
  encoding: 'GSM7' | 'UCS2';
  characters: number;
  /** Of one segment by this encoding; of the whole text where there are no segments. */
  limit: number;
  /** Null where a text is not cut into segments. */
  segments: number | null;
  fits: boolean;
  missing: string[];
}

export function composed(
  template: TemplateRow,
  params: Readonly<Record<string, string>>,
  limits: MessageLimits,
): Composition {
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value.trim() !== ''));
  const text = renderTemplate(template.body, given);
  const measure = measureText(text);
  const isSms = GUARD_CHANNEL_OF[template.channel] === 'SMS';
  const single = measure.encoding === 'GSM7' ? limits.gsm7Length : limits.ucs2Length;
  return {
    ...measure,
    text,
    limit: isSms ? single * limits.segments : LONGEST_TEXT,
    segments: isSms ? segmentsOf(measure, { gsm7: limits.gsm7Length, ucs2: limits.ucs2Length }) : null,
    fits: fits(text, template.channel, limits),
    missing: template.params.filter((name) => !given[name]),
  };
}

/** Whom it goes to: the one asked for, else the first that is not blocked, else the first. */
export function recipientOf(contacts: readonly ContactRow[], asked: number | null): ContactRow | undefined {
  return (
    contacts.find(({ id }) => id === asked) ?? contacts.find(({ blocked }) => blocked === null) ?? contacts[0]
  );
}

/** Why the guard would refuse; empty when it would not, or is not known yet. */
export function reasonsAgainst(
  preview: ContactPreview | undefined,
  contactId: number | undefined,
  channel: SendChannel,
): { reasons: GuardReason[]; nextAllowedAt: string | null } {
  const found = preview?.contacts.find((contact) => contact.contactId === contactId);
  const decision = found?.channels[GUARD_CHANNEL_OF[channel]];
  return decision && !decision.allow
    ? { reasons: decision.reasons, nextAllowedAt: decision.nextAllowedAt }
    : { reasons: [], nextAllowedAt: null };
}
