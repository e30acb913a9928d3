import type { MenuProps } from 'antd';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { FONT_SCALES } from '../../../contract/preferences';
import { send } from '../../api/http';
import { useCurrentUserQuery, useMay, useUserPictureQuery } from '../../api/session-api';
import type { Preferences } from '../../lib/preferences';
import { clearSession } from '../../lib/session';
import { closeSocket } from '../../realtime/socket';
import { preferencesChanged, usePreferences } from '../../state/preferences';
import { useSession } from '../../state/session';
import { ChevronIcon } from '../../ui/icons';
import { MenuButton } from '../../ui/layers/menu-button';

const DIALOGS = {
  password: lazy(() => import('./password-dialog')),
  authenticator: lazy(() => import('./authenticator-dialog')),
  picture: lazy(() => import('./picture-dialog')),
};

/** @param settings screens of the administration that this user may change */
export function UserMenu({ settings }: { settings: readonly { path: string; label: string }[] }) {
  const { t } = useTranslation('account');
  const { data: user } = useCurrentUserQuery();
  const { data: picture } = useUserPictureQuery();
  const preferences = usePreferences();
  const signOut = useSignOut();
  const mayPresence = useMay('presence:read');
  const navigate = useNavigate();
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = open && DIALOGS[open];
  const signedIn = useSession().user;
  const dispatch = useDispatch();
  const name = user?.name ?? signedIn?.name ?? '';
  const choose = (key: string) => {
    if (key in DIALOGS) setOpen(key as keyof typeof DIALOGS);
    else if (key === 'out') void signOut();
    else if (key.startsWith('/')) void navigate(key);
    else dispatch(preferencesChanged(chosenPreference(key, preferences)));
  };
  return (
    <>
      <MenuButton
        label={t('account:menu.label', { name })}
        placement="bottomRight"
        items={menuItems(t, preferences, settings, mayPresence)}
        selected={[
          `theme-${preferences.theme}`,
          `density-${preferences.density}`,
          `scale-${preferences.fontScale}`,
        ]}
        onChoose={choose}
      >
        <span className="avatar" aria-hidden="true">
          {picture?.picture ? <img src={picture.picture} alt="" /> : name.slice(0, 1).toUpperCase()}
        </span>
        <span className="header-name">{name}</span>
        <ChevronIcon />
      </MenuButton>
      {Dialog && (
        <Suspense fallback={null}>
          <Dialog onClose={() => setOpen(null)} onChanged={() => void signOut()} />
        </Suspense>
      )}
    </>
  );
}

function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    // First, or the push that every other tab needs would greet this one with the logged-out dialog.
    closeSocket();
    await send({ path: 'login/out' });
    clearSession();
    await navigate('/login', { replace: true });
  };
}

function chosenPreference(key: string, { shortcuts }: Preferences): Partial<Preferences> {
  const [what, value] = key.split('-');
  if (what === 'theme') return { theme: value as Preferences['theme'] };
  if (what === 'density') return { density: value as Preferences['density'] };
  const fontScale = FONT_SCALES.find((each) => what === 'scale' && String(each) === value);
  return fontScale ? { fontScale } : { shortcuts: !shortcuts };
}

function menuItems(
  t: TFunction,
  { shortcuts }: Preferences,
  settings: readonly { path: string; label: string }[],
  mayPresence: boolean,
): NonNullable<MenuProps['items']> {
  const places = settings.map(({ path, label }) => ({ key: path, label }));
  return [
    ...(places.length > 0
      ? [
          { type: 'group' as const, label: t('account:menu.settings'), children: places },
          { type: 'divider' as const },
        ]
      : []),
    ...(mayPresence ? [{ key: '/presence', label: t('account:menu.presence') }] : []),
    { key: 'picture', label: t('account:menu.picture') },
    { key: 'password', label: t('account:menu.password') },
    { key: 'authenticator', label: t('account:menu.authenticator') },
    { type: 'divider' },
    {
      type: 'group',
      label: t('account:menu.theme'),
      children: (['system', 'light', 'dark'] as const).map((theme) => ({
        key: `theme-${theme}`,
        label: t(`account:theme.${theme}`),
      })),
    },
    {
      type: 'group',
      label: t('account:menu.density'),
      children: (['comfortable', 'compact'] as const).map((density) => ({
        key: `density-${density}`,
        label: t(`account:density.${density}`),
      })),
    },
    {
      type: 'group',
      label: t('account:menu.scale'),
      children: FONT_SCALES.map((scale) => ({ key: `scale-${scale}`, label: `${scale} %` })),
    },
    { key: 'shortcuts', label: t(shortcuts ? 'account:menu.shortcuts-off' : 'account:menu.shortcuts-on') },
    { type: 'divider' },
    { key: 'out', label: t('account:menu.out') },
  ];
}
