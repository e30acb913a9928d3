import type { CaseInfo, PlanRow } from '../../../contract/cases/cases';
import type { PayLogRow } from '../../../contract/money/payments';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { followPushes } from '../../realtime/follow-pushes';

interface PlanArgs {
  taskId: string;
  page: number;
}

const conditionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    planCase: build.query<CaseInfo, string>({
      query: (taskId) => ({ path: `task/info/${taskId}` }),
      providesTags: (_result, _error, taskId) => [{ type: 'Case', id: Number(taskId) }],
      // The tables say it.
      extraOptions: { silent: 'all' },
      // Effects of money on the case are on the page as they happen.
      onCacheEntryAdded: (taskId, entry) =>
        followPushes(entry, {
          'case.changed': ({ data: { caseId: id } }) => {
            if (id !== Number(taskId)) return;
            entry.dispatch(
              baseApi.util.invalidateTags([
                { type: 'Plan', id },
                { type: 'PayLog', id },
              ]),
            );
          },
        }),
    }),
    planPage: build.query<Page<PlanRow>, PlanArgs>({
      query: (query) => ({ path: 'repay/details', params: { ...query, size: PAGE_SIZE.plan } }),
      providesTags: (_result, _error, { taskId }) => [{ type: 'Plan', id: Number(taskId) }],
    }),
    payLogPage: build.query<Page<PayLogRow>, PlanArgs>({
      query: (query) => ({ path: 'repay/payLogs', params: { ...query, size: PAGE_SIZE.payLogs } }),
      providesTags: (_result, _error, { taskId }) => [{ type: 'PayLog', id: Number(taskId) }],
    }),
  }),
});

export const { usePlanCaseQuery, usePlanPageQuery, usePayLogPageQuery } = conditionsApi;
