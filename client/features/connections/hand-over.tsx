import { useTranslation } from 'react-i18next';
import {
  ASTERISK_DIALPLAN,
  PROVIDER_CALLBACKS,
  TWILIO_CALLBACKS,
  type ConnectionProtocol,
  type ProviderConnection,
} from '../../../contract/administration/connections';
import { CopyButton } from '../../ui/copy-button';

const HINTS: Partial<Record<ConnectionProtocol, `connections:handOver.${string}`>> = {
  TWILIO: 'connections:handOver.twilio',
  ASTERISK: 'connections:handOver.asterisk',
  OPENID: 'connections:handOver.openId',
};

/** Addresses that a provider is given, so that it can tell us how something ended. */
export function HandOver({ of }: { of: ProviderConnection }) {
  const { t } = useTranslation('connections');
  // Both sides are set up before a change is approved.
  const { provider, waiting, active } = of;
  const protocol = waiting?.protocol ?? of.protocol;
  const base = (waiting ?? active)?.publicAddress ?? window.location.origin;
  const texts = textsOf(provider, protocol, base);
  return (
    <section className="card" aria-label={t('connections:handOver.title')}>
      <header className="card-head">
        <h2>{t('connections:handOver.title')}</h2>
      </header>
      {texts.length === 0 ? (
        <p className="muted">{t('connections:handOver.none')}</p>
      ) : (
        <>
          <p className="muted">{t(HINTS[protocol] ?? 'connections:handOver.hint')}</p>
          <ul className="connection-calls">
            {texts.map((text) => (
              <li key={text}>
                <code>{text}</code>
                <CopyButton text={text} what={t('connections:handOver.address')} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Lines to be entered at the provider's. */
function textsOf(
  provider: ProviderConnection['provider'],
  protocol: ProviderConnection['protocol'],
  base: string,
): readonly string[] {
  if (protocol === 'ASTERISK') return ASTERISK_DIALPLAN;
  if (protocol === 'OPENID') return [`${base}/`];
  // A receipt's address goes along with each message.
  const calls = protocol === 'TWILIO' ? [TWILIO_CALLBACKS.inbound] : PROVIDER_CALLBACKS[provider];
  return calls.map((call) => `${base}/api/${call}`);
}
