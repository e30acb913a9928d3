import type { PresenceTimeline } from '../../../contract/team/presence';
import { followPushes } from '../../realtime/follow-pushes';
import { baseApi } from '../../api/base-api';

/** A person's day: the reader's own without an id, today without a date. */
export interface DayArgs {
  collectorId?: number | undefined;
  date?: string | undefined;
}

const presenceDayApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    presenceTimeline: build.query<PresenceTimeline, DayArgs>({
      query: (params) => ({ path: 'presence/timeline', params }),
      extraOptions: { silent: ['21'] },
      providesTags: (day) => [
        'Presence',
        ...(day ? [{ type: 'Presence' as const, id: day.collectorId }] : []),
      ],
      onCacheEntryAdded: (_, entry) =>
        followPushes(entry, {
          'presence.changed': ({ data: { collectorId: id } }) =>
            void entry.dispatch(baseApi.util.invalidateTags([{ type: 'Presence', id }])),
        }),
    }),
  }),
});

export const { usePresenceTimelineQuery } = presenceDayApi;
