import i18next from 'i18next';
import { use, useSyncExternalStore } from 'react';
import type { Language } from '../../contract/codes';
import { isLanguage } from '../lib/language';

export type Words = (key: string, values?: Record<string, unknown>) => string;

/**
 * The words of the named features and of `common`. Keys are written whole, `cases:list.title`, so that a test can find
 * each of them; suspends until they are loaded. A table has hundreds of these: what one costs, a page costs.
 */
export function useWords(...features: string[]): { t: Words; language: Language } {
  const language = useSyncExternalStore(follow, current);
  const arrival = arrivalOf(language, features);
  if (arrival) use(arrival);
  return wordsOf(language);
}

function follow(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

function current(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'cn';
}

/** For what is said outside of a component; its words are loaded. */
export const currentWords = (): Words => wordsOf(current()).t;

const loaded = new Set<string>();

/** True as well for what could not be loaded: then its keys are shown. */
function isLoaded(language: Language, feature: string): boolean {
  const name = `${language}/${feature}`;
  if (!loaded.has(name) && i18next.hasLoadedNamespace(feature)) loaded.add(name);
  return loaded.has(name);
}

const arrivals = new Map<string, Promise<void>>();

/**
 * Nothing when the words were there before anybody waited for them. Else always the same promise, of what has come as
 * well: React draws a component that waited once more and must be told to wait for the same.
 */
function arrivalOf(language: Language, features: readonly string[]): Promise<void> | undefined {
  const name = `${language}/${features.join()}`;
  const known = arrivals.get(name);
  if (known || features.every((feature) => isLoaded(language, feature))) return known;
  const arrival = i18next.loadNamespaces(features);
  arrivals.set(name, arrival);
  return arrival;
}

const languages = new Map<Language, { t: Words; language: Language }>();

function wordsOf(language: Language): { t: Words; language: Language } {
  const known = languages.get(language) ?? { t: i18next.getFixedT(language) as unknown as Words, language };
  languages.set(language, known);
  return known;
}
