import { useTranslation } from 'react-i18next';
import type { Language } from '../../contract/codes';
import { isLanguage } from '../lib/language';

export type Words = (key: string, values?: Record<string, unknown>) => string;

/**
 * The words of the named features and of `common`. Keys are written whole, `cases:list.title`, so that a test can find
 * each of them; suspends until they are loaded.
 */
export function useWords(...features: string[]): { t: Words; language: Language } {
  const { t, i18n } = useTranslation([...features, 'common']);
  const language = isLanguage(i18n.language) ? i18n.language : 'cn';
  return { t: t as unknown as Words, language };
}
