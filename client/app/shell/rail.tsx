import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useAsideMenuQuery } from '../../api/session-api';
import { CaseQuickLinks } from '../../features/cases/list/case-quick-links';
import { SetupLink } from '../../features/setup/setup-link';
import { ScoreCardPanel } from '../../features/score-cards/score-card';
import { useUserId } from '../../state/session';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { CASE_LIST } from '../router';
import type { MenuLabel } from '../routes/screen';
import { entryOf } from '../landing';
import { MenuIcon } from './menu-icon';
import { isCounted, MenuCount } from './menu-counts';
import { useMenuGroups } from './menu-routes';

/** A menu of more entries names its groups. */
const LONG = 12;

export function Rail() {
  const { t } = useTranslation('shell');
  const { data: keys, error, refetch } = useAsideMenuQuery(useUserId());
  const groups = useMenuGroups();
  const long = groups.reduce((count, { screens }) => count + screens.length, 0) > LONG;
  return (
    <aside className="rail">
      <ScoreCardPanel />
      <nav aria-label={t('shell:menu.label')}>
        {!keys &&
          (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={3} />)}
        <SetupLink />
        {keys?.length === 0 && <p className="menu-none">{t('shell:menu-none')}</p>}
        {groups.map(({ group, screens }) => (
          <section key={group} aria-label={t(`shell:menu-group.${group}`)}>
            {long && (
              <p className="menu-group" aria-hidden="true">
                {t(`shell:menu-group.${group}`)}
              </p>
            )}
            <ul className="menu">
              {screens.map(({ path, menu }) => (
                <Entry key={path} path={path} label={menu.label} />
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </aside>
  );
}

function Entry({ path, label }: { path: string; label: MenuLabel }) {
  const { t } = useTranslation('shell');
  const here = entryOf(useLocation().pathname) === path;
  return (
    <li>
      <NavLink to={path} className={here ? 'menu-link menu-link-here' : 'menu-link'} end>
        <MenuIcon of={label} />
        <span>{t(`shell:menu.${label}`)}</span>
        {isCounted(path) && <MenuCount path={path} />}
      </NavLink>
      {path === CASE_LIST && <CaseQuickLinks base={CASE_LIST} />}
    </li>
  );
}
