import type { INDICATOR_METHODS } from '../../../contract/codes.js';

export interface Indicator {
  institutionId: number | null;
  queueId: number | null;
  method: (typeof INDICATOR_METHODS)[number];
  /** A fraction with RATE_*; centavos with FIXED_AMOUNT. */
  target: number;
  buckets: string | null;
  version: number;
}

export interface Target {
  target: number;
  unit: 'centavos' | 'cases';
  version: number | null;
}

/**
 * A collector's target of the day by the most specific indicator in force: institution and queue, queue, institution,
 * global. None: a target of 0, and a rate that shows as a dash.
 */
export function targetOf(
  indicators: readonly Indicator[],
  seat: { institutionId: number; queueId: number | null },
  payableAmount: number,
  caseCount: number,
): Target {
  const fitting = indicators
    .filter(
      (indicator) =>
        (indicator.institutionId === null || indicator.institutionId === seat.institutionId) &&
        (indicator.queueId === null || indicator.queueId === seat.queueId),
    )
    .sort((left, right) => specificity(right) - specificity(left) || right.version - left.version);
  const chosen = fitting[0];
  if (!chosen) return { target: 0, unit: 'centavos', version: null };
  const { version, target } = chosen;
  if (chosen.method === 'RATE_CASES')
    return { target: Math.ceil(target * caseCount), unit: 'cases', version };
  if (chosen.method === 'FIXED_AMOUNT') return { target: Math.round(target), unit: 'centavos', version };
  return { target: Math.round(target * payableAmount), unit: 'centavos', version };
}

function specificity(indicator: Indicator): number {
  return (indicator.queueId === null ? 0 : 2) + (indicator.institutionId === null ? 0 : 1);
}
