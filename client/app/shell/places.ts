import { useMemo } from 'react';
import { useAsideMenuQuery, useCurrentUserQuery } from '../../api/session-api';
import type { SettingPlace } from '../../features/settings/setting-places';
import { useWords } from '../../i18n/use-words';
import { useUserId } from '../../state/session';
import { type Screen, SCREENS } from '../router';

type MenuScreen = Screen & { menu: NonNullable<Screen['menu']> };

export function menuScreens(keys: readonly string[] | undefined): MenuScreen[] {
  return SCREENS.filter(
    (screen): screen is MenuScreen => screen.menu !== undefined && (keys?.includes(screen.menu.key) ?? false),
  );
}

interface Place {
  path: string;
  label: string;
}

/** The same by their names, for the command palette, and the settings that no menu key stands for. */
export function usePlaces(): Place[] {
  const { t } = useWords('shell');
  const { data: keys } = useAsideMenuQuery(useUserId());
  const settings = useSettingPlaces();
  return useMemo(() => {
    const places = menuScreens(keys).map(({ path, menu }) => ({
      path,
      label: t(`shell:menu.${menu.label}`),
    }));
    const others = settings
      .filter(({ path }) => places.every((place) => place.path !== path))
      .map(({ path, label }) => ({ path, label: t(`shell:settings.${label}`) }));
    return [...places, ...others];
  }, [keys, settings, t]);
}

export function useSettingPlaces(): SettingPlace[] {
  const { data: user } = useCurrentUserQuery();
  return useMemo(
    () =>
      SCREENS.flatMap(({ path, setting }) =>
        setting && user?.permissions.includes(setting.may) ? [{ path, label: setting.label }] : [],
      ),
    [user],
  );
}
