import type { Language } from '../../contract/codes';

const KEY = 'lang';

/** The product's codes and the platform's. */
export const LANGUAGE_TAGS = { cn: 'zh-CN', en: 'en-US', es: 'es-MX' } as const satisfies Record<
  Language,
  string
>;
export const LANGUAGE_ORDER: readonly Language[] = ['cn', 'es', 'en'];

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_TAGS, value);
}

/** `es-MX` -> `es`; Chinese for what is none of them. */
export function languageOf(tag: string | undefined): Language {
  return LANGUAGE_ORDER.find((language) => LANGUAGE_TAGS[language] === tag) ?? 'cn';
}

/** Chinese unless this device chose another. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(KEY);
  return isLanguage(stored) ? stored : 'cn';
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}
