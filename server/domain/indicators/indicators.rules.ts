import {
  DPD_BUCKETS,
  type IndicatorForm,
  type IndicatorRow,
  type IndicatorState,
} from '../../../contract/team/indicators.js';
import type { Indicator } from './indicator.entity.js';

type Values = Pick<
  Indicator,
  'institutionId' | 'queueId' | 'method' | 'target' | 'buckets' | 'effectiveFrom' | 'effectiveTo'
>;

export function stateOf(
  { enabled, effectiveFrom, effectiveTo }: Pick<Indicator, 'enabled' | 'effectiveFrom' | 'effectiveTo'>,
  today: string,
): IndicatorState {
  if (!enabled) return 'OFF';
  if (effectiveFrom > today) return 'PLANNED';
  return effectiveTo === null || effectiveTo >= today ? 'IN_FORCE' : 'PAST';
}

/** Values that the method does not use are not kept. */
export function valuesOf({ percent, amount, buckets, ...form }: IndicatorForm): Values {
  const { institutionId, queueId, method, effectiveFrom, effectiveTo } = form;
  const steps = DPD_BUCKETS.flatMap((minDpd) => {
    const rate = buckets[`dpd${minDpd}`];
    return rate === null ? [] : [{ minDpd, rate: fraction(rate) }];
  });
  const targets = {
    RATE_AMOUNT: fraction(percent),
    RATE_CASES: fraction(percent),
    FIXED_AMOUNT: amount ?? 0,
  };
  return {
    ...{ institutionId, queueId, method, effectiveFrom, effectiveTo },
    target: method === 'BUCKETED' ? 0 : targets[method],
    buckets: method === 'BUCKETED' ? steps : null,
  };
}

export function rowOf(indicator: Indicator, today: string): IndicatorRow {
  const { id, version, institutionId, queueId, method, target, effectiveFrom, effectiveTo } = indicator;
  const stepOf = (from: number) => indicator.buckets?.find(({ minDpd }) => minDpd === from);
  const steps = DPD_BUCKETS.map((from) => [`dpd${from}`, percentOf(stepOf(from)?.rate)]);
  return {
    ...{ id, version, institutionId, queueId, method, effectiveFrom, effectiveTo },
    percent: method === 'RATE_AMOUNT' || method === 'RATE_CASES' ? percentOf(target) : null,
    amount: method === 'FIXED_AMOUNT' ? target : null,
    buckets: Object.fromEntries(steps) as IndicatorRow['buckets'],
    state: stateOf(indicator, today),
    institutionName: indicator.institution?.name ?? null,
    queueName: indicator.queue?.name ?? null,
    updatedBy: indicator.modifier?.name ?? null,
    updatedAt: indicator.updatedAt.toISOString(),
  };
}

/** 12.3 percent is 0.123, to the digit: what is compared must not differ by how it was computed. */
function fraction(percent: number | null): number {
  return Math.round((percent ?? 0) * 10) / 1000;
}

function percentOf(rate: number | undefined): number | null {
  return rate === undefined ? null : Math.round(rate * 1000) / 10;
}
