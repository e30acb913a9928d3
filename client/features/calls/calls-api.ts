import {
  type CallRow,
  type CurrentCalls,
  isLiveCall,
  type MadeCall,
  type MakeCall,
} from '../../../contract/contact/calls';
import type { WhoAnswers } from '../../../contract/contact/who-answers';
import type { ContactPreview } from '../../../contract/contact/contact-compliance';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';
import { post } from '../../api/endpoints';
import { followPushes } from '../../realtime/follow-pushes';
import { clockRead } from '../../state/clock';
import { ofSession, type WithSession } from '../../state/session';
import { callLearned, currentLearned, ofCalls, type WithCalls } from './calls-slice';

/** All that is shown of a case: it is forgotten while its call waits for who answers, and read again when that is said. */
export const shownOf = (id: number) =>
  (
    [
      'Call',
      'Case',
      'CaseInfo',
      'CollectionLog',
      'Plan',
      'PayLog',
      'RepaymentCode',
      'Extension',
      'Timeline',
    ] as const
  ).map((type) => ({ type, id }));

const callsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    currentCalls: build.query<CurrentCalls, void>({
      query: () => ({ path: 'softPhone/currentCalls' }),
      providesTags: ['Call'],
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        dispatch(clockRead(answer.data.now));
        dispatch(currentLearned(answer.data));
      },
      onCacheEntryAdded: (_, entry) =>
        followPushes(entry, {
          'call.changed': ({ data: change }) => {
            const state = entry.getState() as unknown as WithCalls & WithSession;
            if (change.agentId !== ofSession(state).user?.id) return;
            const named = ofCalls(state).some(
              ({ callId, agentName }) => callId === change.callId && agentName,
            );
            entry.dispatch(callLearned(change));
            // A push has no name in it.
            if (!named && isLiveCall(change.state)) entry.dispatch(baseApi.util.invalidateTags(['Call']));
          },
        }),
    }),
    callRecords: build.query<Page<CallRow>, { taskId: number; page: number }>({
      query: (params) => ({ path: 'softPhone/callRecordList', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: ofTask('Call'),
      onCacheEntryAdded: ({ taskId }, entry) =>
        followPushes(entry, {
          'call.changed': ({ data }) => {
            if (data.taskId === taskId)
              entry.dispatch(baseApi.util.invalidateTags([{ type: 'Call', id: taskId }]));
          },
        }),
    }),
    /** Contacts that the case may be called at now, fetched right before an automatic call. */
    callableContacts: build.query<ContactPreview, number>({
      query: (taskId) => ({ path: 'contact/preview', params: { taskId } }),
      extraOptions: { silent: 'all' },
    }),
    makeCall: build.mutation<MadeCall, MakeCall>(post('softPhone/makeCall', ['Call'])),
    hangUp: build.mutation<null, number>({
      query: (callId) => ({ path: 'softPhone/hangUp', method: 'POST', body: { callId } }),
      // The call is over already: the push that says so follows.
      extraOptions: { silent: ['21', '23'] },
    }),
    whoAnswers: build.mutation<CallRow | null, WhoAnswers>({
      query: (body) => ({ path: 'softPhone/whoAnswers', method: 'POST', body }),
      // Another tab has said it.
      extraOptions: { silent: ['23'] },
      invalidatesTags: (call) => (call?.taskId ? shownOf(call.taskId) : ['Call']),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (answer?.data) dispatch(callLearned(answer.data));
      },
    }),
    answerCall: build.mutation<null, number>({
      query: (callId) => ({ path: 'softPhone/answer', method: 'POST', body: { callId } }),
      extraOptions: { silent: ['21', '23'] },
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
  useWhoAnswersMutation,
} = callsApi;
