import { expect, it } from '@jest/globals';
import i18next from 'i18next';
import { countByTag, countFormat } from '../../../client/i18n/plurals.js';

it.each([
  ['cn', '1 条', '2 条'],
  ['es', '1 caso', '2 casos'],
])('one and two have their words in %s, whatever the browser speaks', async (lng, one, two) => {
  const words = i18next.createInstance();
  const cases = { cases_other: '{{count}} 条' };
  const casos = { cases_one: '{{count}} caso', cases_other: '{{count}} casos' };
  const resources = { cn: { translation: cases }, es: { translation: casos } };
  await words.init({ lng, fallbackLng: false, resources });
  countByTag(words);
  expect([words.t('cases', { count: 1 }), words.t('cases', { count: 2 })]).toEqual([one, two]);
});

it('counts have their separators, and what only looks like one has none', async () => {
  const words = i18next.createInstance().use(countFormat);
  const translation = { waiting_other: '{{count}} of {{year}}' };
  const interpolation = { alwaysFormat: true };
  await words.init({ lng: 'en', fallbackLng: false, resources: { en: { translation } }, interpolation });
  expect(words.t('waiting', { count: 1671, year: 2026 })).toBe('1,671 of 2026');
});
