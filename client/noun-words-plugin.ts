import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { Words } from './i18n/completed';
import { withNouns } from './i18n/noun-words';

const FILE = /^(.*[\\/]i18n[\\/]\w+[\\/])(shell|audit|grants)\.json$/;

/** Completes the words of three files by the titles of the nouns. */
export function nounWords(): Plugin {
  return {
    name: 'noun-words',
    enforce: 'pre',
    transform(text, id) {
      const [, folder, namespace] = FILE.exec(id) ?? [];
      if (!folder || !namespace) return null;
      const read = (name: string) => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Words;
      return { code: JSON.stringify(withNouns(namespace, JSON.parse(text) as Words, read)), map: null };
    },
  };
}
