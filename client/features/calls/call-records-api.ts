import type { CallRecordRow, CallType } from '../../../contract/borrowers';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';

interface AskedRecords {
  taskId: number;
  page: number;
  type: CallType | undefined;
}

const callRecordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    allCallRecords: build.query<Page<CallRecordRow>, AskedRecords>({
      query: ({ taskId, ...params }) => ({
        path: `task/userCallRecord/${taskId}`,
        params: { ...params, size: PAGE_SIZE.table },
      }),
      providesTags: (_answer, _error, { taskId }) => [
        { type: 'Call', id: taskId },
        { type: 'CollectionLog', id: taskId },
      ],
    }),
  }),
});

export const { useAllCallRecordsQuery } = callRecordsApi;
