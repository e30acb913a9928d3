import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { NavLink, useLocation } from 'react-router';
import { useAsideMenuQuery } from '../../api/session-api';
import { CaseQuickLinks } from '../../features/cases/list/case-quick-links';
import { SetupLink } from '../../features/setup/setup-link';
import { ScoreCardPanel } from '../../features/score-cards/score-card';
import { preferencesChanged, usePreferences } from '../../state/preferences';
import { useUserId } from '../../state/session';
import { ChevronIcon } from '../../ui/icons';
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
          <Group key={group} group={group} screens={screens} isLong={long} />
        ))}
      </nav>
    </aside>
  );
}

/** A long menu's groups are folded away by their names, all but the page that is open. */
function Group({ group, screens, isLong }: ReturnType<typeof useMenuGroups>[number] & { isLong: boolean }) {
  const { t } = useTranslation('shell');
  const dispatch = useDispatch();
  const { foldedMenu } = usePreferences();
  const here = entryOf(useLocation().pathname);
  const isFolded = isLong && foldedMenu.includes(group);
  const others = foldedMenu.filter((each) => each !== group);
  const shown = isFolded ? screens.filter(({ path }) => path === here) : screens;
  return (
    <section aria-label={t(`shell:menu-group.${group}`)}>
      {isLong && (
        <button
          type="button"
          className="menu-group"
          aria-expanded={!isFolded}
          onClick={() => dispatch(preferencesChanged({ foldedMenu: isFolded ? others : [...others, group] }))}
        >
          {t(`shell:menu-group.${group}`)}
          <ChevronIcon />
        </button>
      )}
      <ul className="menu">
        {shown.map(({ path, menu }) => (
          <Entry key={path} path={path} label={menu.label} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ path, label }: { path: string; label: MenuLabel }) {
  const { t } = useTranslation('shell');
  const here = entryOf(useLocation().pathname) === path;
  const entry = useRef<HTMLLIElement>(null);
  // A link may open a page whose entry stands below the window.
  useEffect(() => {
    if (here) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [here]);
  return (
    <li ref={entry}>
      <NavLink to={path} className={here ? 'menu-link menu-link-here' : 'menu-link'} end>
        <MenuIcon of={label} />
        <span>{t(`shell:menu.${label}`)}</span>
        {isCounted(path) && <MenuCount path={path} />}
      </NavLink>
      {path === CASE_LIST && <CaseQuickLinks base={CASE_LIST} />}
    </li>
  );
}
