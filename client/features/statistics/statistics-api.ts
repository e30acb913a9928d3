import { PAGE_SIZE } from '../../../contract/shared/page';
import type { RepayStatistics, StatisticsQuery } from '../../../contract/statistics';
import { baseApi } from '../../api/base-api';
import type { Call } from '../../api/http';

export type StatisticsDay = StatisticsQuery['date'];

interface StatisticsQuestion {
  date: StatisticsDay;
  page: number;
}

export function statisticsCall({ date, page }: StatisticsQuestion): Call {
  return { path: 'repay/statistics/', params: { page, size: PAGE_SIZE.statistics, date } };
}

/** The same figures as CSV. */
export function exportCall(date: StatisticsDay): Call {
  return { path: 'repay/statistics/', params: { date, output: 1 } };
}

const statisticsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    repayStatistics: build.query<RepayStatistics, StatisticsQuestion>({
      query: statisticsCall,
      providesTags: ['PayLog'],
    }),
  }),
});

export const { useRepayStatisticsQuery } = statisticsApi;
