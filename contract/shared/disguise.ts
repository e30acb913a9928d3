/**
 * Reads a text as an eye does: without case and accents, invisible characters, letters of other alphabets that look alike,
 * figures in the place of letters, and the blanks of s p a c e d words.
 */
export interface Token {
  /** Folded: to be compared with what `foldedWords` made. */
  text: string;
  /** Where it stands in the text that was read. */
  from: number;
  to: number;
}

const ALIKE: Readonly<Record<string, string>> = {
  ...pairs('а е о р с х у і ѕ ј к м т в н п', 'a e o p c x y i s j k m t b h n'),
  ...pairs('α ε ο ι ρ κ ν τ υ η γ', 'a e o i p k v t u n y'),
  ...pairs('0 1 3 4 5 7 8 @ $ | ı ø ł', 'o i e a s t b a s i i o i'),
  // One stroke: figure, capital and small letter.
  l: 'i',
};
/** Characters that stand between letters and are not read. */
const UNSEEN = /[\p{Cf}\p{M}]/u;
const HAN = /\p{Script=Han}/u;
const LETTER = /[\p{L}\p{N}]/u;
/** This many letters in a row, each on its own, are a word. */
const SPACED = 3;

function pairs(from: string, to: string): Record<string, string> {
  const targets = to.split(' ');
  return Object.fromEntries(from.split(' ').map((letter, index) => [letter, targets[index]!]));
}

/** Between words on both sides of it nothing is read. */
export const GAP = '\u0000';

/** The words of a text; each Chinese character is one. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let isOpen = false;
  let at = 0;
  for (const character of text) {
    const from = at;
    at += character.length;
    if (UNSEEN.test(character)) continue;
    if (character === GAP) {
      tokens.push({ text: GAP, from, to: at });
      isOpen = false;
      continue;
    }
    for (const folded of foldedLetters(character)) {
      if (!LETTER.test(folded)) isOpen = false;
      else if (HAN.test(folded)) {
        tokens.push({ text: folded, from, to: at });
        isOpen = false;
      } else if (isOpen) {
        const last = tokens.at(-1)!;
        last.text += folded;
        last.to = at;
      } else {
        tokens.push({ text: folded, from, to: at });
        isOpen = true;
      }
    }
  }
  return joined(tokens);
}

export function foldedLetters(character: string): string[] {
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...plain].map((letter) => ALIKE[letter] ?? letter);
}

/** "c a r c e l" is one word. */
function joined(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  let run: Token[] = [];
  const flush = () => {
    if (run.length < SPACED) result.push(...run);
    else result.push({ text: run.map(({ text }) => text).join(''), from: run[0]!.from, to: run.at(-1)!.to });
    run = [];
  };
  for (const token of tokens) {
    const isSingle = token.text.length === 1 && token.text !== GAP && !HAN.test(token.text);
    if (!isSingle) flush();
    if (isSingle) run.push(token);
    else result.push(token);
  }
  flush();
  return result;
}

/** A phrase as its words are compared; a star is any ending. */
export function foldedWords(phrase: string): string[] {
  return phrase.split(/\s+/).flatMap((word) => {
    const folded = tokensOf(word).map(({ text }) => text);
    return word.endsWith('*') ? folded.with(-1, `${folded.at(-1)}*`) : folded;
  });
}

/** Where a phrase stands among the tokens: places of its first words. */
export function placesOf(tokens: readonly Token[], phrase: readonly string[]): number[] {
  const fits = (word: string, token: Token | undefined) =>
    token !== undefined &&
    (word.endsWith('*') ? token.text.startsWith(word.slice(0, -1)) : token.text === word);
  return tokens.flatMap((_, at) => (phrase.every((word, next) => fits(word, tokens[at + next])) ? [at] : []));
}
