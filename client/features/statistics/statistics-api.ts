import type { RepayStatistics } from '../../../contract/team/statistics';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import type { Call } from '../../api/http';
import type { ListQuery } from '../../ui/list-page/list-query';

export function exportCall({ date, kind }: ListQuery): Call {
  return { path: 'repay/statistics/', params: { date, kind, output: 1 } };
}

const statisticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    repayStatistics: build.query<RepayStatistics, ListQuery>(get('repay/statistics/', ['PayLog'])),
  }),
});

export const { useRepayStatisticsQuery } = statisticsApi;
