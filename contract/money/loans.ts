import { z } from 'zod';
import type { CaseStatus, LoanStatus } from '../codes.js';
import { IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** `loan/loan-record`: one of the two names the borrower. */
export const LoanRecordQuery = z
  .object({ borrowerId: IdText.optional(), taskId: IdText.optional(), ...pageQuery(PAGE_SIZE.table) })
  .refine(({ borrowerId, taskId }) => (borrowerId === undefined) !== (taskId === undefined), {
    path: ['borrowerId'],
    message: 'Either borrowerId or taskId',
  });
export type LoanRecordQuery = z.infer<typeof LoanRecordQuery>;

/** A loan item of the borrower, newest first. Amounts are centavos. */
export interface LoanRecordRow {
  id: number;
  /** The lender's number of the loan item: text. */
  loanId: string;
  appName: string;
  productCategory: string;
  disbursedAt: string;
  contractAmount: number;
  /** Still unpaid of the whole plan. */
  outstandingAmount: number;
  periods: number;
  loanStatus: LoanStatus;
  caseStatus: CaseStatus | null;
  reloan: number;
  settledAt: string | null;
  /** The loan's newest case, when it exists for the viewer. */
  taskId: number | null;
}
