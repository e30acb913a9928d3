import type { Language } from '../../../contract/codes.js';
import { wordsIn } from '../../support/words.js';

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
