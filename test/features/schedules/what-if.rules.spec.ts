import { describe, expect, it } from '@jest/globals';
import { RecoveryRates } from '../../../server/domain/allocation/recovery.rules.js';
import {
  figuresOf,
  wishedLimits,
  type CaseGroup,
  type DayWish,
  type PlanSeat,
  type QueueDay,
} from '../../../server/domain/schedules/what-if/what-if.rules.js';
import { Random } from '../../../server/seeds/generators/random.js';
import type { SeatState } from '../../../contract/team/schedules.js';

const QUEUE = 1;
const rates = new RecoveryRates([
  { queueId: QUEUE, stratum: 'A0-D0', amount: 1_000_000, received: 100_000 },
  { queueId: QUEUE, stratum: 'A3-D4', amount: 1_000_000, received: 10_000 },
]);
const group = (ownerId: number | null, cases: number, more: Partial<CaseGroup> = {}): CaseGroup => ({
  ...{ ownerId, kind: 'STANDARD', stratum: 'A0-D0', cases, amount: cases * 100_000, dpd: 3 },
  ...more,
});
const seats = (heads: number, more: Partial<PlanSeat> = {}): PlanSeat[] => [
  { tenureDays: 400, longAging: false, given: 0, heads, ...more },
];
const day = (more: Partial<QueueDay> = {}): QueueDay => ({
  ...{ queueId: QUEUE, institutionId: 9, others: [], groups: [], fresh: [], expectedCases: null, indicators: [], rates },
  ...more,
}); // prettier-ignore
const limits = { perCapitaMin: 0, perCapitaMax: 10, minSeats: 0, maxSeats: null };
const wish = (more: Partial<DayWish> = {}, duty: Record<number, SeatState> = {}): DayWish => ({
  ...{ limits, seats: seats(2), wanted: null, target: null, dutyOf: (id) => duty[id] ?? 'ON_DUTY' },
  ...more,
});

describe('a planned day', () => {
  it('gives what waits as far as there is room, and the rest is unworked', () => {
    expect(figuresOf(day({ groups: [group(null, 25), group(5, 8)] }), wish())).toMatchObject({
      ...{ seats: 2, cases: 25, capacity: 20, given: 20, left: 5, away: 0, unworked: 5, covered: 28 },
      ...{ perCapita: 10, load: 14, recommendedSeats: 5 },
      // 28 cases of 1,000 pesos at a tenth a day.
      expectedRecovery: 280_000,
    });
  });

  it('counts the cases of people who are away, and gives back what the absent have not touched', () => {
    const groups = [group(5, 8), group(6, 4), group(7, 3)];
    const duty = { 5: 'ABSENT', 6: 'REST', 7: 'RESIGNED' } as const;
    const figures = figuresOf(day({ groups, fresh: [group(5, 6)] }), wish({}, duty));
    // Six untouched cases of the absent and all of who left are handed out; two and four lie.
    expect(figures).toMatchObject({ cases: 9, given: 9, left: 0, away: 6, unworked: 6, covered: 9 });
  });

  it('takes what absent people give back on top of what the plan expects', () => {
    const groups = [group(null, 10), group(5, 90)];
    const planned = day({ groups, fresh: [group(5, 90)], expectedCases: 60 });
    const roomy = { limits: { ...limits, perCapitaMax: 500 } };
    const all = figuresOf(planned, wish(roomy));
    const absent = figuresOf(planned, wish({ ...roomy, seats: seats(1) }, { 5: 'ABSENT' }));
    expect(all).toMatchObject({ cases: 60, covered: 150, unworked: 0 });
    expect(absent).toMatchObject({ cases: 150, covered: 150, unworked: 0 });
    expect([all.recommendedSeats, absent.recommendedSeats]).toEqual([1, 1]);
  });

  it('leaves the cases of those for whom there is no seat, and expects as much less', () => {
    const of = (wanted: number | null) =>
      figuresOf(day({ groups: [group(5, 8), group(6, 8)] }), wish({ wanted }));
    expect(of(null)).toMatchObject({ seats: 2, people: 2, covered: 16, unseated: 0, unworked: 0 });
    expect(of(1)).toMatchObject({ seats: 1, people: 2, covered: 8, unseated: 8, unworked: 8, load: 8 });
    expect([of(2), of(1), of(0)].map((each) => each.expectedRecovery)).toEqual([160_000, 80_000, 0]);
    expect(of(3)).toMatchObject({ covered: 16, unworked: 0, expectedRecovery: 160_000 });
  });

  it('loses and gains no case by whatever plan, and with fewer seats works and recovers no more', () => {
    const random = new Random(20_261_119);
    const states = ['ON_DUTY', 'ON_DUTY', 'ABSENT', 'REST', 'RESIGNED'] as const;
    const strata = ['A0-D0', 'A3-D4', 'A9-D9'];
    for (let plan = 0; plan < 400; plan++) {
      const people = Array.from({ length: random.between(0, 6) }, (_, id) => ({
        id,
        duty: random.pick(states),
      }));
      const owners = [null, ...people.map(({ id }) => id)];
      const groups = owners.flatMap((owner) =>
        strata.slice(random.between(0, 3)).map((stratum) => group(owner, random.between(1, 40), { stratum })),
      );
      const fresh = groups.filter(({ ownerId }) => ownerId !== null && random.chance(0.5));
      const planned = day({
        groups,
        fresh,
        expectedCases: random.chance(0.5) ? random.between(0, 90) : null,
      });
      const onDuty = people.filter(({ duty }) => duty === 'ON_DUTY');
      const named = onDuty.map(
        () => seats(1, { given: random.between(0, 12), tenureDays: random.between(0, 120) })[0]!,
      );
      const duty = Object.fromEntries(people.map((person) => [person.id, person.duty]));
      const by = (wanted: number | null) => figuresOf(planned, wish({ wanted, seats: named }, duty));
      const owned = groups.reduce((sum, { cases, ownerId }) => sum + (ownerId === null ? 0 : cases), 0);
      const waiting = groups.reduce((sum, { cases, ownerId }) => sum + (ownerId === null ? cases : 0), 0);
      const workload = owned + Math.max(waiting, planned.expectedCases ?? 0);
      const asNamed = by(null);
      expect(by(onDuty.length)).toEqual(asNamed);
      let more = asNamed;
      for (let wanted = onDuty.length; wanted >= 0; wanted--) {
        const less = by(wanted);
        expect(less.covered + less.unworked).toBe(workload);
        expect(less.unworked).toBeGreaterThanOrEqual(more.unworked);
        expect(less.covered).toBeLessThanOrEqual(more.covered);
        expect(less.expectedRecovery ?? 0).toBeLessThanOrEqual(more.expectedRecovery ?? 0);
        more = less;
      }
    }
  });

  it('has less room for beginners, for what was given already, and none beyond the limit', () => {
    const room = (seat: Partial<PlanSeat>) =>
      figuresOf(day({ groups: [group(null, 99)] }), wish({ seats: seats(1, seat) })).capacity;
    expect([room({}), room({ tenureDays: 10 }), room({ tenureDays: 60 })]).toEqual([10, 6, 8]);
    expect([room({ given: 4 }), room({ given: 40 })]).toEqual([6, 0]);
  });

  it('takes more seats than are named at the full limit, and fewer at the average', () => {
    const of = (wanted: number) =>
      figuresOf(day({ groups: [group(null, 99)] }), wish({ wanted, seats: seats(2, { tenureDays: 10 }) }));
    expect([of(2).capacity, of(4).capacity, of(1).capacity, of(0).capacity]).toEqual([12, 32, 6, 0]);
    expect(of(0)).toMatchObject({ seats: 0, perCapita: null, load: null, left: 99 });
  });

  it('expects as many cases as the plan says, like those that wait or else like the others', () => {
    const mixed = [group(null, 1), group(null, 3, { stratum: 'A3-D4', amount: 9_000_000 })];
    const figures = figuresOf(day({ groups: mixed, expectedCases: 8 }), wish());
    expect(figures).toMatchObject({
      cases: 8,
      given: 8,
      left: 0,
      expectedRecovery: 2 * 10_000 + 18_000_000 * 0.01,
    });
    const owned = figuresOf(day({ groups: [group(5, 4)], expectedCases: 6 }), wish());
    expect(owned).toMatchObject({ cases: 6, given: 6, covered: 10, expectedRecovery: 100_000 });
    expect(figuresOf(day({ expectedCases: 6 }), wish()).cases).toBe(6);
    expect(figuresOf(day({ groups: [group(null, 7)], expectedCases: 6 }), wish()).cases).toBe(7);
  });

  it('leaves the last strata, as a plan hands out, and long-aging cases to those who have the role', () => {
    const groups = [group(null, 15), group(null, 10, { stratum: 'A3-D4', amount: 10_000_000 })];
    expect(figuresOf(day({ groups }), wish()).expectedRecovery).toBe(15 * 10_000 + 5 * 10_000);
    const old = [group(null, 5, { kind: 'LONG_AGING' })];
    expect(figuresOf(day({ groups: old }), wish())).toMatchObject({ given: 0, left: 5 });
    const some = wish({ seats: [...seats(1), ...seats(1, { longAging: true })] });
    expect(figuresOf(day({ groups: old }), some)).toMatchObject({ given: 5, left: 0 });
  });

  it('shares with the teams that are not seen', () => {
    const figures = figuresOf(day({ groups: [group(null, 30)], others: seats(2) }), wish());
    expect(figures).toMatchObject({ given: 15, capacity: 20, left: 0, expectedRecovery: 150_000 });
  });

  it('is measured by its own target, else by the indicators', () => {
    const indicator = {
      ...{ institutionId: null, queueId: QUEUE, buckets: null, version: 3 },
      ...{ method: 'RATE_AMOUNT' as const, target: 0.05 },
    };
    const groups = [group(5, 10)];
    const of = (more: object, own: number | null = null) =>
      figuresOf(day({ groups, indicators: [{ ...indicator, ...more }] }), wish({ target: own })).target;
    expect(of({})).toBe(50_000);
    expect(of({}, 7)).toBe(7);
    expect(of({ method: 'FIXED_AMOUNT', target: 20_000 })).toBe(40_000);
    expect(of({ method: 'RATE_CASES' })).toBeNull();
    expect(figuresOf(day({ groups }), wish()).target).toBeNull();
  });

  it('expects nothing while nothing is known', () => {
    const unknown = new RecoveryRates([]);
    expect(figuresOf(day({ groups: [group(5, 10)], rates: unknown }), wish()).expectedRecovery).toBeNull();
  });

  it('works fewer people when there is too little for each one’s minimum', () => {
    const least = { ...limits, perCapitaMin: 5 };
    expect(figuresOf(day({ groups: [group(null, 6)] }), wish({ limits: least })).perCapita).toBe(6);
  });
});

describe('wished limits', () => {
  it('stay where nothing is wished, and name the one that contradicts', () => {
    expect(wishedLimits(limits, { perCapitaMax: 4 }).limits).toEqual({ ...limits, perCapitaMax: 4 });
    expect(wishedLimits(limits, { perCapitaMin: 11 }).wrong).toBe('perCapitaMax');
    expect(wishedLimits(limits, { minSeats: 4, maxSeats: 3 }).wrong).toBe('maxSeats');
    expect(wishedLimits(limits, {}).wrong).toBeNull();
  });
});
