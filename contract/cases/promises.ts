import { z } from 'zod';
import type { CaseStatus, PromiseStatus } from '../codes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery, type Page } from '../shared/page.js';

/** How many days later than today a promise may be for. */
export const PROMISE_DAYS = 3;
/** With `promise:extend`, or by a request that a leader granted. */
export const EXTENDED_PROMISE_DAYS = 30;

/**
 * `today`: open, for today; `soon`: open, over within `hours`; `open`: all that are open. The others are what ended within
 * the period: `broken`, `partial` and `kept`.
 */
export const PROMISE_LANES = ['today', 'soon', 'open', 'broken', 'partial', 'kept'] as const;
export type PromiseLane = (typeof PROMISE_LANES)[number];

/** Periods of ended promises: today, the last 7 days, the last 30. */
export const PROMISE_PERIODS = ['day', 'week', 'month'] as const;
export type PromisePeriod = (typeof PROMISE_PERIODS)[number];

/** Choices that a screen offers for `hours`. */
export const PROMISE_HOURS = [1, 2, 4, 6, 12, 24, 48] as const;

const WHOSE = {
  period: z.enum(PROMISE_PERIODS).default('week'),
  groupId: IdText.optional(),
  queueId: IdText.optional(),
  collectorId: IdText.optional(),
};

/** `promise/list`. `output=1` answers all rows of the lane as CSV. */
export const PromiseListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  /** Above COUNT_CAP rows open promises are sorted by their day alone, and else stand in their own order. */
  ...sortQuery(['dueDate', 'amount', 'paid']),
  ...WHOSE,
  lane: z.enum(PROMISE_LANES).default('today'),
  hours: z.coerce.number().int().min(1).max(48).default(6),
  output: z.enum(['0', '1']).default('0'),
});
export type PromiseListQuery = z.infer<typeof PromiseListQuery>;

/** Amounts are centavos. */
export interface ListedPromise {
  id: number;
  taskId: number;
  /** The case's. */
  version: number;
  loanId: string;
  borrowerName: string;
  caseStatus: CaseStatus;
  queueName: string;
  collectorId: number;
  collector: string;
  amount: number;
  paid: number;
  dueDate: string;
  /** The end of that day in Mexico City, and of the next while a cash code is open. */
  deadlineAt: string;
  status: PromiseStatus;
  settledAt: string | null;
  /** The case has had no promise since this one was broken, and somebody still has it. */
  handBack: boolean;
}

/** `totalCount` is the asked lane's; each count is exact up to COUNT_CAP. */
export interface PromisePage extends Page<ListedPromise> {
  counts: Record<PromiseLane, number>;
}

/** `promise/rates`: what became of the promises that ended within the period, by who took them. */
export const PromiseRatesQuery = z.object(WHOSE);
export type PromiseRatesQuery = z.infer<typeof PromiseRatesQuery>;

interface KeptRate {
  kept: number;
  partial: number;
  broken: number;
  /** Kept, of all three; null when there is none. */
  rate: number | null;
}
export interface PromiseRates extends KeptRate {
  /** The lowest rate first. */
  collectors: (KeptRate & { collectorId: number; collector: string })[];
}

/**
 * `promise/handBack`: cases whose promise was broken go back to their queue. `versions`, beside `taskIds`, are those that the
 * screen showed. A preview writes nothing. `management/task/undoBind` takes it back.
 */
export const HandBackCases = z
  .object({
    taskIds: z.array(Id).min(1).max(200),
    versions: z.array(z.int().positive()).max(200).optional(),
    preview: z.boolean().default(false),
    clientRequestId: ClientRequestId.optional(),
  })
  .refine(({ taskIds, versions }) => !versions || versions.length === taskIds.length, {
    path: ['versions'],
    message: 'One version for each case',
  });
export type HandBackCases = z.infer<typeof HandBackCases>;
