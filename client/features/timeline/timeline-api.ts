import type { DayEvents, Timeline, TimelineKind } from '../../../contract/cases/timeline';
import { baseApi } from '../../api/base-api';
import { followPushes } from '../../realtime/follow-pushes';

export interface TimelineArgs {
  taskId: number;
  kind: TimelineKind | null;
  /** ISO 8601: the case as it was then. */
  asOf: string | null;
}

export interface DayArgs {
  collectorId: number;
  /** Undefined is today. */
  date: string | undefined;
  kind: TimelineKind | null;
}

const timelineApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Refetched page by page from the top, so that a new event leaves no hole between two pages.
    timeline: build.infiniteQuery<Timeline, TimelineArgs, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { taskId, ...query }, pageParam }) => ({
        path: `task/timeline/${taskId}`,
        params: { ...query, before: pageParam },
      }),
      providesTags: (_result, _error, { taskId }) => [{ type: 'Timeline', id: taskId }],
      // Every event of the case sends its row to who has it open: the timeline asks for what it tells.
      onCacheEntryAdded: ({ taskId }, entry) =>
        followPushes(entry, {
          'case.changed': ({ data }) => {
            if (data.caseId === taskId)
              entry.dispatch(baseApi.util.invalidateTags([{ type: 'Timeline', id: taskId }]));
          },
        }),
    }),
    dayEvents: build.infiniteQuery<DayEvents, DayArgs, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ queryArg, pageParam }) => ({
        path: 'dashboard/events',
        params: { ...queryArg, before: pageParam },
      }),
    }),
  }),
});

export const { useDayEventsInfiniteQuery, useTimelineInfiniteQuery } = timelineApi;
