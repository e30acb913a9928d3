import type { Sight } from '../processes/sockets.js';
import type { Seat } from './cast.js';

/** A payment, and what everybody who looks at its collector must be shown. */
export interface Paid {
  collectorId: number;
  /** The collector's received amount with it. */
  amount: number;
  sentAt: number;
}

/** Knows which browser must show which collector's figure, and compares it with what was seen. */
export class Witness {
  private readonly watchers = new Map<number, { card: number; boards: number[] }>();
  private readonly last = new Map<string, number>();

  /** The first seats look at their own card, those from `boards` on at their team's board. */
  constructor(seats: readonly Seat[], boards: number) {
    for (const [card, { userId, groupId }] of seats.slice(0, boards).entries()) {
      const onBoard = seats.flatMap((seat, index) =>
        index >= boards && seat.groupId === groupId ? [index] : [],
      );
      this.watchers.set(userId, { card, boards: onBoard });
    }
  }

  note(sights: readonly Sight[]): void {
    for (const { viewer, collectorId, amount } of sights) this.last.set(`${viewer}:${collectorId}`, amount);
  }

  /** How many browsers do not show the last value of somebody who was paid. */
  missing(expected: ReadonlyMap<number, number>): { of: number; lost: number } {
    let of = 0;
    let lost = 0;
    for (const [collectorId, amount] of expected) {
      const { card, boards } = this.watchers.get(collectorId)!;
      for (const viewer of [card, ...boards]) {
        of++;
        if (this.last.get(`${viewer}:${collectorId}`) !== amount) lost++;
      }
    }
    return { of, lost };
  }

  /** From a payment being sent to each browser showing it, in ms. What nobody saw is not in them: see `missing`. */
  latencies(paid: readonly Paid[], sights: readonly Sight[]): { cards: number[]; boards: number[] } {
    const seen = new Map<string, Sight[]>();
    for (const sight of sights) {
      const key = `${sight.viewer}:${sight.collectorId}`;
      seen.set(key, [...(seen.get(key) ?? []), sight]);
    }
    const cards: number[] = [];
    const onBoards: number[] = [];
    for (const { collectorId, amount, sentAt } of paid) {
      const { card, boards } = this.watchers.get(collectorId)!;
      for (const viewer of [card, ...boards]) {
        const sight = seen.get(`${viewer}:${collectorId}`)?.find((one) => one.amount >= amount);
        if (sight) (viewer === card ? cards : onBoards).push(sight.at - sentAt);
      }
    }
    return { cards, boards: onBoards };
  }
}
