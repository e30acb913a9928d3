import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import type { Language } from '../../../contract/codes.js';
import { namespacesOf, readWords } from '../../support/words.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Where the table of docs/terms.md has each language's term; what may not be said stands beside it. */
const COLUMNS = { en: 0, cn: 2, es: 4 } as const;
const LETTER = String.raw`[\p{Script=Latin}\d]`;

const rows = readFileSync(`${root}docs/terms.md`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())); // prettier-ignore

function textsOf(tree: object): string[] {
  return Object.values(tree).flatMap((value: string | object) =>
    typeof value === 'string' ? [value] : textsOf(value),
  );
}

function wordsOf(language: Language): string[] {
  const messages = readFileSync(`${root}server/platform/http/messages/${language}.json`, 'utf8');
  const files = namespacesOf(language).map((namespace) => readWords(language, namespace));
  return [...files, JSON.parse(messages) as object].flatMap(textsOf);
}

/** As a word of its own in languages that have spaces: "App" is no part of "WhatsApp". */
function wordOf(term: string): RegExp {
  const latin = new RegExp(LETTER, 'u').test(term);
  return new RegExp(latin ? `(?<!${LETTER})${term}(?!${LETTER})` : term, 'giu');
}

describe.each(['en', 'cn', 'es'] as const)('the terms in %s', (language) => {
  const column = COLUMNS[language];
  const terms = rows.map((row) => row[column]!);
  const refused = rows.flatMap((row) => row[column + 1]!.split(', ').filter(Boolean));
  const words = wordsOf(language);

  it('are all said', () => {
    const said = words.join('\n');
    expect(terms.filter((term) => !wordOf(term).test(said))).toEqual([]);
  });

  it.each([...new Set(refused)])('are said instead of "%s"', (variant) => {
    const allowed = terms.filter((term) => wordOf(variant).test(term));
    const found = words.filter((text) =>
      wordOf(variant).test(allowed.reduce((rest, term) => rest.replace(wordOf(term), ''), text)),
    );
    expect(found).toEqual([]);
  });
});
