import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsideMenuQuery, useCurrentUserQuery } from '../../api/session-api';
import type { MenuKey, Permission } from '../../../contract/permissions';
import type { SettingPlace } from '../../features/settings/setting-places';
import { useUserId } from '../../state/session';
import { ROUTES } from '../router';
import type { Screen } from '../routes/screen';

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> };

export interface Rights {
  menu: readonly MenuKey[];
  permissions: readonly Permission[];
}

export const isOffered = ({ key, may }: MenuScreen['menu'], { menu, permissions }: Rights): boolean =>
  menu.includes(key) || (may !== undefined && permissions.includes(may));

const GROUPS = ['work', 'team', 'conduct', 'people', 'settings'] as const;
type MenuGroup = (typeof GROUPS)[number];

const GROUP_OF: Record<MenuKey, MenuGroup> = {
  '/myTasks': 'work',
  statistics: 'work',
  'management-dashboard': 'team',
  'management-queues': 'team',
  'management-seatScheduling': 'team',
  'management-indicators': 'team',
  'behavior-record': 'conduct',
  'management-complaints': 'conduct',
  'management-announcements': 'conduct',
  'management-refunds': 'conduct',
  'management-users': 'people',
  'management-institutions': 'people',
  'management-permissions': 'people',
  'management-accounts': 'people',
  'management-phones': 'people',
  'management-system': 'settings',
  'management-config': 'settings',
  'management-ipWhitelist': 'settings',
  'management-smsLimits': 'settings',
};

/** Menu entries of this person, grouped when the menu is long. */
export function useMenuGroups(): { group: MenuGroup; screens: MenuScreen[] }[] {
  const { data: keys } = useAsideMenuQuery(useUserId());
  const { data: user } = useCurrentUserQuery();
  return useMemo(() => {
    const rights = { menu: keys ?? [], permissions: (keys && user?.permissions) ?? [] };
    const offered = ROUTES.filter(
      (screen): screen is MenuScreen => screen.menu !== undefined && isOffered(screen.menu, rights),
    );
    return GROUPS.flatMap((group) => {
      const screens = offered.filter(({ menu }) => GROUP_OF[menu.key] === group);
      return screens.length > 0 ? [{ group, screens }] : [];
    });
  }, [keys, user]);
}

interface MenuRoute {
  path: string;
  label: string;
}

/** The same by their names, for the command palette, and the settings that no menu key stands for. */
export function useMenuRoutes(): MenuRoute[] {
  const { t } = useTranslation('shell');
  const groups = useMenuGroups();
  const settings = useSettingRoutes();
  return useMemo(() => {
    const routes = groups.flatMap(({ screens }) =>
      screens.map(({ path, menu }) => ({ path, label: t(`shell:menu.${menu.label}`) })),
    );
    const others = settings
      .filter(({ path }) => routes.every((route) => route.path !== path))
      .map(({ path, label }) => ({ path, label: t(`shell:settings.${label}`) }));
    return [...routes, ...others];
  }, [groups, settings, t]);
}

export function useSettingRoutes(): SettingPlace[] {
  const { data: user } = useCurrentUserQuery();
  return useMemo(
    () =>
      ROUTES.flatMap(({ path, setting }) =>
        setting && user?.permissions.includes(setting.may) ? [{ path, label: setting.label }] : [],
      ),
    [user],
  );
}
