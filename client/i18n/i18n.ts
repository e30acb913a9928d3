import i18next, { type ReadCallback } from 'i18next';
import type { Language } from '../../contract/codes';
import { LANGUAGE_TAGS, storedLanguage, storeLanguage } from '../lib/language';
import { countByTag, countFormat } from './plurals';

type Feature = Record<string, unknown>;

/** One chunk per language and feature: a page loads the words it shows. */
const files = import.meta.glob<Feature>(['./*/*.json', '!./*/{common,login}.json'], { import: 'default' });

/** Those of the sign-in page are too few for a request of their own, which it would wait for. */
const first = import.meta.glob<Feature>('./*/{common,login}.json', { import: 'default', eager: true });

const backend = {
  type: 'backend' as const,
  read(language: string, namespace: string, done: ReadCallback) {
    const known = first[`./${language}/${namespace}.json`];
    if (known) return done(null, known);
    const load = files[`./${language}/${namespace}.json`];
    if (!load) return done(new Error(`no words for ${language}/${namespace}`), false);
    load().then(
      (words) => done(null, words),
      (cause: unknown) => done(cause as Error, true),
    );
  },
};

/** @param features whose words are loaded at once, with the common ones */
export async function startI18n(features: readonly string[]): Promise<void> {
  const language = storedLanguage();
  markDocument(language);
  await i18next
    .use(backend)
    .use(countFormat)
    .init({
      lng: language,
      supportedLngs: Object.keys(LANGUAGE_TAGS),
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', ...features],
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
  countByTag(i18next);
}

/** Before they are drawn, so that drawing does not begin anew with each of them. Without them, drawing waits. */
export async function loadWords(features: readonly string[]): Promise<void> {
  await i18next.loadNamespaces(features);
}

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
  markDocument(language);
}

function markDocument(language: Language): void {
  document.documentElement.lang = LANGUAGE_TAGS[language];
}
