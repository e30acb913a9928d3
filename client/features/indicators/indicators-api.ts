import type { IndicatorChange, IndicatorRow, IndicatorStatusChange } from '../../../contract/team/indicators';
import { baseApi } from '../../api/base-api';
import { entityApi, post } from '../../api/endpoints';

export const indicatorCalls = entityApi<IndicatorRow, IndicatorChange>('Indicator', {
  list: 'achievementBoard/list',
  one: (id) => ({ path: `achievementBoard/info/${id}` }),
  save: 'achievementBoard/createOrUpdate',
});

const indicatorsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    setIndicatorStatus: build.mutation<null, IndicatorStatusChange>(
      post('achievementBoard/setStatus', ['Indicator']),
    ),
  }),
});

export const { useSetIndicatorStatusMutation } = indicatorsApi;
