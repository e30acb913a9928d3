import type { ListenAnswer, Listener, ListenMode, LiveCall } from '../../../contract/supervision/listening';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { followPushes } from '../../realtime/follow-pushes';
import { withChanged } from './running';

const PATHS: Record<ListenMode, string> = { LISTEN: 'listen', WHISPER: 'whisper', BARGE: 'barge' };

const listeningApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    liveCalls: build.query<LiveCall[], void>({
      ...get('softPhone/liveCalls', ['Listening'], 'all'),
      onCacheEntryAdded: (_, entry) =>
        followPushes(entry, {
          'liveCalls.changed': ({ data: { calls } }) => {
            // The answer that is on its way may be older than this.
            if (entry.getCacheEntry().status === 'pending')
              entry.dispatch(baseApi.util.invalidateTags(['Listening']));
            else entry.updateCachedData((known) => withChanged(known, calls));
          },
        }),
    }),
    listeners: build.query<Listener[], void>(get('softPhone/listeners', ['Listening', 'Call'], 'all')),
    askToListen: build.mutation<ListenAnswer, { callId: number; mode: ListenMode }>({
      query: ({ callId, mode }) => ({ path: `softPhone/${PATHS[mode]}`, method: 'POST', body: { callId } }),
    }),
    leaveCall: build.mutation<null, number>({
      query: (callId) => ({ path: 'softPhone/leave', method: 'POST', body: { callId } }),
    }),
  }),
});

export const { useLiveCallsQuery, useListenersQuery, useAskToListenMutation, useLeaveCallMutation } =
  listeningApi;
