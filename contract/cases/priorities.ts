import { z } from 'zod';
import type { CallResult } from '../codes.js';
import { Id, IdText } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

/** Why a case stands where it does in a collector's list; the words stand in the client under `cases:why`. */
export const REASON_CODES = [
  'promiseToday',
  'followUpDue',
  'brokenPromise',
  'highAmount',
  'manyDays',
  'neverTouched',
  'untouched',
  'contactable',
  'onHold',
  'promised',
  'justTouched',
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

/** The strongest first. `params` are what the words count: days, or centavos. */
export interface Reason {
  code: ReasonCode;
  params: Record<string, number>;
}

/** The smallest and the largest of each, fullAmount apart. */
export const WEIGHT_RANGES = {
  points: [0, 1_000],
  fullDays: [1, 3_650],
  fullUntouchedDays: [1, 365],
  restHours: [0, 168],
} as const;
const range = ([min, max]: readonly [number, number]) => z.int().min(min).max(max);
const points = range(WEIGHT_RANGES.points);

/** Points for each fact. The last three subtract: a case that is held, promised for later or just worked can wait. */
export const Weights = z.object({
  promiseToday: points,
  followUpDue: points,
  brokenPromise: points,
  /** For an amount of `fullAmount` and more; in proportion below. */
  amount: points,
  /** For `fullDays` past due and more; in proportion below. */
  daysPastDue: points,
  /** For `fullUntouchedDays` without a word and more, or never; in proportion below. */
  untouched: points,
  /** Somebody was reached last time. */
  contactable: points,
  onHold: points,
  promised: points,
  /** Within `restHours` of the last contact. */
  justTouched: points,
  fullAmount: PositiveCentavos,
  fullDays: range(WEIGHT_RANGES.fullDays),
  fullUntouchedDays: range(WEIGHT_RANGES.fullUntouchedDays),
  restHours: range(WEIGHT_RANGES.restHours),
});
export type Weights = z.infer<typeof Weights>;

export const DEFAULT_WEIGHTS: Weights = {
  promiseToday: 450,
  followUpDue: 400,
  brokenPromise: 350,
  amount: 200,
  daysPastDue: 100,
  untouched: 150,
  contactable: 60,
  onHold: 600,
  promised: 250,
  justTouched: 300,
  fullAmount: 1_000_000,
  fullDays: 30,
  fullUntouchedDays: 7,
  restHours: 4,
};

export const WeightsQuery = z.object({ institutionId: IdText.optional() });
export type WeightsQuery = z.infer<typeof WeightsQuery>;

/** `priorities/weights`: in force for one institution. Version 0 are the defaults, which nobody has changed yet. */
export interface WeightsInForce {
  institutionId: number;
  version: number;
  weights: Weights;
  changedBy: string | null;
  changedAt: string | null;
}

/** `priorities/weights/history`: every version, the newest first, down to the defaults. */
export const WeightsHistoryQuery = z.object({
  institutionId: IdText.optional(),
  ...pageQuery(PAGE_SIZE.table),
});
export type WeightsHistoryQuery = z.infer<typeof WeightsHistoryQuery>;
export type WeightsHistory = Page<WeightsInForce>;

/**
 * `priorities/sample`: the open cases of the collector who has the most, for a screen to show what other weights would do to
 * a list. Nothing in it names a borrower.
 */
export interface OrderSample {
  /** Null when nobody has a case. */
  collector: string | null;
  asOf: string;
  /** The business day of `asOf`. */
  today: string;
  cases: SampledCase[];
}
/** The facts of contract/cases/priority-score.ts as they travel. */
export interface SampledCase {
  id: number;
  loanId: string;
  nextFollowUpAt: string | null;
  promiseDue: string | null;
  promiseBrokenAt: string | null;
  amount: number;
  penaltyDate: string;
  lastCallTime: string | null;
  lastCallResult: CallResult | null;
  holdUntil: string | null;
}

/** `version` is the one that the screen showed. */
export const WeightsChange = z.object({
  institutionId: Id.optional(),
  version: z.int().min(0),
  weights: Weights,
});
export type WeightsChange = z.infer<typeof WeightsChange>;
