import { rooms } from '../../../contract/realtime';
import type { PresenceRow } from '../../../contract/team/presence';
import { MAX_PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { isLater } from '../../domain/presence/newest';
import { followPushes } from '../../realtime/follow-pushes';

const presenceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    presenceOfTeam: build.query<Page<PresenceRow>, number>({
      query: (groupId) => ({
        path: 'presence/list',
        params: { groupId, size: MAX_PAGE_SIZE, sort: 'name', order: 'asc' },
      }),
      providesTags: ['Presence'],
      onCacheEntryAdded: (groupId, entry) =>
        followPushes(entry, {
          'presence.changed': ({ room, data }) => {
            if (room !== rooms.board(groupId)) return;
            entry.updateCachedData((team) => {
              const row = team.result.find(({ collectorId }) => collectorId === data.collectorId);
              if (row && isLater(data, row)) Object.assign(row, data);
            });
          },
        }),
    }),
  }),
});

export const { usePresenceOfTeamQuery } = presenceApi;
