import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '../../../contract/codes.js';

interface Entries {
  [key: string]: string | Entries;
}
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** The client's own words of one language: `say('calls:state.RINGING')`. */
export function wordsOf(language: Language): Say {
  return (key, values = {}) => {
    const [file, path] = key.split(':') as [string, string];
    let entry: string | Entries | undefined = entriesOf(language, file);
    for (const part of path.split('.')) entry = typeof entry === 'object' ? entry[part] : undefined;
    if (typeof entry !== 'string') throw new Error(`There is no ${key} in ${language}.`);
    return entry.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}

/** As i18next would show what it does not find. A key of one part is a word like any other. */
export function keysOf(language: Language): ReadonlySet<string> {
  const files = readdirSync(new URL(`../../../client/i18n/${language}`, import.meta.url));
  const keys = files.flatMap((file) => {
    const name = file.replace('.json', '');
    const paths = pathsOf(entriesOf(language, name));
    return [...paths.filter((path) => path.includes('.')), ...paths.map((path) => `${name}:${path}`)];
  });
  return new Set(keys);
}

function pathsOf(entries: Entries): string[] {
  return Object.entries(entries).flatMap(([key, entry]) =>
    typeof entry === 'string' ? [key] : pathsOf(entry).map((path) => `${key}.${path}`),
  );
}

function entriesOf(language: Language, file: string): Entries {
  const url = new URL(`../../../client/i18n/${language}/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Entries;
}
