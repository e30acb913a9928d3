import type { ExportFile } from '../../contract/exports';
import { baseApi } from './base-api';
import { get } from './endpoints';

const exportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    exportFiles: build.query<ExportFile[], void>(get('export/list', ['Export'], 'all')),
  }),
});

export const { useExportFilesQuery } = exportsApi;
