import type { ExportFile } from '../../../contract/administration/exports';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';

const exportsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    exportFiles: build.query<ExportFile[], void>(get('export/list', ['Export'], 'all')),
  }),
});

export const { useExportFilesQuery } = exportsApi;
