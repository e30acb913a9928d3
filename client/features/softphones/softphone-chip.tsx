import { useTranslation } from 'react-i18next';
import type { Softphone } from '../../../contract/contact/softphones';
import { useCurrentUserQuery, useMay } from '../../api/session-api';
import { useConnection } from '../../state/connection';
import { CopyButton } from '../../ui/copy-button';
import { PhoneIcon } from '../../ui/icons';
import { Popup } from '../../ui/layers/popup';
import { useMySoftphoneQuery } from './softphone-api';

/** The softphone of who may call, with copy buttons; collectors, whose work it is to call, are told when they have none. */
export function SoftphoneChip() {
  return useMay('call:make') ? <Chip /> : null;
}

function Chip() {
  const { t } = useTranslation('softphone');
  const { data } = useMySoftphoneQuery();
  const role = useCurrentUserQuery().data?.role;
  const live = useConnection() === 'live';
  // Not known is not the same as none.
  if (data === undefined) return null;
  if (data === null) {
    return role !== 'member' ? null : (
      <span className="header-chip header-warn" title={t('softphone:none')}>
        <PhoneIcon />
        <span className="header-chip-text">{t('softphone:none')}</span>
      </span>
    );
  }
  return (
    <Popup placement="bottomRight" title={t('softphone:title')} content={<Details phone={data} />}>
      <button type="button" className="header-button" title={live ? undefined : t('softphone:offline')}>
        <span className={`lamp${live ? '' : ' lamp-off'}`} aria-hidden="true" />
        <span className="figure">
          {data.supplier} · {data.extensionNumber}
        </span>
      </button>
    </Popup>
  );
}

function Details({ phone }: { phone: Softphone }) {
  const { t } = useTranslation('softphone');
  const lines = [
    { what: t('softphone:supplier'), text: phone.supplier, shown: phone.supplier },
    { what: t('softphone:extension'), text: phone.extensionNumber, shown: phone.extensionNumber },
    { what: t('softphone:password'), text: phone.password, shown: '••••••••' },
  ];
  return (
    <dl className="copy-list">
      {lines.map(({ what, text, shown }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="figure">{shown}</dd>
          <CopyButton text={text} what={what} />
        </div>
      ))}
    </dl>
  );
}
