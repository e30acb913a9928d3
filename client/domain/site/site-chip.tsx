import './site.css';
import { useTranslation } from 'react-i18next';
import { PROVIDER_NAMES } from '../../../contract/administration/site';
import { useCurrentUserQuery } from '../../api/session-api';

/** Says on every screen that a site is not live, and what in it is not real. */
export function SiteChip() {
  const { t, i18n } = useTranslation('common');
  const site = useCurrentUserQuery().data?.site;
  if (!site || site.stage === 'LIVE') return null;
  const { stage } = site;
  const names = PROVIDER_NAMES.filter((name) => site.providers[name] === 'SIMULATED').map((name) =>
    t(`common:site.provider.${name}`),
  );
  const providers = new Intl.ListFormat(i18n.language === 'cn' ? 'zh' : i18n.language).format(names);
  return (
    <span className="site-chip" title={t(`common:site.${stage}.hint`, { providers })}>
      {t(`common:site.${stage}`)}
    </span>
  );
}
