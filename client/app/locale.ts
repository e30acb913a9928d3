import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import type { Language } from '../../contract/codes';

const LOCALES: Record<Language, () => Promise<{ default: Locale }>> = {
  cn: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
  es: () => import('antd/es/locale/es_ES'),
};

/** antd's own English. */
const BUILT_IN: Locale = { locale: 'en' };

const loaded = new Map<Language, Locale>();

/** antd's words in a language; its own English when they cannot be had. */
export async function loadLocale(language: Language): Promise<Locale> {
  const known = loaded.get(language);
  if (known) return known;
  try {
    const { default: locale } = await LOCALES[language]();
    loaded.set(language, locale);
    return locale;
  } catch (cause) {
    console.error('antd keeps the words it has', cause);
    return BUILT_IN;
  }
}

/** Null until the first are there; another language's stand until the new ones are. */
export function useLocale(language: Language): Locale | null {
  const [locale, setLocale] = useState(loaded.get(language) ?? null);
  useEffect(() => {
    let current = true;
    void loadLocale(language).then((found) => {
      if (current) setLocale((known) => (found === BUILT_IN && known ? known : found));
    });
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}
