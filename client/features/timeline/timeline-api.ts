import type { Timeline, TimelineKind } from '../../../contract/timeline';
import { baseApi } from '../../api/base-api';

export interface TimelineQuestion {
  taskId: number;
  kind: TimelineKind | null;
  /** ISO 8601: the case as it was then. */
  asOf: string | null;
}

const timelineApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Refetched page by page from the top, so that a new event leaves no hole between two pages.
    timeline: build.infiniteQuery<Timeline, TimelineQuestion, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { taskId, ...question }, pageParam }) => ({
        path: `task/timeline/${taskId}`,
        params: { ...question, before: pageParam },
      }),
      providesTags: (_answer, _error, { taskId }) => [{ type: 'Timeline', id: taskId }],
    }),
  }),
});

export const { useTimelineInfiniteQuery } = timelineApi;
