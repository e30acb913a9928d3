import type {
  ConnectionDecision,
  ConnectionRequest,
  ConnectionTest,
  ConnectionTestResult,
  ConnectionWithdrawal,
  ProviderConnection,
} from '../../../contract/administration/connections';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const connectionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Templates and telephones, made on other screens, decide what is in use.
    connections: build.query<ProviderConnection[], void>(
      get('connection/list', ['Connection', 'Template', 'Softphone'], 'all'),
    ),
    requestConnection: build.mutation<{ id: number }, ConnectionRequest>(
      post('connection/request', ['Connection'], ['22', '23']),
    ),
    decideConnection: build.mutation<{ id: number }, ConnectionDecision>(
      post('connection/decide', ['Connection', 'Approval', 'Session']),
    ),
    withdrawConnection: build.mutation<{ id: number }, ConnectionWithdrawal>(
      post('connection/withdraw', ['Connection']),
    ),
    testConnection: build.mutation<ConnectionTestResult, ConnectionTest>(
      post('connection/test', ['Connection'], ['22']),
    ),
  }),
});

export const {
  useConnectionsQuery,
  useRequestConnectionMutation,
  useDecideConnectionMutation,
  useWithdrawConnectionMutation,
  useTestConnectionMutation,
} = connectionsApi;
