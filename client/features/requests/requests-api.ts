import type { DecideRequest, RequestPage, RequestRow, RequestState } from '../../../contract/cases/requests';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const requestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    requests: build.query<RequestPage, ListQuery>(get('request/list', ['Request'], 'all')),
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
