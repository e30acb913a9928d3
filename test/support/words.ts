import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TFunction } from 'i18next';
import type { Language } from '../../contract/codes.js';
import { completed, type Words } from '../../client/i18n/completed.js';
import { withNouns } from '../../client/i18n/noun-words.js';

const folder = fileURLToPath(new URL('../../client/i18n/', import.meta.url));

const TAGS = { cn: 'zh', en: 'en', es: 'es' } as const satisfies Record<Language, string>;

export function namespacesOf(language: Language): string[] {
  return readdirSync(`${folder}${language}`).map((name) => name.replace('.json', '')).sort(); // prettier-ignore
}

/** The file as it is written. */
export function textOfFile(language: Language, namespace: string): string {
  return readFileSync(`${folder}${language}/${namespace}.json`, 'utf8');
}

export function readWords(language: Language, namespace: string): Words {
  return JSON.parse(textOfFile(language, namespace)) as Words;
}

/** The words that the client finds in a namespace: its own words, and what it leaves to its fields and to `common`. */
export function wordsIn(language: Language, namespace: string): Words {
  const read = (name: string) => readWords(language, name);
  const [common, own] = ['common', namespace].map((each) =>
    completed(withNouns(each, read(each), read), TAGS[language]),
  );
  return { ...common, ...own };
}

/** The keys below a part, without it: `event` -> `case.assigned`. */
export function keysBelow(words: Words, part: string): string[] {
  const keys = Object.keys(words).filter((key) => key.startsWith(`${part}.`));
  return keys.map((key) => key.slice(part.length + 1)).sort();
}

/** A look-up of one's own in the place of i18next's, whose type carries a mark that no other function can have. */
export function asTFunction(say: (key: string, values?: Record<string, unknown>) => string): TFunction {
  return say as unknown as TFunction;
}
