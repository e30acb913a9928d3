import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/codes.js';
import { helpOf } from '../../../client/app/landing.js';
import { ROUTES } from '../../../client/app/router.js';
import { wordsIn } from '../../support/words.js';

/** Ends of sentences in the three languages, before a space or the end. */
const SENTENCES = /[.。](?=\s|$|[^\s.\d])/g;
const named = [...new Set(ROUTES.map(({ path }) => helpOf(path.replaceAll(/:\w+/g, '1'))))].sort();

describe.each(LANGUAGES)('the help in %s', (language) => {
  const words = wordsIn(language, 'screens');
  const texts = Object.entries(words).filter(([key]) => key.startsWith('screen.'));

  it('says of every screen what it is for, and of nothing else', () => {
    expect(texts.map(([key]) => key.slice('screen.'.length)).sort()).toEqual(named);
  });

  it('says it in at most three sentences', () => {
    const long = texts.filter(([, text]) => (String(text).match(SENTENCES) ?? []).length > 3);
    expect(long).toEqual([]);
  });
});

it('a screen within another has a help of its own where it has a use of its own', () => {
  expect(['/task/1/L-1', '/case/list', '/users/logins', '/settings/contactPolicy'].map(helpOf)).toEqual([
    'case',
    'case-list',
    'users',
    'policy',
  ]);
});
