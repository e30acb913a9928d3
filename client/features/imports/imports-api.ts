import type { ImportRun, ImportStarted } from '../../../contract/cases/imports';
import { baseApi } from '../../api/base-api';
import { post } from '../../api/endpoints';

const importsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    startImport: build.mutation<ImportStarted, FormData>(post('management/task/import', [])),
    importRun: build.query<ImportRun, number>({
      query: (id) => ({ path: `management/task/import/${id}` }),
      providesTags: ['Import'],
      extraOptions: { silent: ['21'] },
    }),
  }),
});

export const { useStartImportMutation, useImportRunQuery } = importsApi;
