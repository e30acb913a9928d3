import type { INDICATOR_METHODS } from '../../../contract/codes.js';
import type { TargetTerms } from '../../../contract/events/events.js';

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
  /** The part that no case changes. */
  fixed: number;
  /** How each case adds to it; null: none does. */
  terms: TargetTerms | null;
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
 * A seat's target by the most specific indicator in force: institution and queue, queue, institution, global. Without one
 * the target is 0 and the rate is shown as a dash.
 */
export function targetBy(
  indicators: readonly Indicator[],
  seat: { institutionId: number; queueId: number | null },
): Target {
  const [chosen] = indicators
    .filter(
      (indicator) =>
        (indicator.institutionId === null || indicator.institutionId === seat.institutionId) &&
        (indicator.queueId === null || indicator.queueId === seat.queueId),
    )
    .sort((left, right) => specificity(right) - specificity(left) || right.version - left.version);
  if (!chosen) return { fixed: 0, terms: null, unit: 'centavos', version: null };
  const unit = chosen.method === 'RATE_CASES' ? 'cases' : 'centavos';
  return { fixed: 0, terms: null, ...METHODS[chosen.method](chosen), unit, version: chosen.version };
}

/** The target of such a base, in centavos, or in cases to settle. */
export function targetOf({ fixed, terms, unit }: Target, base: readonly BaseCase[]): number {
  const share = base.reduce((sum, each) => sum + shareOf({ terms, unit }, each), 0);
  return fixed + wholeOf(share, unit);
}

/** A case's part of a target, in thousandths of a centavo or of a case, so that cases come and go to the centavo. */
export function shareOf(
  { terms, unit }: Pick<Target, 'terms' | 'unit'>,
  { amount, daysPastDue }: BaseCase,
): number {
  if (!terms) return 0;
  const [, rate] = terms.steps.findLast(([from]) => daysPastDue >= from) ?? [0, terms.flat];
  return unit === 'cases' ? rate : rate * amount;
}

/** Centavos are rounded; a case is asked for as a whole. The column `collector_day.target` says the same. */
export function wholeOf(share: number, unit: Target['unit']): number {
  return Math.floor((share + (unit === 'cases' ? 999 : 500)) / 1000);
}

const METHODS: Record<Indicator['method'], (indicator: Indicator) => Partial<Target>> = {
  RATE_AMOUNT: ({ target }) => ({ terms: { flat: thousandths(target), steps: [] } }),
  FIXED_AMOUNT: ({ target }) => ({ fixed: Math.round(target) }),
  RATE_CASES: ({ target }) => ({ terms: { flat: thousandths(target), steps: [] } }),
  BUCKETED: ({ buckets }) => {
    const inOrder = (JSON.parse(buckets ?? '[]') as Bucket[]).sort(
      (left, right) => left.minDpd - right.minDpd,
    );
    return { terms: { flat: 0, steps: inOrder.map(({ minDpd, rate }) => [minDpd, thousandths(rate)]) } };
  },
};

/** Rates have no finer part (contract/team/indicators.ts). */
function thousandths(rate: number): number {
  return Math.round(rate * 1000);
}

function specificity(indicator: Indicator): number {
  return (indicator.queueId === null ? 0 : 2) + (indicator.institutionId === null ? 0 : 1);
}
