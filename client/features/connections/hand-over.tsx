import { useTranslation } from 'react-i18next';
import {
  PROVIDER_CALLBACKS,
  TWILIO_CALLBACKS,
  type ProviderConnection,
} from '../../../contract/administration/connections';
import { CopyButton } from '../../ui/copy-button';

/** Addresses that a provider is given, so that it can tell us how something ended. */
export function HandOver({ of: { provider, protocol, active } }: { of: ProviderConnection }) {
  const { t } = useTranslation('connections');
  const isTwilio = protocol === 'TWILIO';
  // A receipt's address goes along with each message.
  const calls = isTwilio ? [TWILIO_CALLBACKS.inbound] : PROVIDER_CALLBACKS[provider];
  const base = active?.publicAddress ?? window.location.origin;
  return (
    <section className="card" aria-label={t('connections:handOver.title')}>
      <header className="card-head">
        <h2>{t('connections:handOver.title')}</h2>
      </header>
      {calls.length === 0 ? (
        <p className="muted">{t('connections:handOver.none')}</p>
      ) : (
        <>
          <p className="muted">{t(isTwilio ? 'connections:handOver.twilio' : 'connections:handOver.hint')}</p>
          <ul className="connection-calls">
            {calls.map((call) => {
              const address = `${base}/api/${call}`;
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
