import type { Ranks } from '../../../contract/team/ranks';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import type { Call } from '../../api/http';
import { followPushes } from '../../realtime/follow-pushes';
import { createTagQueue } from '../../realtime/tag-queue';
import type { ListQuery } from '../../ui/list-page/list-query';

const PATH = 'manage/user/rank';
/** Teams change many times a second, and each change may move everybody's place. */
const WAIT_MS = 2_000;

export function exportCall({ page: _, size: __, ...filter }: ListQuery): Call {
  return { path: PATH, params: { ...filter, output: 1 } };
}

const ranksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ranks: build.query<Ranks, ListQuery>({
      ...get(PATH, ['Board'], 'all'),
      onCacheEntryAdded: ({ date }, entry) => {
        const askAgain = createTagQueue(
          (tags) => void entry.dispatch(baseApi.util.invalidateTags(tags)),
          WAIT_MS,
        );
        return followPushes(entry, {
          'board.changed': () => date === undefined && askAgain([{ type: 'Board' }]),
        });
      },
    }),
  }),
});

export const { useRanksQuery } = ranksApi;
