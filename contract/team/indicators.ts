import { z } from 'zod';
import { INDICATOR_METHODS } from '../codes.js';
import { IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

/** OFF: switched off before it began. */
export const INDICATOR_STATES = ['PLANNED', 'IN_FORCE', 'PAST', 'OFF'] as const;
export type IndicatorState = (typeof INDICATOR_STATES)[number];

/** With BUCKETED: from how many days past due on each of the percentages holds, up to the next one. */
export const DPD_BUCKETS = [1, 8, 16, 31, 61, 91] as const;

/** `achievementBoard/list`: those of the viewer's institutions and of everybody. */
export const IndicatorQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['effectiveFrom', 'updatedAt']),
  institutionId: IdText.optional(),
  queueId: IdText.optional(),
  method: z.enum(INDICATOR_METHODS).optional(),
  state: z.enum(INDICATOR_STATES).optional(),
});
export type IndicatorQuery = z.infer<typeof IndicatorQuery>;

const Percent = z.number().min(0).max(100).multipleOf(0.1).nullable();
const IndicatorFields = z.object({
  /** Null: every institution's, as null is every queue's. */
  institutionId: Id.nullable(),
  queueId: Id.nullable(),
  method: z.enum(INDICATOR_METHODS),
  /** With RATE_AMOUNT and RATE_CASES. */
  percent: Percent,
  /** With FIXED_AMOUNT: centavos of one collector and day. */
  amount: z.int().min(1).max(100_000_000_000).nullable(),
  /** With BUCKETED; null is nothing of them. */
  buckets: z.object({
    ...{ dpd1: Percent, dpd8: Percent, dpd16: Percent },
    ...{ dpd31: Percent, dpd61: Percent, dpd91: Percent },
  }),
  /** Mexico's days, both included; null: until another one is put in its place. */
  effectiveFrom: IsoDay,
  effectiveTo: IsoDay.nullable(),
});

const NEEDED = {
  RATE_AMOUNT: ['percent'],
  RATE_CASES: ['percent'],
  FIXED_AMOUNT: ['amount'],
  BUCKETED: ['buckets', 'dpd1'],
} as const;

function isWhole(form: z.infer<typeof IndicatorFields>, issues: z.RefinementCtx): void {
  const { method, percent, amount, buckets, effectiveFrom, effectiveTo } = form;
  const given = { percent, amount, buckets: Math.max(...Object.values(buckets).map(Number)) };
  if (!given[NEEDED[method][0]])
    issues.addIssue({ code: 'custom', path: [...NEEDED[method]], params: { rule: 'range' } });
  if (effectiveTo !== null && effectiveTo < effectiveFrom)
    issues.addIssue({ code: 'custom', path: ['effectiveTo'], params: { rule: 'order' } });
}

export const IndicatorForm = IndicatorFields.superRefine(isWhole);
export type IndicatorForm = z.infer<typeof IndicatorForm>;

/**
 * `achievementBoard/createOrUpdate`: without an id a new one; of one that has begun only the last day changes. `follows`: the
 * indicator of the same scope that a new one takes the place of, which ends with the day before, in the same save.
 */
export const IndicatorChange = IndicatorFields.extend({
  id: Id.optional(),
  version: Id.optional(),
  follows: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
}).superRefine(isWhole);
export type IndicatorChange = z.infer<typeof IndicatorChange>;

/** `achievementBoard/setStatus`: what is planned is switched on or off; what has begun ends with today. */
export const IndicatorStatusChange = z.object({ id: Id, enabled: z.boolean(), version: Id.optional() });
export type IndicatorStatusChange = z.infer<typeof IndicatorStatusChange>;

/** The target of a scope in a window of days. */
export interface IndicatorRow extends IndicatorForm {
  id: number;
  version: number;
  state: IndicatorState;
  institutionName: string | null;
  queueName: string | null;
  updatedBy: string | null;
  updatedAt: string;
}
