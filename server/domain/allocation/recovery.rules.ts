import type { Plan } from './allocation.rules.js';

/** The days that expectations are made of, yesterday the last. */
export const RECOVERY_DAYS = 30;

/** Amounts due of a stratum's cases, day by day, and the amounts received on these days. Centavos. */
export interface RecoverySum {
  queueId: number;
  stratum: string;
  amount: number;
  received: number;
}

/**
 * The share of the amount due that a stratum brings on one day: received / due over the last 30 days. A stratum of which the
 * queue knows nothing has the rate of that stratum in all queues, then the rate of all cases.
 */
export class RecoveryRates {
  private readonly shares = new Map<string, { amount: number; received: number }>();

  constructor(sums: readonly RecoverySum[]) {
    for (const { queueId, stratum, amount, received } of sums)
      for (const key of keysOf(queueId, stratum)) {
        const share = this.shares.get(key);
        this.shares.set(key, {
          amount: (share?.amount ?? 0) + amount,
          received: (share?.received ?? 0) + received,
        });
      }
  }

  /** A fraction; null while nothing is known of any case. */
  of(queueId: number, stratum: string): number | null {
    for (const key of keysOf(queueId, stratum)) {
      const share = this.shares.get(key);
      if (share && share.amount > 0) return Math.max(0, share.received / share.amount);
    }
    return null;
  }
}

function keysOf(queueId: number, stratum: string): string[] {
  return [`${queueId} ${stratum}`, stratum, ''];
}

/** A plan with the people's names, and what each one's part is expected to bring. */
export type ValuedPlan = Omit<Plan, 'seats'> & {
  seats: (Plan['seats'][number] & { name: string; expected: number | null })[];
};

/**
 * Adds what a plan gives to each collector in expected money: the sum over the cases of amount due x rate of the stratum, in
 * centavos a day; null while nothing is known.
 */
export function valued(
  plan: Plan,
  names: ReadonlyMap<number, string>,
  queueId: number,
  rates: RecoveryRates,
): ValuedPlan {
  const values = new Map<number, number>();
  for (const { agentId, amount, stratum } of plan.decisions) {
    const rate = agentId === null ? null : rates.of(queueId, stratum);
    if (rate !== null) values.set(agentId!, (values.get(agentId!) ?? 0) + amount * rate);
  }
  const nothing = rates.of(queueId, '') === null ? null : 0;
  const seats = plan.seats.map((seat) => {
    const value = values.get(seat.id);
    return {
      ...seat,
      name: names.get(seat.id)!,
      expected: value === undefined ? nothing : Math.round(value),
    };
  });
  return { ...plan, seats };
}
