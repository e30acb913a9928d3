import { type SEND_CHANNELS } from './codes.js';
import type { GuardChannel } from './guard.js';
import { IsoDay } from './shared/date.js';
import { plainLetters } from './shared/sms-text.js';

export type SendChannel = (typeof SEND_CHANNELS)[number];

/** How the contact guard sees each channel. */
export const GUARD_CHANNEL_OF = {
  SMS: 'SMS',
  BLU: 'SMS',
  LUNAR: 'SMS',
  WABA: 'WHATSAPP',
  IVR: 'IVR',
} as const satisfies Record<SendChannel, GuardChannel>;

/** The server fills these from its own rows; the sender may not. */
const KNOWN_PARAMS = ['name', 'amount', 'loan', 'app', 'dueDate', 'agent'] as const;
type KnownParam = (typeof KNOWN_PARAMS)[number];

/** The sender fills every other placeholder, in the format that the template declares: {{hour:time}}, {{place}}. */
export const PARAM_FORMATS = ['time', 'day', 'text'] as const;
export interface FreeParam {
  name: string;
  format: (typeof PARAM_FORMATS)[number];
}
export const LONGEST_PARAM = 40;

const PLACEHOLDER = /\{\{(\w{1,32})(?::(time|day|text))?\}\}/g;

/** The placeholders that the sender fills in, each once, in order. */
export function freeParamsOf(body: string): FreeParam[] {
  const found = new Map<string, FreeParam>();
  for (const [, name, format = 'text'] of body.matchAll(PLACEHOLDER)) {
    if (!KNOWN_PARAMS.includes(name as KnownParam) && !found.has(name!))
      found.set(name!, { name: name!, format: format as FreeParam['format'] });
  }
  return [...found.values()];
}

/** Whether a known parameter stands in the text. */
export function asksFor(body: string, name: KnownParam): boolean {
  return [...body.matchAll(PLACEHOLDER)].some(([, found]) => found === name);
}

export function renderTemplate(body: string, params: Readonly<Record<string, string>>): string {
  return body.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(params, name) ? params[name]! : whole,
  );
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const LETTERS = new RegExp(String.raw`^[\p{L}\p{M}\p{Nd} .,;:()'"#&+/°¿?¡!%$-]{1,${LONGEST_PARAM}}$`, 'u');
const LINK = /\/\/|www\.|[\p{L}\p{Nd}]\.\p{L}{2}|\p{Nd}\.\p{Nd}+\.\p{Nd}/iu;
/** Seven digits with nothing but signs and spaces between them: a telephone, an account or a card. */
const LONG_NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6}/u;

/** A free parameter as it stands in the text; null when the value has not the format. */
export function writtenParam(format: FreeParam['format'], value: string): string | null {
  if (format === 'time') return TIME.test(value) ? value : null;
  if (format === 'day') return IsoDay.safeParse(value).success ? value.split('-').reverse().join('/') : null;
  const text = value.normalize('NFKC').trim();
  return LETTERS.test(text) && !LINK.test(text) && !LONG_NUMBER.test(text) ? text : null;
}

export interface CaseFacts {
  borrowerName: string;
  /** Centavos. */
  amount: number;
  loanId: string;
  appName: string;
  /** "2026-11-21" */
  penaltyDate: string;
  agentName: string;
}

/** By SMS without the accents that would turn 160 characters into 70. */
export function knownParams(facts: CaseFacts, channel: SendChannel): Record<KnownParam, string> {
  const [year, month, day] = facts.penaltyDate.slice(0, 10).split('-');
  const written = GUARD_CHANNEL_OF[channel] === 'SMS' ? plainLetters : (text: string) => text;
  return {
    name: written(facts.borrowerName.trim().split(/\s+/)[0] ?? ''),
    amount: `$${(facts.amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    loan: facts.loanId,
    app: written(facts.appName),
    dueDate: `${day}/${month}/${year}`,
    agent: written(facts.agentName),
  };
}
