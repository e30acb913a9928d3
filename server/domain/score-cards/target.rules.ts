import type { INDICATOR_METHODS } from '../../../contract/codes.js';

export interface Indicator {
  institutionId: number | null;
  queueId: number | null;
  method: (typeof INDICATOR_METHODS)[number];
  /** A fraction with RATE_*; centavos with FIXED_AMOUNT. */
  target: number;
  /** With BUCKETED: JSON of Bucket[], else null. */
  buckets: string | null;
  /** Its id: of what is changed, each version is an indicator of its own. */
  version: number;
}

export interface Target {
  target: number;
  unit: 'centavos' | 'cases';
  version: number | null;
}

/** The rate for cases from `minDpd` days past due, up to the next bucket. */
export interface Bucket {
  minDpd: number;
  rate: number;
}

/** A case of the day's base: what is due on it, in centavos, and since how many days. */
export interface BaseCase {
  amount: number;
  daysPastDue: number;
}

/**
 * A collector's target of the day by the most specific indicator in force: institution and queue, queue, institution,
 * global. Without one the target is 0 and the rate is shown as a dash.
 */
export function targetOf(
  indicators: readonly Indicator[],
  seat: { institutionId: number; queueId: number | null },
  base: readonly BaseCase[],
): Target {
  const [chosen] = indicators
    .filter(
      (indicator) =>
        (indicator.institutionId === null || indicator.institutionId === seat.institutionId) &&
        (indicator.queueId === null || indicator.queueId === seat.queueId),
    )
    .sort((left, right) => specificity(right) - specificity(left) || right.version - left.version);
  if (!chosen) return { target: 0, unit: 'centavos', version: null };
  const unit = chosen.method === 'RATE_CASES' ? 'cases' : 'centavos';
  return { target: METHODS[chosen.method](chosen, base), unit, version: chosen.version };
}

const METHODS: Record<Indicator['method'], (indicator: Indicator, base: readonly BaseCase[]) => number> = {
  RATE_AMOUNT: ({ target }, base) => Math.round(target * base.reduce((sum, { amount }) => sum + amount, 0)),
  FIXED_AMOUNT: ({ target }) => Math.round(target),
  RATE_CASES: ({ target }, base) => Math.ceil(target * base.length),
  BUCKETED: ({ buckets }, base) => {
    const steps = (JSON.parse(buckets ?? '[]') as Bucket[]).sort((left, right) => right.minDpd - left.minDpd);
    const rateOf = (days: number) => steps.find((step) => days >= step.minDpd)?.rate ?? 0;
    return Math.round(base.reduce((sum, { amount, daysPastDue }) => sum + amount * rateOf(daysPastDue), 0));
  },
};

function specificity(indicator: Indicator): number {
  return (indicator.queueId === null ? 0 : 2) + (indicator.institutionId === null ? 0 : 1);
}
