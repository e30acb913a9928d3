import type { ImportLook, ImportPreview, MappingDelete } from '../../../contract/cases/import-mapping';
import type { ImportRef, ImportRun, ImportStarted } from '../../../contract/cases/imports';
import type { ClaimedTimeRow } from '../../../contract/money/payments';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const importsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    lookAtFile: build.mutation<ImportLook, FormData>(post('management/task/import/look', [])),
    previewFile: build.mutation<ImportPreview, FormData>(post('management/task/import/preview', [])),
    deleteMapping: build.mutation<void, MappingDelete>(post('management/task/import/mapping/delete', [])),
    startImport: build.mutation<ImportStarted, FormData>(post('management/task/import', [])),
    releaseImport: build.mutation<void, ImportRef>(post('management/task/import/release', ['Import'])),
    takeBackImport: build.mutation<void, ImportRef>(post('management/task/import/takeBack', ['Import'])),
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

export const {
  useLookAtFileMutation,
  usePreviewFileMutation,
  useDeleteMappingMutation,
  useStartImportMutation,
  useReleaseImportMutation,
  useTakeBackImportMutation,
  useImportRunQuery,
  useClaimedTimesQuery,
} = importsApi;
