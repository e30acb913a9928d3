import type { FormatterModule, i18n } from 'i18next';
import { formatCount } from '../lib/format';
import { isLanguage, LANGUAGE_TAGS } from '../lib/language';

interface Plurals {
  getRule: (code: string, options?: object) => Intl.PluralRules;
}

/** The platform does not know `cn` and would count as the browser's own language does: one case would have no words. */
export function countByTag({ services }: i18n): void {
  const plurals = services.pluralResolver as Plurals;
  const ruleOf = plurals.getRule.bind(plurals);
  plurals.getRule = (code, options) => ruleOf(isLanguage(code) ? LANGUAGE_TAGS[code] : code, options);
}

const nothing = () => undefined;

/** Counts are written as everywhere else, "1,671"; other numbers are years, and names of things. */
export const countFormat: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value: unknown, _, language, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number' && isLanguage(language)
      ? formatCount(value, language)
      : (value as string),
};
