import type { DecideRequest, RequestPage, RequestRow, RequestState } from '../../../contract/cases/requests';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const requestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    requests: build.query<RequestPage, Question>(get('request/list', ['Request'], 'all')),
    requestsOfCase: build.query<Page<RequestRow>, { taskId: number; state: RequestState }>({
      query: (params) => ({ path: 'request/list', params }),
      providesTags: ['Request'],
      extraOptions: { silent: 'all' },
    }),
    decideRequest: build.mutation<object, DecideRequest>(
      post('request/decide', ['Request', 'Contact', 'Promise']),
    ),
  }),
});

export const {
  useRequestsQuery,
  useRequestsOfCaseQuery,
  useLazyRequestsOfCaseQuery,
  useDecideRequestMutation,
} = requestsApi;
