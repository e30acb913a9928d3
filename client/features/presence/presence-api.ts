import { rooms } from '../../../contract/realtime';
import type { PresenceRow, PresenceTimeline } from '../../../contract/presence';
import { MAX_PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { isLater } from '../../lib/presence';
import { followFrames } from '../../realtime/follow-frames';

/** Whose day: the reader's own without an id, today without a date. */
export interface DayAsked {
  collectorId?: number | undefined;
  date?: string | undefined;
}

const presenceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    presenceOfTeam: build.query<Page<PresenceRow>, number>({
      query: (groupId) => ({
        path: 'presence/list',
        params: { groupId, size: MAX_PAGE_SIZE, sort: 'name', order: 'asc' },
      }),
      providesTags: ['Presence'],
      onCacheEntryAdded: (groupId, entry) =>
        followFrames(entry, {
          'presence.changed': ({ room, data }) => {
            if (room !== rooms.board(groupId)) return;
            entry.updateCachedData((team) => {
              const row = team.result.find(({ collectorId }) => collectorId === data.collectorId);
              if (row && isLater(data, row)) Object.assign(row, data);
            });
          },
        }),
    }),
    presenceTimeline: build.query<PresenceTimeline, DayAsked>({
      query: (params) => ({ path: 'presence/timeline', params }),
      extraOptions: { silent: ['21'] },
      providesTags: (day) => [
        'Presence',
        ...(day ? [{ type: 'Presence' as const, id: day.collectorId }] : []),
      ],
      onCacheEntryAdded: (_, entry) =>
        followFrames(entry, {
          'presence.changed': ({ data: { collectorId: id } }) =>
            void entry.dispatch(baseApi.util.invalidateTags([{ type: 'Presence', id }])),
        }),
    }),
  }),
});

export const { usePresenceOfTeamQuery, usePresenceTimelineQuery } = presenceApi;
