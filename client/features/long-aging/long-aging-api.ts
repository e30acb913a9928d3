import type { LongAgingItem } from '../../../contract/cases/long-aging';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';

const longAgingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    longAgingItems: build.query<Page<LongAgingItem>, { taskId: number; page: number }>({
      query: ({ taskId, page }) => ({
        path: 'task/loanItemInfoLongAging',
        params: { longAgingTasksId: taskId, page, size: PAGE_SIZE.tasks },
      }),
      providesTags: ofTask('Plan'),
    }),
  }),
});

export const { useLongAgingItemsQuery } = longAgingApi;
