import type { NewRecordingNote, RecordingInfo } from '../../../contract/supervision/recordings';
import { baseApi } from '../../api/base-api';
import { urlOf } from '../../api/http';
import { followPushes } from '../../realtime/follow-pushes';
import { post } from '../../api/endpoints';

const recordingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    recording: build.query<RecordingInfo, number>({
      query: (callId) => ({ path: 'softPhone/recording', params: { callId } }),
      providesTags: (_result, _error, callId) => [{ type: 'Recording', id: callId }],
      extraOptions: { silent: 'all' },
      onCacheEntryAdded: (callId, entry) =>
        followPushes(entry, {
          'call.changed': ({ data }) => {
            if (data.callId === callId)
              entry.dispatch(baseApi.util.invalidateTags([{ type: 'Recording', id: callId }]));
          },
        }),
    }),
    newRecordingNote: build.mutation<{ id: number }, NewRecordingNote>(
      post('softPhone/recordingNote', ['Recording']),
    ),
  }),
});

export const { useRecordingQuery, useNewRecordingNoteMutation } = recordingsApi;

/** Fetched by the browser itself, by ranges. @param listen names one listening: all that is fetched by it is one record */
export function voiceUrl(callId: number, listen: string): string {
  return urlOf({ path: 'softPhone/downLoadVoice', params: { callId, listen } });
}
