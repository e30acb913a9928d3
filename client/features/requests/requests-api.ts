import type { DecideRequest, RequestRow } from '../../../contract/requests';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const requestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    requests: build.query<Page<RequestRow>, Question>(get('request/list', ['Request'], 'all')),
    requestsOfCase: build.query<Page<RequestRow>, number>({
      query: (taskId) => ({ path: 'request/list', params: { taskId } }),
      providesTags: ['Request'],
      extraOptions: { quiet: 'all' },
    }),
    decideRequest: build.mutation<object, DecideRequest>(post('request/decide', ['Request', 'Contact'])),
  }),
});

export const { useRequestsQuery, useRequestsOfCaseQuery, useDecideRequestMutation } = requestsApi;
