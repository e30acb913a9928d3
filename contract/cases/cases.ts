import type { NumberSource, Standing } from './numbers.js';
import { z } from 'zod';
import {
  CASE_GROUP_NAMES,
  CASE_STATUSES,
  type CallResult,
  type CaseGroup,
  type CaseStatus,
  type LoanStatus,
  type PromiseStatus,
  type Relation,
} from '../codes.js';
import { IdText } from '../shared/id.js';
import type { Reason } from './priorities.js';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .optional()
    .transform((text) => text || undefined);

export const CASE_SORTS = ['priority', 'penaltyDay', 'amount', 'lastCallTime', 'nextFollowUpAt'] as const;
export type CaseSort = (typeof CASE_SORTS)[number];

/** Where a page begins or ends, as the list answered it: "column~value~id". */
const cursor = z
  .string()
  .max(64)
  .regex(/^[a-z_]+~[^~]+~\d+$/)
  .optional();

/** `task/listing`. The names of the four filters are the list's own columns. */
export const CaseListQuery = z.object({
  ...pageQuery(PAGE_SIZE.tasks),
  borrowerId: z.union([z.literal('').transform(() => undefined), IdText]).optional(),
  borrowerName: optionalText(60),
  loanId: optionalText(40),
  borrowerPhone: optionalText(24),
  status: z.enum(CASE_STATUSES).optional(),
  group: z.enum(CASE_GROUP_NAMES).optional(),
  /** Leaders and above: one collector's cases. */
  ownerId: IdText.optional(),
  appName: optionalText(60),
  due: z.enum(['now', 'promisedToday', 'paidToday']).optional(),
  /** Only cases whose borrower may be called now. */
  contactable: z.literal('now').optional(),
  /** Left out: a person's own open cases by priority, everything else by days past due. */
  sort: z.enum(CASE_SORTS).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** The page after (or before) a row, at whatever depth; `page` then only says which one it is. */
  after: cursor,
  before: cursor,
  /** 1: a CSV file instead of a page; above EXPORT_ROWS rows a job that writes it. */
  output: z.enum(['0', '1']).default('0'),
});
export type CaseListQuery = z.infer<typeof CaseListQuery>;

/** A page with the cursors of the next and the previous one; null where there is none, or the order has no cursors. */
export interface CasePage extends Page<CaseRow> {
  next: string | null;
  previous: string | null;
  /** The name of the collector the list is filtered by, when the viewer sees that collector. */
  ofCollector: string | null;
}

export interface CaseRow {
  id: number;
  /** The lender's number of the loan item: text. */
  loanId: string;
  borrowerId: number;
  borrowerName: string;
  /** Masked unless the configuration allows the viewer's role. */
  borrowerPhone: string;
  penaltyDate: string;
  penaltyDay: number;
  /** Unpaid amount due, centavos. */
  amount: number;
  status: CaseStatus;
  lastCallResult: CallResult | null;
  lastCallTime: string | null;
  lastCallAgent: string | null;
  nextFollowUpAt: string | null;
  promise: { amount: number; dueDate: string } | null;
  ownerId: number | null;
  ownerName: string | null;
  /** Why it stands where it does, the strongest first. */
  reasons: Reason[];
  /** Grows with every change of the row: an older patch never overwrites a newer one. */
  version: number;
}

export type CaseGroupCounts = Record<CaseGroup, number> & {
  dueNow: number;
  promisedToday: number;
  paidToday: number;
  contactableNow: number;
};

/** `task/counts`: of all that the viewer sees, or of one collector in it. */
export const CaseCountsQuery = CaseListQuery.pick({ ownerId: true });
export type CaseCountsQuery = z.infer<typeof CaseCountsQuery>;

/** `task/lane`: the same, and of one group of states. */
export const CaseLaneQuery = CaseListQuery.pick({ ownerId: true, group: true });
export type CaseLaneQuery = z.infer<typeof CaseLaneQuery>;

/** `task/next`: what to work after this case. */
export const NextCaseQuery = z.object({ after: IdText });
export type NextCaseQuery = z.infer<typeof NextCaseQuery>;
export interface NextCase {
  next: CaseRow | null;
}

/** `task/lane`: what is due, was broken, or falls due within LANE_MINUTES, the longest waiting first. */
export const LANE_MINUTES = 30;
export const LANE_SIZE = 12;
export interface LaneCase {
  id: number;
  loanId: string;
  borrowerName: string;
  amount: number;
  kind: 'followUp' | 'promise' | 'broken';
  /** When somebody should work on it. */
  at: string;
}

export const CASE_KINDS = ['STANDARD', 'LONG_AGING'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** `task/info/{id}`: the labels of "Case detail content". */
export interface CaseInfo extends CaseRow {
  kind: CaseKind;
  loanItemId: number;
  loanStatus: LoanStatus;
  reloan: number;
  productCategory: string;
  appName: string;
  loanOrder: string;
  loanTime: string;
  contractAmount: number;
  collectionTime: string;
  /** Outstanding parts, centavos: principal + interest + penaltyInterest + iva = amount. */
  principal: number;
  interest: number;
  penaltyInterest: number;
  iva: number;
  /** Unpaid of the plan and not due yet, centavos: it is not part of `amount`. */
  notYetDueAmount: number;
  /** Paid out as a refund whose money was taken back, centavos: owed, and never asked for. */
  receivableAmount: number;
  /** Since when, by the product's terms, the whole balance of a loan is due; null while it is not. */
  acceleratedOn: string | null;
  bankName: string | null;
  /** Masked. */
  deductionCard: string | null;
  lastOpenedAt: string | null;
  lastRepaymentPageVisit: string | null;
  /** When the borrower last opened the lender's app. */
  lastAppVisit: string | null;
  willingness: CallResult | null;
  queueName: string;
  institutionName: string;
  borrower: BorrowerInfo;
  promises: PromiseRow[];
  actions: CaseAction[];
}

/** Actions that the viewer may take on the case now; the server checks again on the act. */
export type CaseAction = 'record' | 'promise' | 'assign' | 'release' | 'withdraw' | 'reinstate' | 'close';

export interface BorrowerInfo {
  id: number;
  name: string;
  identityNumber: string | null;
  phone: string;
  homePhone: string | null;
  birthDate: string | null;
  municipality: string | null;
  state: string | null;
  maritalStatus: string | null;
  education: string | null;
  companyName: string | null;
  occupation: string | null;
  workingYears: number | null;
  /** Masked, as the numbers are. */
  residenceAddress: string | null;
  companyAddress: string | null;
}

export interface LoanItemInfo {
  loanItemId: number;
  loanStatus: LoanStatus;
  reloan: number;
  plan: PlanRow[];
}

/** Repayment plan row, named by the specification. Amounts are centavos. */
export interface PlanRow {
  period: number;
  repaymentPlanTime: string;
  repaymentTotalAmount: number;
  /** When the row became wholly paid. */
  repaymentRealTime: string | null;
  repaymentIncomeAmount: number;
  repaymentPrincipalAmount: number;
  repaymentInterestAmount: number;
  overdueFeeAmount: number;
  /** The case claims it; else it is not due yet. */
  due: boolean;
}

export interface ContactRow {
  id: number;
  name: string;
  phone: string;
  relation: Relation;
  emergency: boolean;
  lastCallResult: CallResult | null;
  /** Why this contact can not be used: opted out, wrong, bad number. Null when it can. */
  blocked: 'WRONG' | 'BAD_NUMBER' | 'OPT_OUT' | null;
  /** How the lender came by the number, and on which day when that is known. */
  source: NumberSource;
  givenOn: string | null;
  standing: Standing;
  /** When a call last said so; null when none has. */
  standingAt: string | null;
}
export interface ContactList {
  contacts: ContactRow[];
  /** True when the numbers are masked for this viewer. */
  hideKey: boolean;
}

export const LoanItemQuery = z.object({ taskId: IdText });
export type LoanItemQuery = z.infer<typeof LoanItemQuery>;
export interface PromiseRow {
  id: number;
  amount: number;
  dueDate: string;
  status: PromiseStatus;
  paid: number;
  createdAt: string;
  collectorName: string | null;
}
