import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { baseApi } from '../../api/base-api';
import { useAsideMenuQuery, useCurrentUserQuery } from '../../api/session-api';
import { listenToPushes } from '../../realtime/follow-pushes';
import { useUserId } from '../../state/session';
import { entryOf } from '../landing';
import { ROUTES } from '../router';
import { store } from '../store';
import { isOffered, type Rights } from './menu-routes';

interface Lost {
  /** Counts the losses: a page is mounted anew behind each. */
  times: number;
  /** The page that the person may not see any more. */
  path: string | null;
}

/** Forgets what was read when a right is lost, and closes the page of a screen that is not offered any more. */
export function useLostRights(): { times: number; isGone: boolean } {
  const { data: user } = useCurrentUserQuery();
  const { data: menu } = useAsideMenuQuery(useUserId());
  const { pathname } = useLocation();
  const [lost, setLost] = useState<Lost>({ times: 0, path: null });
  const shown = useRef<{ rights: Rights; pathname: string } | null>(null);
  useEffect(() => {
    shown.current = user && menu ? { rights: { permissions: user.permissions, menu }, pathname } : null;
  }, [user, menu, pathname]);
  useEffect(
    () =>
      listenToPushes({
        'rights.changed': ({ data }) => {
          const before = shown.current;
          // A right that comes back opens its page again.
          setLost(({ times, path }) => ({ times, path: path && mayStay(path, data) ? null : path }));
          if (!before || !isLess(data, before.rights)) return;
          const path = mayStay(before.pathname, data) ? null : before.pathname;
          setLost(({ times }) => ({ times: times + 1, path }));
          store.dispatch(baseApi.util.resetApiState());
        },
      }),
    [],
  );
  return { times: lost.times, isGone: lost.path === pathname };
}

const isLess = (now: Rights, before: Rights): boolean =>
  before.permissions.some((each) => !now.permissions.includes(each)) ||
  before.menu.some((each) => !now.menu.includes(each));

function mayStay(pathname: string, rights: Rights): boolean {
  const entry = ROUTES.find(({ path }) => path === entryOf(pathname));
  return entry?.menu === undefined || isOffered(entry.menu, rights);
}
