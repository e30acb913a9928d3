import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/codes.js';
import { completed, type Words } from '../../../client/i18n/completed.js';
import { namespacesOf, readWords, wordsIn } from '../../support/words.js';

const LABEL = /^(column|filter|field)\.[^.]+$/;

describe('a file with its fallbacks', () => {
  it('names a column and a filter as their field, and keeps those that have a name of their own', () => {
    const words = { 'field.name': 'Name', 'field.name.hint': 'In full.', 'filter.name': 'Name begins with' };
    expect(completed(words, 'en')).toEqual({ ...words, 'column.name': 'Name' });
  });

  it('has all plural forms of its language, those that are left out as the last', () => {
    const words = { cases_one: '{{count}} caso', cases_other: '{{count}} casos' };
    expect(completed(words, 'es')).toEqual({ ...words, cases_many: '{{count}} casos' });
    expect(completed({ cases_other: '{{count}} 条' }, 'zh-CN')).toEqual({ cases_other: '{{count}} 条' });
  });
});

/** The text that would be shown for a key if the file did not have it. */
function without(key: string, namespace: string, language: (typeof LANGUAGES)[number]): string | undefined {
  const { [key]: _, ...rest } = readWords(language, namespace) as Record<string, string>;
  const own: Words = completed(rest, language === 'cn' ? 'zh' : language);
  return own[key] ?? wordsIn(language, 'common')[key];
}

/** The audit names a field as its list does, else as a fact of its own, of the timeline or of people. */
function isAuditedOtherwise(key: string, language: (typeof LANGUAGES)[number]): boolean {
  const name = key.replace('field.', '');
  const [audit, timeline] = [readWords(language, 'audit'), readWords(language, 'timeline')];
  const fact = audit[`fact.${name}`] ?? timeline[`fact.${name}`] ?? wordsIn(language, 'users')[key];
  return key.startsWith('field.') && fact !== wordsIn(language, 'common')[key];
}

it.each(namespacesOf('en').filter((namespace) => namespace !== 'common'))(
  'no label of %s says what it would fall back to',
  (namespace) => {
    const doubled = Object.keys(readWords('en', namespace)).filter(
      (key) =>
        LABEL.test(key) &&
        LANGUAGES.every(
          (language) =>
            without(key, namespace, language) === readWords(language, namespace)[key] &&
            !isAuditedOtherwise(key, language),
        ),
    );
    expect(doubled).toEqual([]);
  },
);
