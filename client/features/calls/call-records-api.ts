import type { CallRecordRow, CallType } from '../../../contract/cases/borrowers';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';

interface RecordArgs {
  taskId: number;
  page: number;
  type: CallType | undefined;
}

const callRecordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    allCallRecords: build.query<Page<CallRecordRow>, RecordArgs>({
      query: ({ taskId, ...params }) => ({
        path: `task/userCallRecord/${taskId}`,
        params: { ...params, size: PAGE_SIZE.table },
      }),
      providesTags: ofTask('Call', 'CollectionLog'),
    }),
  }),
});

export const { useAllCallRecordsQuery } = callRecordsApi;
