import type { BoardSeats, BoardSummary } from '../../../contract/boards';
import { type Frame, rooms } from '../../../contract/realtime';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { followFrames } from '../../realtime/follow-frames';
import { createTagQueue } from '../../realtime/tag-queue';
import { isNextDay, withAnswer, withPresence, withRows, withTotals } from './board-patch';

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

const WAIT_MS = 2_000;

/** Only today's board follows what is pushed. */
const isOf = ({ room }: Frame, { groupId, date }: BoardAsked) =>
  date === undefined && room === rooms.board(groupId);

const path = (name: 'summary' | 'personal', { date }: BoardAsked) =>
  `dashboard/${name}${date ? 'History' : ''}`;

const boardsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    boardGroups: build.query<BoardGroup[], void>(get('dashboard/groups', ['User'])),
    boardSummary: build.query<BoardSummary, BoardAsked>({
      query: (asked) => ({ path: path('summary', asked), params: asked }),
      providesTags: ['Board'],
      onCacheEntryAdded: (asked, entry) => {
        const askAgain = createTagQueue(
          (tags) => void entry.dispatch(baseApi.util.invalidateTags(tags)),
          WAIT_MS,
        );
        return followFrames(entry, {
          'board.changed': (frame) => {
            if (!isOf(frame, asked)) return;
            const shown = boardsApi.endpoints.boardSummary.select(asked)(entry.getState()).data;
            // The pushed totals are the whole team's, of one day: those of one queue or of the next day are asked for.
            if (asked.queueId || (shown && isNextDay(shown.day, frame.data))) askAgain([{ type: 'Board' }]);
            else entry.updateCachedData((old) => withTotals(old, frame.data, frame.at));
          },
        });
      },
    }),
    boardSeats: build.query<BoardSeats, BoardAsked>({
      query: (asked) => ({ path: path('personal', asked), params: asked }),
      merge: withAnswer,
      providesTags: ['Board'],
      onCacheEntryAdded: (asked, entry) =>
        followFrames(entry, {
          'board.changed': (frame) => {
            if (isOf(frame, asked))
              entry.updateCachedData((seats) => withRows(seats, frame.data.rows, asked.queueId));
          },
          'board.presence': (frame) => {
            if (isOf(frame, asked)) entry.updateCachedData((seats) => withPresence(seats, frame.data));
          },
        }),
    }),
  }),
});

export const { useBoardGroupsQuery, useBoardSummaryQuery, useBoardSeatsQuery } = boardsApi;
