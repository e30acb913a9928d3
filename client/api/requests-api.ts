import type { AskLeader } from '../../contract/cases/requests';
import { baseApi } from './base-api';
import { post } from './endpoints';

const requestsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    askLeader: build.mutation<{ requestId: number }, AskLeader>(post('request/ask', ['Request'])),
  }),
});

export const { useAskLeaderMutation } = requestsApi;
