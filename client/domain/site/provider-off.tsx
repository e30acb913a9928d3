import { useTranslation } from 'react-i18next';
import type { ProviderName } from '../../../contract/administration/site';
import { useCurrentUserQuery } from '../../api/session-api';

/** True when a live site has nobody who does this. */
export function useIsOff(provider: ProviderName): boolean {
  return useCurrentUserQuery().data?.site.providers[provider] === 'OFF';
}

/** Says, where a provider would be used, that there is none. */
export function ProviderOff({ of }: { of: ProviderName }) {
  const { t } = useTranslation('common');
  return useIsOff(of) && <p className="muted">{t('common:site.off')}</p>;
}
