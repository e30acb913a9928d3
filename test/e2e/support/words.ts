import type { Language } from '../../../contract/codes.js';
import { namespacesOf, wordsIn } from '../../support/words.js';

export type Say = (key: string, values?: Record<string, string | number>) => string;

/** The client's own words of one language: `say('calls:state.RINGING')`. */
export function wordsOf(language: Language): Say {
  return (key, values = {}) => {
    const [namespace, name] = key.split(':') as [string, string];
    const text = wordsIn(language, namespace)[name];
    if (text === undefined) throw new Error(`There is no ${key} in ${language}.`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, hole: string) => String(values[hole] ?? ''));
  };
}

/** Keys as i18next shows those it does not find. A key of one part is a word like any other. */
export function keysOf(language: Language): ReadonlySet<string> {
  const keys = namespacesOf(language).flatMap((namespace) =>
    Object.keys(wordsIn(language, namespace)).flatMap((key) => [
      ...(key.includes('.') ? [key] : []),
      `${namespace}:${key}`,
    ]),
  );
  return new Set(keys);
}
