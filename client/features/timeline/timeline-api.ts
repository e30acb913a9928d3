import type { DayEvents, Timeline, TimelineKind } from '../../../contract/cases/timeline';
import type { Tag } from '../../../contract/realtime';
import { baseApi } from '../../api/base-api';
import { followPushes } from '../../realtime/follow-pushes';
import { createTagQueue } from '../../realtime/tag-queue';

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

/** A busy collector's figures change several times a second. */
const WAIT_MS = 1_000;
/** Negative, for it stands beside the cases' own. */
const dayOf = (collectorId: number): Tag => ({ type: 'Timeline', id: -collectorId });

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
      providesTags: (_result, _error, { collectorId }) => [dayOf(collectorId)],
      // The team's board tells whose figures have moved; what moves none is asked for by the page itself.
      onCacheEntryAdded: ({ collectorId, date }, entry) => {
        const askAgain = createTagQueue(
          (tags) => void entry.dispatch(baseApi.util.invalidateTags(tags)),
          WAIT_MS,
        );
        return followPushes(entry, {
          'board.changed': ({ data: { rows, figures } }) => {
            const moved = rows.some((row) => row.collectorId === collectorId);
            if (date === undefined && (moved || figures.some(([id]) => id === collectorId)))
              askAgain([dayOf(collectorId)]);
          },
        });
      },
    }),
  }),
});

export const { useDayEventsInfiniteQuery, useTimelineInfiniteQuery } = timelineApi;
