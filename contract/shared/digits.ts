import { foldedLetters } from './disguise.js';

/** Letters that an eye takes for digits: 5o5o1o2. */
const ALIKE = new Set('oieastb');
const WORD = /[\p{L}\p{Nd}]+/gu;
const DIGIT = /\p{Nd}/u;

const isDigit = (letter: string) => DIGIT.test(letter);
const mayBeDigit = (letter: string) => isDigit(letter) || foldedLetters(letter).some((one) => ALIKE.has(one));

/**
 * How many digits an eye finds in a text, whatever stands between them: those of any script, letters that stand for digits
 * within a number, and words of nothing but such letters between two numbers.
 */
export function digitsIn(text: string): number {
  let count = 0;
  let between: number | null = null;
  for (const [word] of text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .matchAll(WORD)) {
    const letters = [...word];
    if (letters.some(isDigit)) {
      count += (between ?? 0) + digitsOf(letters);
      between = 0;
    } else if (letters.every(mayBeDigit)) {
      if (between !== null) between += letters.length;
    } else if (letters.length > 1) between = null;
  }
  return count;
}

/** Counts the digits of a word that has one: "calle5" has one, "5o5o" has four. */
function digitsOf(letters: readonly string[]): number {
  const number = letters.every(mayBeDigit)
    ? letters
    : letters.slice(letters.findIndex(isDigit), letters.findLastIndex(isDigit) + 1);
  return number.filter(mayBeDigit).length;
}
