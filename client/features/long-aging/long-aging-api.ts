import type { LongAgingItem } from '../../../contract/cases/long-aging';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../api/endpoints';

const longAgingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    isLongAging: build.query<boolean, void>({
      query: () => ({ path: 'task/getIsLongAging' }),
      providesTags: ['Session'],
      // The list works without the switch.
      extraOptions: { silent: 'all' },
    }),
    longAgingItems: build.query<Page<LongAgingItem>, { taskId: number; page: number }>({
      query: ({ taskId, page }) => ({
        path: 'task/loanItemInfoLongAging',
        params: { longAgingTasksId: taskId, page, size: PAGE_SIZE.tasks },
      }),
      providesTags: ofTask('Plan'),
    }),
  }),
});

export const { useIsLongAgingQuery, useLongAgingItemsQuery } = longAgingApi;
