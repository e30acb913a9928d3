import type { ImportRun, ImportStarted } from '../../../contract/cases/imports';
import type { ClaimedTimeRow } from '../../../contract/money/payments';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const importsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    startImport: build.mutation<ImportStarted, FormData>(post('management/task/import', [])),
    importRun: build.query<ImportRun, number>({
      query: (id) => ({ path: `management/task/import/${id}` }),
      providesTags: ['Import'],
      extraOptions: { silent: ['21'] },
    }),
    claimedTimes: build.query<Page<ClaimedTimeRow>, ListQuery>(
      get('payment/claimedTimes', ['Import'], 'all'),
    ),
  }),
});

export const { useStartImportMutation, useImportRunQuery, useClaimedTimesQuery } = importsApi;
