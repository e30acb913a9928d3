import type { IndicatorChange, IndicatorRow, IndicatorStatusChange } from '../../../contract/team/indicators';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const indicatorsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    indicators: build.query<Page<IndicatorRow>, Question>(get('achievementBoard/list', ['Indicator'], 'all')),
    indicator: build.query<IndicatorRow, number>({
      query: (id) => ({ path: `achievementBoard/info/${id}` }),
      providesTags: ['Indicator'],
      extraOptions: { silent: 'all' },
    }),
    saveIndicator: build.mutation<{ id: number }, IndicatorChange>(
      post('achievementBoard/createOrUpdate', ['Indicator'], ['22', '23']),
    ),
    setIndicatorStatus: build.mutation<null, IndicatorStatusChange>(
      post('achievementBoard/setStatus', ['Indicator']),
    ),
  }),
});

export const {
  useIndicatorsQuery,
  useIndicatorQuery,
  useSaveIndicatorMutation,
  useSetIndicatorStatusMutation,
} = indicatorsApi;
