import type { BoardSeats, BoardSummary } from '../../../contract/boards';
import { baseApi } from '../../api/base-api';
import { withAnswer } from './board-patch';

export interface BoardGroup {
  id: number;
  name: string;
}

/** Which board: a team, and a day that is over or today when none is given. */
export interface BoardAsked {
  groupId: number;
  date?: string | undefined;
  queueId?: number | undefined;
}

const path = (name: 'summary' | 'personal', { date }: BoardAsked) =>
  `dashboard/${name}${date ? 'History' : ''}`;

export const boardsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    boardGroups: build.query<BoardGroup[], void>({
      query: () => ({ path: 'dashboard/groups' }),
      providesTags: ['User'],
    }),
    boardSummary: build.query<BoardSummary, BoardAsked>({
      query: (asked) => ({ path: path('summary', asked), params: asked }),
      providesTags: ['Board'],
    }),
    boardSeats: build.query<BoardSeats, BoardAsked>({
      query: (asked) => ({ path: path('personal', asked), params: asked }),
      merge: withAnswer,
      providesTags: ['Board'],
    }),
  }),
});

export const { useBoardGroupsQuery, useBoardSummaryQuery, useBoardSeatsQuery } = boardsApi;
