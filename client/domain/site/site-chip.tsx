import './site.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PROVIDER_NAMES } from '../../../contract/administration/site';
import { useCurrentUserQuery } from '../../api/session-api';

/** Says on every screen that a site is not live, and what in it is not real; it leads those who can change that to its page. */
export function SiteChip() {
  const { t, i18n } = useTranslation('common');
  const { data: me } = useCurrentUserQuery();
  if (!me || me.site.stage === 'LIVE') return null;
  const { stage, providers: states } = me.site;
  const names = PROVIDER_NAMES.filter((name) => states[name] === 'SIMULATED').map((name) =>
    t(`common:site.provider.${name}`),
  );
  const providers = new Intl.ListFormat(i18n.language).format(names);
  const title = t(`common:site.${stage}.hint`, { providers });
  const word = t(`common:site.${stage}`);
  return me.permissions.includes('system:manage') && !me.kiosk ? (
    <Link to="/system/site" className="site-chip" title={title}>
      {word}
    </Link>
  ) : (
    <span className="site-chip" title={title}>
      {word}
    </span>
  );
}
