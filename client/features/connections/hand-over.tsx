import { useTranslation } from 'react-i18next';
import { PROVIDER_CALLBACKS } from '../../../contract/administration/connections';
import type { ProviderName } from '../../../contract/administration/site';
import { CopyButton } from '../../ui/copy-button';

/** Addresses that a provider is given, so that it can tell us how something ended. */
export function HandOver({ provider }: { provider: ProviderName }) {
  const { t } = useTranslation('connections');
  const calls = PROVIDER_CALLBACKS[provider];
  return (
    <section className="card" aria-label={t('connections:handOver.title')}>
      <header className="card-head">
        <h2>{t('connections:handOver.title')}</h2>
      </header>
      {calls.length === 0 ? (
        <p className="muted">{t('connections:handOver.none')}</p>
      ) : (
        <>
          <p className="muted">{t('connections:handOver.hint')}</p>
          <ul className="connection-calls">
            {calls.map((call) => {
              const address = `${window.location.origin}/api/${call}`;
              return (
                <li key={call}>
                  <code>{address}</code>
                  <CopyButton text={address} what={t('connections:handOver.address')} />
                </li>
              );
            })}
          </ul>
        </>
      )}
    </section>
  );
}
