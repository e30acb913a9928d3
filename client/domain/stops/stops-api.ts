import type { Page } from '../../../contract/shared/page';
import type {
  ChosenStopKind,
  OwnStop,
  ResumeContact,
  StopChoice,
  StopContact,
  StopDetail,
  StopRow,
} from '../../../contract/contact/stops';
import type { ListQuery } from '../../ui/list-page/list-query';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const stopsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    stops: build.query<Page<StopRow>, ListQuery>(get('guard/stops', ['Stop', 'NumberStop'], 'all')),
    ownStops: build.query<OwnStop[], void>(get('guard/stops/mine', ['Stop'], 'all')),
    stop: build.query<StopDetail, number>({
      query: (id) => ({ path: `guard/stops/${id}` }),
      providesTags: ['Stop', 'NumberStop'],
      extraOptions: { silent: 'all' },
    }),
    stopChoices: build.query<StopChoice[], { kind: ChosenStopKind }>(get('guard/stops/choices', [], 'all')),
    stopContact: build.mutation<{ id: number }, StopContact>(
      post('guard/stop', ['Stop', 'NumberStop'], ['22']),
    ),
    resumeContact: build.mutation<{ id: number }, ResumeContact>(
      post('guard/resume', ['Stop', 'NumberStop'], ['22']),
    ),
  }),
});

export const {
  useStopsQuery,
  useOwnStopsQuery,
  useStopQuery,
  useStopChoicesQuery,
  useStopContactMutation,
  useResumeContactMutation,
} = stopsApi;
