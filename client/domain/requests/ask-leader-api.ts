import type { AskLeader } from '../../../contract/cases/requests';
import { baseApi } from '../../api/base-api';
import { post } from '../../api/endpoints';

const requestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    askLeader: build.mutation<{ requestId: number }, AskLeader>(post('request/ask', ['Request'])),
  }),
});

export const { useAskLeaderMutation } = requestsApi;
