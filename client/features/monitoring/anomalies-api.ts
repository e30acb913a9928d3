import type { AnomalyPage, HandleAnomaly } from '../../../contract/supervision/anomalies';
import type { Page } from '../../../contract/shared/page';
import type { UserInfo } from '../../../contract/administration/users';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const anomaliesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    anomalies: build.query<AnomalyPage, ListQuery>(get('user/behavior/anomalies', ['Anomaly'], 'all')),
    handleAnomaly: build.mutation<unknown, HandleAnomaly>(
      post('user/behavior/anomaly/handle', ['Anomaly'], ['22']),
    ),
    /** Leaders, supervisors and administrators whom an anomaly may be given to. */
    anomalyHandlers: build.query<UserInfo[], void>({
      query: () => ({ path: 'manage/user/list', params: { status: 'enabled', size: 200, page: 1 } }),
      transformResponse: ({ result }: Page<UserInfo>) => result.filter(({ role }) => role !== 'member'),
      providesTags: ['User'],
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const { useAnomaliesQuery, useHandleAnomalyMutation, useAnomalyHandlersQuery } = anomaliesApi;
