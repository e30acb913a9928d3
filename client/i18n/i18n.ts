import { type BackendModule, createInstance, type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../contract/codes';
import { formatCount } from '../lib/format';
import { LANGUAGE_TAGS, languageOf, storeLanguage } from '../lib/language';
import { completed, type Words } from './completed';

/** Its languages are the platform's tags, `zh-CN`, so that plurals need no rules of ours; all else says `cn`, `en`, `es`. */
export const i18n = createInstance();

interface Options {
  language: Language;
  /** Loaded at once, with `common`. */
  namespaces: readonly string[];
  /** The words of one file; at once where they are there already. */
  read: (language: Language, namespace: string) => Words | Promise<Words>;
  onMissing?: (key: string) => void;
}

/** `common` says what a namespace does not say. A key that neither has is reported, and shown as it is. */
export async function initI18n({ language, namespaces, read, onMissing = report }: Options): Promise<void> {
  markDocument(language);
  await i18n
    .use(backendOf(read))
    .use(countFormat)
    .use(initReactI18next)
    .init({
      lng: LANGUAGE_TAGS[language],
      supportedLngs: Object.values(LANGUAGE_TAGS),
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', ...namespaces],
      defaultNS: 'common',
      fallbackNS: 'common',
      keySeparator: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      saveMissing: true,
      missingKeyHandler: (_tags, namespace, key, _text, _more, options: { defaultValue?: unknown }) => {
        if (options.defaultValue === undefined) onMissing(`${namespace}:${key}`);
      },
    });
}

/** Before they are drawn, so that drawing does not begin anew with each of them. Without them, drawing waits. */
export async function loadWords(namespaces: readonly string[]): Promise<void> {
  await i18n.loadNamespaces(namespaces);
}

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18n.changeLanguage(LANGUAGE_TAGS[language]);
  markDocument(language);
}

function backendOf(read: Options['read']): BackendModule {
  return {
    type: 'backend',
    init: nothing,
    read(tag, namespace, done) {
      const words = read(languageOf(tag), namespace);
      if (!(words instanceof Promise)) return done(null, completed(words, tag));
      words.then(
        (arrived) => done(null, completed(arrived, tag)),
        (cause: unknown) => done(cause as Error, true), // asked for again
      );
    },
  };
}

const nothing = () => undefined;

/** Counts are written as everywhere else, "1,671"; other numbers are years, and names of things. */
const countFormat: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value: unknown, _, tag, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number'
      ? formatCount(value, languageOf(tag))
      : (value as string),
};

function report(key: string): void {
  console.error(`There are no words for ${key}.`);
}

function markDocument(language: Language): void {
  document.documentElement.lang = LANGUAGE_TAGS[language];
}
