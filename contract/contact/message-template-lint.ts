import { LANGUAGES, type Language } from '../codes.js';
import {
  asksFor,
  freeParamsOf,
  CONTACT_CHANNEL_OF,
  knownParams,
  LONGEST_PARAM,
  problemsIn,
  renderTemplate,
  withoutParams,
  type SendChannel,
  type TemplateProblem,
  type TemplateTexts,
} from './message-texts.js';
import { linksIn } from './message-links.js';
import { fits, LONGEST_TEXT, type MessageLimits } from './messages.js';
import { foldedWords, placesOf, tokensOf } from '../shared/disguise.js';
import { measureText } from '../shared/sms-text.js';
import { COMPLAINT_OFFICES, THREATS } from './message-template-words.js';

/** A finding that keeps a template from being active: the text, the rule, and the piece of the text. */
export interface TemplateFinding {
  field: `texts.${Language}`;
  rule:
    | TemplateProblem['rule']
    | 'template.threat'
    | 'template.hidden'
    | 'template.lender'
    | 'template.complaints'
    | 'template.link'
    | 'template.tooLong';
  /** As it stands in the text; empty where the whole text is at fault. */
  param: string;
  /** Set for a text that is too long, with each parameter at its longest. */
  characters?: number;
  limit?: number;
}
type Finding = Omit<TemplateFinding, 'field'>;

const PHRASES = Object.values(THREATS.words).flat().map(foldedWords);
const HARMLESS = THREATS.harmless.map(foldedWords);

/** All that has to be mended before a template is offered to who sends, by its texts in order. */
export function lintTemplate(
  texts: TemplateTexts,
  channel: SendChannel,
  limits: MessageLimits,
): TemplateFinding[] {
  const found: TemplateFinding[] = [...problemsIn(texts)];
  for (const language of LANGUAGES) {
    const body = texts[language];
    if (!body) continue;
    const field = `texts.${language}` as const;
    const plain = withoutParams(body);
    const all = [
      ...wordingIn(plain),
      ...missingIn(body, plain, language),
      ...lengthOf(body, channel, limits),
    ];
    found.push(...all.map((finding) => ({ field, ...finding })));
  }
  return found;
}

/** Wording that no text to a borrower may have, whoever wrote it: threats, disguise and links. */
export function wordingIn(plain: string): Finding[] {
  const links = linksIn(plain).map((param) => ({ rule: 'template.link' as const, param }));
  return [...threatsIn(plain), ...hiddenIn(plain), ...links];
}

/** In whichever language they are written. */
function threatsIn(plain: string): Finding[] {
  const tokens = tokensOf(plain);
  const harmless = new Set(
    HARMLESS.flatMap((phrase) =>
      placesOf(tokens, phrase).flatMap((at) => phrase.map((_, next) => at + next)),
    ),
  );
  const pieces = PHRASES.flatMap((phrase) =>
    placesOf(tokens, phrase)
      .filter((at) => !phrase.every((_, next) => harmless.has(at + next)))
      .map((at) => plain.slice(tokens[at]!.from, tokens[at + phrase.length - 1]!.to)),
  );
  return [...new Set(pieces)].map((param) => ({ rule: 'template.threat', param }));
}

/** A joiner within an emoji is no disguise. */
const INVISIBLE = /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|(?!\u200D)\p{Cf}/u;
const WORD = /[\p{L}\p{M}]+/gu;
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** Characters that nobody sees, and words of two alphabets. */
function hiddenIn(plain: string): Finding[] {
  const [unseen] = INVISIBLE.exec(plain) ?? [];
  const code = unseen && `U+${unseen.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  const mixed = [...plain.matchAll(WORD)]
    .map(([word]) => word)
    .filter((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1);
  return [...(code ? [code] : []), ...mixed].map((param) => ({ rule: 'template.hidden', param }));
}

/** A borrower has to read who claims, and where to complain. */
function missingIn(body: string, plain: string, language: Language): Finding[] {
  const tokens = tokensOf(plain);
  const isNamed = COMPLAINT_OFFICES[language].some(
    (office) => placesOf(tokens, foldedWords(office)).length > 0,
  );
  return [
    ...(asksFor(body, 'app') ? [] : [{ rule: 'template.lender' as const, param: '' }]),
    ...(isNamed ? [] : [{ rule: 'template.complaints' as const, param: '' }]),
  ];
}

/** The longest that cases fill in; a longer one is refused when it is sent. */
const LONGEST = {
  borrowerName: 'x'.repeat(16),
  amount: 999_999_999,
  loanId: 'x'.repeat(16),
  appName: 'x'.repeat(16),
  penaltyDate: '2026-11-21',
  agentName: 'x'.repeat(30),
};
const LONGEST_FREE = {
  time: '16:30',
  day: '24/11/2026',
  text: 'x'.repeat(LONGEST_PARAM),
  place: 'x'.repeat(LONGEST_PARAM),
};

function lengthOf(body: string, channel: SendChannel, limits: MessageLimits): Finding[] {
  const free = freeParamsOf(body).map(({ name, format }) => [name, LONGEST_FREE[format]]);
  const params = {
    ...(Object.fromEntries(free) as Record<string, string>),
    ...knownParams(LONGEST, channel),
  };
  const text = renderTemplate(body, params);
  if (fits(text, channel, limits)) return [];
  const { encoding, characters } = measureText(text);
  const single = encoding === 'GSM7' ? limits.gsm7Length : limits.ucs2Length;
  const isCut = CONTACT_CHANNEL_OF[channel] === 'SMS';
  const limit = isCut ? Math.min(single * limits.segments, LONGEST_TEXT) : LONGEST_TEXT;
  return [{ rule: 'template.tooLong', param: '', characters, limit }];
}
