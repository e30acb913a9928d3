import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLanguage } from '../i18n/use-language';
import { nonceRuntimeStyles, styleNonce } from '../lib/csp';
import { useDark, usePreferences } from '../state/preferences';
import { useLocale } from './locale';
import { themeOf } from './theme';
import { store } from './store';

const nonce = styleNonce();
if (nonce) nonceRuntimeStyles(nonce);

export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <Design>{children}</Design>
    </Provider>
  );
}

function Design({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const locale = useLocale(language);
  const dark = useDark();
  const { density } = usePreferences();
  // Adding a locale later would wrap the page anew: everything in it would start twice.
  if (!locale) return null;
  return (
    <ConfigProvider
      theme={themeOf(dark, density === 'compact')}
      locale={locale}
      {...(nonce && { csp: { nonce } })}
      button={{ autoInsertSpace: false }}
    >
      <App className="app" message={{ maxCount: 3, top: 56 }} notification={{ placement: 'bottomLeft' }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
