import { freeParamsOf, LONGEST_DIGITS, renderTemplate } from './message-texts.js';
import { GAP } from '../shared/disguise.js';
import { digitsIn } from '../shared/digits.js';
import { wordingIn } from './message-template-lint.js';

/** The parameter that makes a text one that must not be sent, and the words at fault; null: too many digits. */
export interface RefusedWords {
  param: string;
  piece: string | null;
}

/**
 * Runs the template linter over a text as it would be sent, with the typed parameters `filled`: words that are harmless in
 * the template and in the parameter may threaten together. Parameters that the case fills in are left out.
 */
export function refusedWords(body: string, filled: Readonly<Record<string, string>>): RefusedWords | null {
  const typed = freeParamsOf(body).filter(({ name }) => Object.hasOwn(filled, name));
  if (typed.length === 0) return null;
  const texts = typed.filter(({ format }) => format === 'text').map(({ name }) => name);
  if (digitsIn(texts.map((name) => filled[name]).join(' ')) > LONGEST_DIGITS)
    return { param: texts.at(-1)!, piece: null };
  const piecesWith = (params: Readonly<Record<string, string>>) =>
    wordingIn(renderTemplate(body, params, ` ${GAP} `)).map(({ param }) => param);
  const [piece] = piecesWith(filled);
  if (piece === undefined) return null;
  const isToBlame = ({ name }: { name: string }) =>
    !piecesWith({ ...filled, [name]: ` ${GAP} ` }).includes(piece);
  return { param: (typed.find(isToBlame) ?? typed[0]!).name, piece };
}
