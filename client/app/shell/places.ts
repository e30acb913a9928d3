import { useMemo } from 'react';
import { useAsideMenuQuery } from '../../api/session-api';
import { useWords } from '../../i18n/use-words';
import { storedUser } from '../../lib/session';
import { type Screen, SCREENS } from '../screens';

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> };

/** The screens that the server's menu leads to. */
export function menuScreens(keys: readonly string[] | undefined): MenuScreen[] {
  return SCREENS.filter(
    (screen): screen is MenuScreen => screen.menu !== undefined && (keys?.includes(screen.menu.key) ?? false),
  );
}

/** The same by their names, for the command palette. */
export function usePlaces(): { path: string; label: string }[] {
  const { t } = useWords('shell');
  const { data: keys } = useAsideMenuQuery(storedUser()?.id ?? 0);
  return useMemo(
    () => menuScreens(keys).map(({ path, menu }) => ({ path, label: t(`shell:menu.${menu.label}`) })),
    [keys, t],
  );
}
