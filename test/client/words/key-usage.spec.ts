import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { namespacesOf, readWords, wordsIn } from '../../support/words.js';
import { singular } from './keys.js';

const client = join(import.meta.dirname, '../../../client');
const namespaces = namespacesOf('en');

/** The part of the words that a quoted text names: a namespace, or a hole for one, and at least the beginning of a key. */
const NAMED = /(?<=['"`])((?:[a-z][a-z-]*|\$\{[\w.]+\}):[a-z](?:\$\{[^}]*\}|[^'"`\n$])*)/g;
const WHOLE = /['"`]([a-z][a-z-]*):([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g;
const LABEL = /:(column|filter|field)\./;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const files = sources(client).map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('every key that a screen names exists', () => {
  const known = new Map(namespaces.map((namespace) => [namespace, wordsIn('en', namespace)]));
  const missing = files.flatMap(({ path, text }) =>
    [...text.matchAll(WHOLE)].flatMap(([, namespace, key]) => {
      const words = namespace && known.get(namespace);
      if (!words || !key) return [`${path}: ${namespace}`];
      return Object.keys(words).some((each) => singular(each) === key)
        ? []
        : [`${path}: ${namespace}:${key}`];
    }),
  );
  expect(missing).toEqual([]);
});

/** A key stands whole in a source, or with holes: `codes:role.${role}`; as `words: 'codes:role'` it is the table's name. */
const escaped = (text: string) => text.replace(/[.*+?^$|()[\]\\{}]/g, '\\$&');
const patterns = files
  .flatMap(({ text }) => [...text.matchAll(NAMED)].map(([, key]) => key ?? ''))
  .map((key) =>
    key
      .split(/\$\{[^}]*\}/)
      .map(escaped)
      .join('.+'),
  )
  .map((pattern) => `${pattern}(?:(?:\\.|(?<=\\.))[\\w-]+)?`);
const used = new RegExp(`^(?:${[...new Set(patterns)].join('|')})$`);

it('every key that stands in the words is said by a screen', () => {
  const own = namespaces.filter((namespace) => namespace !== 'common');
  const unused = own.flatMap((namespace) =>
    Object.keys(readWords('en', namespace))
      .map((key) => `${namespace}:${singular(key)}`)
      .filter((key) => !used.test(key)),
  );
  expect(unused).toEqual([]);
});

it('every key of the common words is said as such, or as one that several files leave out', () => {
  const all = files.map(({ text }) => text).join('\n');
  const isSaid = (key: string) =>
    used.test(`common:${key}`) ||
    namespaces.some((namespace) => namespace !== 'common' && used.test(`${namespace}:${key}`));
  const isField = (key: string) =>
    !LABEL.test(`:${key}`) || new RegExp(`\\b${key.split('.')[1]}\\b`).test(all);
  const keys = Object.keys(readWords('en', 'common')).map(singular);
  expect(keys.filter((key) => !isSaid(key) || !isField(key))).toEqual([]);
});
