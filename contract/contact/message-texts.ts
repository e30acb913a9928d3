import type { Language, SEND_CHANNELS } from '../codes.js';
import type { ContactChannel } from './contact-compliance.js';
import { IsoDay } from '../shared/date.js';
import { digitsIn } from '../shared/digits.js';
import { GAP } from '../shared/disguise.js';
import { plainLetters } from '../shared/sms-text.js';
import { linksIn } from './message-links.js';

export type SendChannel = (typeof SEND_CHANNELS)[number];

/** How the contact guard sees each channel. */
export const CONTACT_CHANNEL_OF = {
  SMS: 'SMS',
  BLU: 'SMS',
  LUNAR: 'SMS',
  WABA: 'WHATSAPP',
  IVR: 'IVR',
} as const satisfies Record<SendChannel, ContactChannel>;

/** The server fills these from its own rows; the sender may not. */
export const KNOWN_PARAMS = ['name', 'amount', 'loan', 'app', 'dueDate', 'agent'] as const;
type KnownParam = (typeof KNOWN_PARAMS)[number];

/**
 * The sender fills every other placeholder, in the format that the template declares: {{hour:time}}. A place is chosen from the
 * list that administrators keep; {{place}} is one, whatever it declares.
 */
export const PARAM_FORMATS = ['time', 'day', 'text', 'place'] as const;
export interface FreeParam {
  name: string;
  format: (typeof PARAM_FORMATS)[number];
}
export const LONGEST_PARAM = 40;
/** Digits in what is typed: fewer than a telephone, an account or a card has. */
export const LONGEST_DIGITS = 6;
const PLACE = 'place';

/** Whatever stands in double braces, and how a placeholder is written there: {{name}}, {{hour:time}}. */
const BRACES = /\{\{([^{}]*)\}\}/g;
const PLACEHOLDER = /^(\w{1,32})(?::(time|day|text|place))?$/;

const isKnown = (name: string) => KNOWN_PARAMS.includes(name as KnownParam);

interface Placeholder {
  /** As it stands between the braces. */
  written: string;
  /** Null: not written as a placeholder is. */
  name: string | null;
  /** As declared; a text where a free one declares nothing. */
  format: FreeParam['format'] | null;
}

function placeholdersOf(body: string): Placeholder[] {
  return [...body.matchAll(BRACES)].map(([, written = '']) => {
    const [, name = null, format = null] = PLACEHOLDER.exec(written) ?? [];
    return { written, name, format: name === PLACE ? PLACE : (format as Placeholder['format']) };
  });
}

/** The placeholders that the sender fills in, each once, in order. */
export function freeParamsOf(body: string): FreeParam[] {
  const found = new Map<string, FreeParam>();
  for (const { name, format } of placeholdersOf(body))
    if (name !== null && !isKnown(name) && !found.has(name))
      found.set(name, { name, format: format ?? 'text' });
  return [...found.values()];
}

/** Whether a known parameter stands in the text. */
export function asksFor(body: string, name: KnownParam): boolean {
  return placeholdersOf(body).some((found) => found.name === name);
}

/** The administrator's text, with a gap in place of each parameter. */
export function withoutParams(body: string): string {
  return body.replace(BRACES, ` ${GAP} `);
}

/** A piece of a text; `blank` names a placeholder that nothing has filled yet. */
export type TextPart = { text: string } | { blank: string };

export function partsOf(body: string, params: Readonly<Record<string, string>>): TextPart[] {
  return body.split(BRACES).flatMap((piece, index): TextPart[] => {
    if (index % 2 === 0) return piece ? [{ text: piece }] : [];
    const [, name = piece] = PLACEHOLDER.exec(piece) ?? [];
    return [Object.hasOwn(params, name) ? { text: params[name]! } : { blank: name }];
  });
}

/** The text, with `blank` where a placeholder is not filled. */
export function renderTemplate(body: string, params: Readonly<Record<string, string>>, blank = ''): string {
  return partsOf(body, params)
    .map((part) => ('text' in part ? part.text : blank))
    .join('');
}

export type TemplateTexts = Partial<Record<Language, string | null>>;
/** A fault of a template: the text, and the parameter that it concerns. */
export interface TemplateProblem {
  field: `texts.${Language}`;
  rule: 'template.placeholder' | 'template.unfilled' | 'template.formats' | 'template.differs';
  param: string;
}
type Check = (body: string, texts: TemplateTexts) => Omit<TemplateProblem, 'field'>[];

/** Checks that each text has to pass. */
const CHECKS: readonly Check[] = [
  // Text that is no placeholder is sent as it stands.
  (body) => {
    const wrong = placeholdersOf(body).flatMap(({ name, written }) => (name === null ? [written] : []));
    const stray = /\{\{|\}\}/.exec(body.replace(BRACES, ''));
    return [...wrong, ...(stray ?? [])].map((param) => ({ rule: 'template.placeholder', param }));
  },
  // Neither the case fills it, nor does it tell who sends what to write.
  (body) =>
    placeholdersOf(body)
      .filter(({ name, format }) => name !== null && format === null && !isKnown(name))
      .map(({ written }) => ({ rule: 'template.unfilled', param: written })),
  // One answer of who sends cannot be a day here and a time there.
  (body, texts) => {
    const all = Object.values(texts).flatMap((text) => placeholdersOf(text ?? ''));
    return placeholdersOf(body)
      .filter(
        ({ name, format }) =>
          format && all.some((one) => one.name === name && (one.format ?? format) !== format),
      )
      .map(({ name }) => ({ rule: 'template.formats', param: name! }));
  },
  // A parameter that the sender fills in stands in each language.
  (body, texts) => {
    const names = (text: string) => freeParamsOf(text).map(({ name }) => name);
    const own = names(body);
    const missing = Object.values(texts)
      .flatMap((text) => names(text ?? body))
      .filter((name) => !own.includes(name));
    return missing.map((param) => ({ rule: 'template.differs', param }));
  },
];

/** All that stands against a template, by its texts in order, each once. */
export function problemsIn(texts: TemplateTexts): TemplateProblem[] {
  const found = new Map<string, TemplateProblem>();
  for (const [language, body] of Object.entries(texts) as [Language, string | null][])
    for (const problem of body ? CHECKS.flatMap((check) => check(body, texts)) : [])
      found.set(`${language} ${problem.param}`, { field: `texts.${language}`, ...problem });
  return [...found.values()];
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const LETTERS = new RegExp(String.raw`^[\p{L}\p{M}\p{Nd} .,;:()'"#&+°¿?¡!%$-]{1,${LONGEST_PARAM}}$`, 'u');

/** A free parameter as it stands in the text; null when the value has not the format. */
export function writtenParam(format: FreeParam['format'], value: string): string | null {
  if (format === 'time') return TIME.test(value) ? value : null;
  if (format === 'day') return IsoDay.safeParse(value).success ? value.split('-').reverse().join('/') : null;
  const text = value.normalize('NFKC').trim();
  const isShort = digitsIn(text) <= LONGEST_DIGITS;
  return LETTERS.test(text) && linksIn(text).length === 0 && isShort ? text : null;
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
  const written = CONTACT_CHANNEL_OF[channel] === 'SMS' ? plainLetters : (text: string) => text;
  return {
    name: written(facts.borrowerName.trim().split(/\s+/)[0] ?? ''),
    amount: `$${(facts.amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
    loan: facts.loanId,
    app: written(facts.appName),
    dueDate: `${day}/${month}/${year}`,
    agent: written(facts.agentName),
  };
}
