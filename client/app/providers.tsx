import { App, ConfigProvider } from 'antd';
import type { Locale } from 'antd/es/locale';
import { type ReactNode, useEffect, useState } from 'react';
import { Provider } from 'react-redux';
import type { Language } from '../../contract/codes';
import { useWords } from '../i18n/use-words';
import { nonceRuntimeStyles, styleNonce } from '../lib/csp';
import { useDark, usePreferences, useReducedMotion } from '../lib/preferences';
import { themeOf } from './theme';
import { store } from './store';

const LOCALES: Record<Language, () => Promise<{ default: Locale }>> = {
  cn: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
  es: () => import('antd/es/locale/es_ES'),
};

/** antd's own English. */
const BUILT_IN: Locale = { locale: 'en' };

const nonce = styleNonce();
if (nonce) nonceRuntimeStyles(nonce);

export function Providers({ children }: { children: ReactNode }) {
  const { language } = useWords();
  const locale = useLocale(language);
  const dark = useDark();
  const { density } = usePreferences();
  const still = useReducedMotion();
  // Adding a locale later would wrap the page anew: everything in it would start twice.
  if (!locale) return null;
  return (
    <Provider store={store}>
      <ConfigProvider
        theme={themeOf(dark, density === 'compact', still)}
        locale={locale}
        {...(nonce && { csp: { nonce } })}
        button={{ autoInsertSpace: false }}
      >
        <App className="app" message={{ maxCount: 3, top: 56 }} notification={{ placement: 'bottomRight' }}>
          {children}
        </App>
      </ConfigProvider>
    </Provider>
  );
}

function useLocale(language: Language): Locale | null {
  const [locale, setLocale] = useState<Locale | null>(null);
  useEffect(() => {
    let current = true;
    LOCALES[language]().then(
      (module) => current && setLocale(module.default),
      (cause: unknown) => {
        console.error('antd keeps the words it has', cause);
        if (current) setLocale((known) => known ?? BUILT_IN);
      },
    );
    return () => {
      current = false;
    };
  }, [language]);
  return locale;
}
