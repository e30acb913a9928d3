import { z } from 'zod';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

/** `repay/statistics/`. `output=1` answers CSV instead of a page. */
export const StatisticsQuery = z.object({
  ...pageQuery(PAGE_SIZE.statistics),
  date: z.enum(['today', 'yesterday']).default('today'),
  output: z.enum(['0', '1']).default('0'),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Log row, named by the specification. Amounts are centavos. */
export interface RepayRow {
  id: number;
  borrow_id: string;
  user_id: number;
  user_name: string;
  repay_due_time: string;
  penalty_day: number;
  repay_due_amount: number;
  /** What of the payment paid the due. */
  amount: number;
  repay_time: string;
  /** The pay channel's code. */
  repay_way_name: string;
}

/** The four figures of a day with a page of its payments. */
export interface RepayStatistics extends Page<RepayRow> {
  totalRepayAmount: number;
  /** Distinct loan items. */
  totalRepayCount: number;
  collectTaskCount: number;
  /** Handled cases with a payment that day, of all handled; null when none was handled. */
  collectRate: number | null;
}
