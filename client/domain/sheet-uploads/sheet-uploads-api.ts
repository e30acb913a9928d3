import type { SheetKind, SheetRowSeen, SheetUpload } from '../../../contract/administration/sheet-uploads';
import type { Page } from '../../../contract/shared/page';
import type { ListQuery } from '../../ui/list-page/list-query';
import { baseApi } from '../../api/base-api';

/** Where each kind of workbook goes, and what it begins with. */
export const SHEET_CALLS = {
  users: { base: 'manage/user', upload: 'manage/user/upload', template: 'manage/user/downloadTemplate' },
  softphones: { base: 'softPhone', upload: 'softPhone/uploadExcel', template: 'softPhone/downloadUploadTmp' },
} as const satisfies Record<SheetKind, object>;

interface Ref {
  kind: SheetKind;
  id: number;
}

const sheetUploadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sheetUpload: build.query<SheetUpload, Ref>({
      query: ({ kind, id }) => ({ path: `${SHEET_CALLS[kind].base}/uploadResult/${id}` }),
      providesTags: (_result, _error, { id }) => [{ type: 'SheetUpload', id }],
      extraOptions: { silent: 'all' },
    }),
    sheetRows: build.query<Page<SheetRowSeen>, ListQuery & Ref>({
      query: ({ kind, id, ...params }) => ({
        path: `${SHEET_CALLS[kind].base}/uploadResult/${id}/rows`,
        params,
      }),
      extraOptions: { silent: 'all' },
    }),
    sendSheet: build.mutation<{ uploadId: number }, { kind: SheetKind; file: File }>({
      query: ({ kind, file }) => {
        const body = new FormData();
        body.append('file', file);
        return { path: SHEET_CALLS[kind].upload, method: 'POST', body };
      },
    }),
    applySheet: build.mutation<null, Ref>({
      query: ({ kind, id }) => ({
        path: `${SHEET_CALLS[kind].base}/applyUpload`,
        method: 'POST',
        body: { id },
      }),
      invalidatesTags: (_result, _error, { id }) => [{ type: 'SheetUpload', id }, 'User', 'Softphone'],
    }),
  }),
});

export const { useSheetUploadQuery, useSheetRowsQuery, useSendSheetMutation, useApplySheetMutation } =
  sheetUploadsApi;
