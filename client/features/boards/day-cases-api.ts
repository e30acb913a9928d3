import type { BoardCases } from '../../../contract/team/board-cases';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { followPushes } from '../../realtime/follow-pushes';
import type { ListQuery } from '../../ui/list-page/list-query';
import { askingAgain } from './boards-api';

export const { useDayCasesQuery } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    dayCases: build.query<BoardCases, ListQuery>({
      ...get('dashboard/cases', ['Board'], 'all'),
      onCacheEntryAdded: ({ date }, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, {
          'board.changed': ({ data: { day } }) => {
            if (date === undefined || date === day) askAgain();
          },
        });
      },
    }),
  }),
});
