import { z } from 'zod';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

/** Lists of the day: payments, or reversals. */
export const REPAY_KINDS = ['payments', 'reversals'] as const;
export type RepayKind = (typeof REPAY_KINDS)[number];

/** `repay/statistics/`. `output=1` answers CSV instead of a page. */
export const StatisticsQuery = z.object({
  ...pageQuery(PAGE_SIZE.statistics),
  date: z.enum(['today', 'yesterday']).default('today'),
  kind: z.enum(REPAY_KINDS).default('payments'),
  output: z.enum(['0', '1']).default('0'),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/**
 * Log row, named by the specification. Amounts are centavos. Loan, user and name are null to a collector who no longer has
 * the case; the amounts stay.
 */
export interface RepayRow {
  id: number;
  borrow_id: string | null;
  user_id: number | null;
  user_name: string | null;
  repay_due_time: string;
  penalty_day: number;
  repay_due_amount: number;
  /** The part of the payment towards what was due; negative in a reversal. */
  amount: number;
  repay_time: string;
  /** The pay channel's code. */
  repay_way_name: string;
}

/** The four figures of a day, which leave reversals out, with a page of its payments or reversals. */
export interface RepayStatistics extends Page<RepayRow> {
  totalRepayAmount: number;
  /** Distinct loan items. */
  totalRepayCount: number;
  collectTaskCount: number;
  /** Handled cases with a payment that day, of all handled; null when none was handled. */
  collectRate: number | null;
  /** Reversed that day from these people's credit, centavos, 0 or negative: their cards count it. */
  reversalAmount: number;
  reversalCount: number;
  /** Open now, whatever the day: what was paid out of refunds and is owed back on cases that the viewer sees, centavos. */
  receivableAmount: number;
  receivableCount: number;
}
