import type { RepayStatistics } from '../../../contract/team/statistics';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import type { Call } from '../../api/http';
import type { Question } from '../../ui/list-page/question';

export function exportCall({ date, kind }: Question): Call {
  return { path: 'repay/statistics/', params: { date, kind, output: 1 } };
}

const statisticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    repayStatistics: build.query<RepayStatistics, Question>(get('repay/statistics/', ['PayLog'])),
  }),
});

export const { useRepayStatisticsQuery } = statisticsApi;
