import type { MenuKey, Permission } from '../../contract/permissions';
import type { CollectorOption, CurrentUser, UserPicture } from '../../contract/session';
import { followPushes } from '../realtime/follow-pushes';
import { clockRead } from '../state/clock';
import { baseApi } from './base-api';
import { get } from './endpoints';

export const sessionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    currentUser: build.query<CurrentUser, void>({
      query: () => ({ path: 'login/currentUser' }),
      providesTags: ['Session'],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        // Named only when it is shifted on purpose.
        if (answer?.data.clockAt) dispatch(clockRead(answer.data.clockAt));
      },
      onCacheEntryAdded: (_, entry) =>
        followPushes(entry, {
          'rights.changed': ({ data: { menu: _, permissions, ...settings } }) =>
            entry.updateCachedData((user) => ({ ...user, ...settings, permissions: [...permissions] })),
        }),
    }),
    asideMenu: build.query<MenuKey[], number>({
      query: (userId) => ({ path: 'menu/asideMenu', params: { userId } }),
      providesTags: ['Session'],
      onCacheEntryAdded: (_, entry) =>
        followPushes(entry, {
          'rights.changed': ({ data: { menu } }) => entry.updateCachedData(() => [...menu]),
        }),
    }),
    userPicture: build.query<UserPicture, void>(get('login/userPicture', ['Portrait'], ['21', '-2'])),
    collectors: build.query<CollectorOption[], void>(get('login/getAllCollector', ['User'])),
  }),
});

export const { useCurrentUserQuery, useAsideMenuQuery, useUserPictureQuery, useCollectorsQuery } = sessionApi;

/** True when the signed-in user may do this; false while it is not known. The server asks again on the act. */
export function useMay(permission: Permission): boolean {
  const { data } = useCurrentUserQuery();
  return data?.permissions.includes(permission) ?? false;
}
