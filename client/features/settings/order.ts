import type { OrderSample, Reason, SampledCase, Weights } from '../../../contract/cases/priorities';
import { priorityOf, type PriorityFacts } from '../../../contract/cases/priority-score';

export interface Placed {
  case: SampledCase;
  /** From 1. */
  place: number;
  placeBefore: number;
  /** The strongest. */
  reason: Reason | undefined;
}

/** The list as other weights would have it, and where each case stands now: by the rules that order the lists themselves. */
export function reordered(sample: OrderSample, now: Weights, then: Weights): Placed[] {
  const before = new Map(order(sample, now).map(({ case: { id } }, index) => [id, index + 1]));
  return order(sample, then).map(({ case: each, reason }, index) => ({
    case: each,
    place: index + 1,
    placeBefore: before.get(each.id)!,
    reason,
  }));
}

function order({ cases, asOf, today }: OrderSample, weights: Weights) {
  const moment = { now: new Date(asOf), today };
  const scored = cases.map((each) => {
    const { score, reasons } = priorityOf(factsOf(each), weights, moment);
    return { case: each, score, reason: reasons[0] };
  });
  return scored.sort((one, other) => other.score - one.score || one.case.id - other.case.id);
}

function factsOf(each: SampledCase): PriorityFacts {
  return {
    ...each,
    nextFollowUpAt: at(each.nextFollowUpAt),
    promiseBrokenAt: at(each.promiseBrokenAt),
    lastCallTime: at(each.lastCallTime),
    holdUntil: at(each.holdUntil),
  };
}

function at(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}
