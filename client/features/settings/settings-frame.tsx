import './settings.css';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { PageHeader } from '../../ui/page-header';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { VersionLine } from './history';
import { SETTING_PLACES, type SettingPlace } from './setting-places';
import type { Version } from './values';

interface SettingsFrameProps {
  place: SettingPlace['label'];
  inForce: Version | undefined;
  error: unknown;
  onRetry: () => unknown;
  /** The fields. */
  children: ReactNode;
  /** Beside them: what the change would do, and the history. */
  aside: ReactNode;
}

/** The settings area: its screens, what is in force since when and by whom, the fields, and what stands beside them. */
export function SettingsFrame({ place, inForce, error, onRetry, children, aside }: SettingsFrameProps) {
  const { t } = useWords('settings', 'shell');
  return (
    <div className="page settings">
      <PageHeader title={t(`shell:settings.${place}`)} />
      <SettingsNav />
      <p className="settings-lead">{t(`settings:lead.${place}`)}</p>
      {inForce ? (
        <>
          <InForce inForce={inForce} />
          <div className="settings-body">
            <div>{children}</div>
            <div className="settings-aside">{aside}</div>
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void onRetry()} />
      ) : (
        <PanelSkeleton lines={12} />
      )}
    </div>
  );
}

function SettingsNav() {
  const { t } = useWords('settings', 'shell');
  const { data: user } = useCurrentUserQuery();
  const places = SETTING_PLACES.filter(({ may }) => user?.permissions.includes(may));
  return (
    <nav className="settings-nav" aria-label={t('shell:settings.title')}>
      {places.map(({ path, label }) => (
        <NavLink key={path} to={path}>
          {t(`shell:settings.${label}`)}
        </NavLink>
      ))}
    </nav>
  );
}

function InForce({ inForce }: { inForce: Version }) {
  const { t } = useWords('settings');
  return (
    <div className="setting-in-force" role="status">
      <span className="muted">{t('settings:in-force.label')}</span>
      <VersionLine version={inForce} />
      {inForce.version === 0 && <span className="muted">{t('settings:in-force.never')}</span>}
      {inForce.version > 0 && inForce.note && <span className="setting-note">{inForce.note}</span>}
    </div>
  );
}
