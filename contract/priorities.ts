import { z } from 'zod';
import { Id, IdText } from './shared/id.js';
import { PositiveCentavos } from './shared/money.js';

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

const points = z.int().min(0).max(1_000);

/** What each fact is worth. The last three take away: a case that is held, promised for later or just worked can wait. */
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
  fullDays: z.int().min(1).max(3_650),
  fullUntouchedDays: z.int().min(1).max(365),
  restHours: z.int().min(0).max(168),
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

/** `priorities/weights`: in force for one institution. Version 0 are the defaults, which nobody has changed yet. */
export interface WeightsInForce {
  institutionId: number;
  version: number;
  weights: Weights;
  changedBy: string | null;
  changedAt: string | null;
}

/** `version` is the one that the screen showed. */
export const WeightsChange = z.object({
  institutionId: Id.optional(),
  version: z.int().min(0),
  weights: Weights,
});
export type WeightsChange = z.infer<typeof WeightsChange>;
