import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import type { Call } from '../../api/http';

export type StatisticsDay = 'today' | 'yesterday';

/** Log row, named by the specification. Amounts are centavos. */
export interface RepayRow {
  id: number;
  borrow_id: string;
  user_id: number;
  user_name: string;
  repay_due_time: string;
  penalty_day: number;
  repay_due_amount: number;
  amount: number;
  repay_time: string;
  repay_way_name: string;
}

interface RepayStatistics extends Page<RepayRow> {
  totalRepayAmount: number;
  totalRepayCount: number;
  collectTaskCount: number;
  collectRate: number | null;
}

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
