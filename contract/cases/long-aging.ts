import { z } from 'zod';
import type { LoanStatus } from '../codes.js';
import { IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** `task/loanItemInfoLongAging`: the loan items of a long-aging case. */
export const LongAgingItemsQuery = z.object({ ...pageQuery(PAGE_SIZE.tasks), longAgingTasksId: IdText });
export type LongAgingItemsQuery = z.infer<typeof LongAgingItemsQuery>;

export interface LongAgingItem {
  loanItemId: number;
  /** The lender's number of the loan item. */
  loanId: string;
  loanOrder: string;
  appName: string;
  productCategory: string;
  loanStatus: LoanStatus;
  reloan: number;
  contractAmount: number;
  /** Unpaid, centavos. */
  amount: number;
  /** The earliest day with something unpaid; null when nothing is. */
  penaltyDate: string | null;
  penaltyDay: number | null;
}
