import type { CallRow, CurrentCalls, MadeCall, MakeCall } from '../../../contract/calls';
import type { ContactPreview } from '../../../contract/guard';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';

const callsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    currentCalls: build.query<CurrentCalls, void>({
      query: () => ({ path: 'softPhone/currentCalls' }),
      providesTags: ['Call'],
    }),
    callRecords: build.query<Page<CallRow>, { taskId: number; page: number }>({
      query: (params) => ({ path: 'softPhone/callRecordList', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: (_answer, _error, { taskId }) => [{ type: 'Call', id: taskId }],
    }),
    /** Whom the case may be called at now, asked right before it happens by itself. */
    callableContacts: build.query<ContactPreview, number>({
      query: (taskId) => ({ path: 'contact/preview', params: { taskId } }),
      extraOptions: { quiet: 'all' },
    }),
    makeCall: build.mutation<MadeCall, MakeCall>({
      query: (body) => ({ path: 'softPhone/makeCall', method: 'POST', body }),
      invalidatesTags: ['Call'],
    }),
    hangUp: build.mutation<null, number>({
      query: (callId) => ({ path: 'softPhone/hangUp', method: 'POST', body: { callId } }),
      // Over already: the push that says so is on its way.
      extraOptions: { quiet: ['21', '23'] },
    }),
    answerCall: build.mutation<null, number>({
      query: (callId) => ({ path: 'softPhone/answer', method: 'POST', body: { callId } }),
      extraOptions: { quiet: ['21', '23'] },
    }),
  }),
});

export const {
  useCurrentCallsQuery,
  useCallRecordsQuery,
  useLazyCallableContactsQuery,
  useMakeCallMutation,
  useHangUpMutation,
  useAnswerCallMutation,
} = callsApi;
