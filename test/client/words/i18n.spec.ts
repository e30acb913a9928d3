import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { changeLanguage, i18n, initI18n } from '../../../client/i18n/i18n.js';
import type { Words } from '../../../client/i18n/completed.js';
import type { Language } from '../../../contract/codes.js';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

const FILES: Record<string, Words> = {
  'cn/common': { cases_other: '{{count}} 条', 'field.status': '状态' },
  'en/common': {
    cases_one: '{{count}} case',
    cases_other: '{{count}} of {{year}}',
    'field.status': 'Status',
  },
  'es/common': { cases_one: '{{count}} caso', cases_other: '{{count}} casos', 'field.status': 'Estatus' },
};
const missing: string[] = [];
const page = { documentElement: { lang: '' } };

function read(language: Language, namespace: string): Words | Promise<Words> {
  return FILES[`${language}/${namespace}`] ?? Promise.resolve({ 'list.title': `${namespace} ${language}` });
}

beforeAll(async () => {
  stubGlobal('document', page);
  stubGlobal('localStorage', { setItem: () => undefined });
  await initI18n({ language: 'cn', namespaces: ['queues'], read, onMissing: (key) => missing.push(key) });
});

afterAll(() => unstubGlobals());

it.each([
  ['cn', 'zh-CN', '1 条', '2 条'],
  ['es', 'es-MX', '1 caso', '2 casos'],
] as const)(
  'one and two have their words in %s, whatever the browser speaks',
  async (language, tag, one, two) => {
    await changeLanguage(language);
    expect(page.documentElement.lang).toBe(tag);
    expect([i18n.t('common:cases', { count: 1 }), i18n.t('common:cases', { count: 2 })]).toEqual([one, two]);
    expect(i18n.t('queues:list.title')).toBe(`queues ${language}`);
  },
);

it('counts have their separators, and what only looks like one has none', async () => {
  await changeLanguage('en');
  expect(i18n.t('common:cases', { count: 1671, year: 2026 })).toBe('1,671 of 2026');
});

it('a label that a namespace leaves out is the common one', () => {
  expect(i18n.t('queues:column.status')).toBe('Status');
  expect(missing).toEqual([]);
});

it('a key without words is reported, and shown as it is, unless the caller expects that', () => {
  expect(i18n.t('queues:field.status.hint', { defaultValue: '' })).toBe('');
  expect(i18n.t('queues:nowhere')).toBe('nowhere');
  expect(missing).toEqual(['queues:nowhere']);
});
