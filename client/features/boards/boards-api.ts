import type {
  BoardGroup,
  BoardQuery,
  BoardReplay,
  BoardSeats,
  BoardSummary,
} from '../../../contract/team/boards';
import { type PushEnvelope, rooms } from '../../../contract/realtime';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { followPushes } from '../../realtime/follow-pushes';
import { createTagQueue } from '../../realtime/tag-queue';
import { isNextDay, withAnswer, withKept, withPresence, withSeats, withTotals } from './board-patch';

/** Which board: a team, a day that is over or today when none is given, and what it is narrowed to. */
export type BoardArgs = BoardQuery & { groupId: number };

const WAIT_MS = 2_000;

/** Only today's board follows what is pushed. */
const isOf = ({ room }: PushEnvelope, { groupId, date }: BoardArgs) =>
  date === undefined && room === rooms.board(groupId);

/** Pushes cover all loans, so a filtered board refetches. */
const isNarrow = ({ device, product }: BoardArgs) => device !== undefined || product !== undefined;

const path = (name: 'summary' | 'personal', { date }: BoardArgs) =>
  `dashboard/${name}${date ? 'History' : ''}`;

type Invalidation = ReturnType<typeof baseApi.util.invalidateTags>;

/** Asks for boards again a moment after it was called, once for many calls. */
export function askingAgain(entry: { dispatch: (action: Invalidation) => unknown }): () => void {
  const queue = createTagQueue((tags) => void entry.dispatch(baseApi.util.invalidateTags(tags)), WAIT_MS);
  return () => queue([{ type: 'Board' }]);
}

const boardsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    boardGroups: build.query<BoardGroup[], void>(get('dashboard/groups', ['User'])),
    boardSummary: build.query<BoardSummary, BoardArgs>({
      query: (args) => ({ path: path('summary', args), params: args }),
      providesTags: ['Board'],
      onCacheEntryAdded: (args, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, {
          'board.changed': (push) => {
            if (!isOf(push, args)) return;
            const shown = boardsApi.endpoints.boardSummary.select(args)(entry.getState()).data;
            // The pushed totals are the whole team's, of one day: others are asked for.
            const other = args.queueId !== undefined || isNarrow(args);
            if (other || (shown && isNextDay(shown.day, push.data))) askAgain();
            else entry.updateCachedData((old) => withTotals(old, push.data, push.at));
          },
          'board.uncovered': (push) => {
            if (!isOf(push, args) || isNarrow(args)) return;
            const { uncovered } = push.data;
            if (args.queueId !== undefined) askAgain();
            else entry.updateCachedData((old) => ({ ...old, uncovered }));
          },
        });
      },
    }),
    boardSeats: build.query<BoardSeats, BoardArgs>({
      query: (args) => ({ path: path('personal', args), params: args }),
      merge: withAnswer,
      providesTags: ['Board'],
      onCacheEntryAdded: (args, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, {
          'board.changed': (push) => {
            if (!isOf(push, args)) return;
            if (isNarrow(args)) askAgain();
            else patchSeats(args, entry, (seats) => withSeats(seats, push.data, args.queueId));
          },
          'presence.changed': (push) => {
            if (isOf(push, args)) patchSeats(args, entry, (seats) => withPresence(seats, push.data));
          },
          'board.kept': (push) => {
            if (isOf(push, args) && !isNarrow(args))
              patchSeats(args, entry, (seats) => withKept(seats, push.data));
          },
        });
      },
    }),
    boardReplay: build.query<BoardReplay, BoardArgs & { minute: string }>({
      query: (params) => ({ path: 'dashboard/replay', params }),
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const { useBoardGroupsQuery, useBoardSummaryQuery, useBoardSeatsQuery, useBoardReplayQuery } =
  boardsApi;

interface SeatsEntry {
  getState: () => Parameters<ReturnType<typeof boardsApi.endpoints.boardSeats.select>>[0];
  updateCachedData: (recipe: () => BoardSeats) => unknown;
}

/** Changes the seats outside of a draft: to read 2,000 rows through one takes longer than to draw them. */
function patchSeats(args: BoardArgs, entry: SeatsEntry, change: (seats: BoardSeats) => BoardSeats): void {
  const shown = boardsApi.endpoints.boardSeats.select(args)(entry.getState()).data;
  const next = shown && change(shown);
  if (next && next !== shown) entry.updateCachedData(() => next);
}
