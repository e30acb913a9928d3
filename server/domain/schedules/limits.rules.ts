import type { Limits } from '../allocation/allocation.rules.js';
import type { SeatPlan } from './seat-plan.entity.js';

export type PlannedLimits = Pick<SeatPlan, 'perCapitaMin' | 'perCapitaMax' | 'minSeats' | 'maxSeats'>;

/** The limits of a queue's day: the plan's where it names them, else the queue's own. */
export function limitsOf(queue: Limits, plan: PlannedLimits | undefined): Limits {
  return {
    perCapitaMin: plan?.perCapitaMin ?? queue.perCapitaMin,
    perCapitaMax: plan?.perCapitaMax ?? queue.perCapitaMax,
    seatsMin: plan?.minSeats ?? queue.seatsMin,
    seatsMax: plan?.maxSeats ?? queue.seatsMax,
  };
}
