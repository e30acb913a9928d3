import { describe, expect, it } from '@jest/globals';
import {
  capOf,
  plan as planWith,
  recommendedSeats,
  stratumOf,
  type Limits,
} from '../../../server/domain/allocation/allocation.rules.js';
import type { PlannedCollector, Waiting } from '../../../server/domain/allocation/least-loaded.rules.js';
import type { WorkFilter } from '../../../server/domain/users/work-filter.rules.js';

const OPEN: WorkFilter = { products: [], loanTypes: [], appSystems: [] };
const seat = (id: number, more: Partial<PlannedCollector> = {}): PlannedCollector => ({
  ...{ id, longAging: false, filter: OPEN, tenureDays: 400, assigned: 0, amount: 0 },
  ...more,
});
const waiting = (id: number, more: Partial<Waiting> = {}): Waiting => ({
  ...{ id, version: 1, borrowerId: id, kind: 'STANDARD', amount: 100_000, dpd: 3, known: null, recent: null },
  ...{ takenFrom: [], leftBy: null },
  traits: { product: 'Express', reloan: 0, app: 'Luna' },
  ...more,
});
const many = (count: number, of: (index: number) => Partial<Waiting> = () => ({})) =>
  Array.from({ length: count }, (_, index) => waiting(index + 1, of(index)));
const limits = (more: Partial<Limits> = {}): Limits => ({
  ...{ perCapitaMin: 0, perCapitaMax: 100, seatsMin: 0, seatsMax: null },
  ...more,
});

const plan = (seats: PlannedCollector[], cases: Waiting[], by: Limits, seed: number) =>
  planWith(
    seats,
    [...cases].sort((one, other) => one.id - other.id),
    by,
    seed,
    () => Promise.resolve(),
  );

describe('a collector’s cap', () => {
  it.each([
    [0, 60],
    [29, 60],
    [30, 80],
    [89, 80],
    [90, 100],
  ])('of a person who is here for %d days is %d of 100', (days, cap) => {
    expect(capOf(100, days)).toBe(cap);
  });
});

describe('a case that was taken from somebody today', () => {
  it('goes to the least loaded of the others, though they know the borrower', async () => {
    const back = waiting(1, { known: 1, recent: 1, takenFrom: [1] });
    const { decisions } = await plan(
      [seat(1), seat(2, { assigned: 9 }), seat(3, { assigned: 5 })],
      [back],
      limits(),
      1,
    );
    expect(decisions).toMatchObject([{ agentId: 3, rule: 'LEAST_LOADED' }]);
  });

  it('stays while there is nobody else, and is told of once', async () => {
    const back = waiting(1, { takenFrom: [1] });
    const first = await plan([seat(1)], [back], limits(), 1);
    expect(first.decisions).toMatchObject([{ agentId: null, rule: 'NO_SEAT', again: false }]);
    const second = await plan([seat(1)], [{ ...back, leftBy: 'NO_SEAT' }], limits(), 2);
    expect(second.decisions).toMatchObject([{ agentId: null, again: true }]);
    const other = await plan([seat(1)], [{ ...back, leftBy: 'ALL_FULL' }], limits(), 3);
    expect(other.decisions).toMatchObject([{ again: false }]);
  });
});

describe('the recommended seats', () => {
  it.each([
    [1_000, limits({ perCapitaMin: 40, perCapitaMax: 60 }), 20],
    [1_001, limits({ perCapitaMin: 40, perCapitaMax: 60 }), 21],
    [10, limits({ perCapitaMin: 40, perCapitaMax: 60, seatsMin: 5 }), 5],
    [10_000, limits({ perCapitaMin: 40, perCapitaMax: 60, seatsMax: 30 }), 30],
  ])(
    'for %d cases are the cases by the middle of the maximum and minimum, within the seats',
    (cases, by, seats) => {
      expect(recommendedSeats(cases, by)).toBe(seats);
    },
  );
});

describe('a plan', () => {
  it('gives the same cases to the same people for the same seed, and others for another', async () => {
    const seats = [1, 2, 3, 4, 5].map((id) => seat(id));
    const cases = many(200, (index) => ({ amount: 50_000 + ((index * 7919) % 900_000), dpd: index % 70 }));
    const of = async (seed: number) => (await plan(seats, [...cases].reverse(), limits(), seed)).decisions;
    expect(await of(7)).toEqual((await plan(seats, cases, limits(), 7)).decisions);
    expect(await of(7)).not.toEqual(await of(8));
  });

  it('spreads a stratum and the whole within one case, by each one’s cap', async () => {
    const seats = [
      seat(1),
      seat(2, { tenureDays: 10 }),
      seat(3, { tenureDays: 60 }),
      seat(4, { assigned: 20, amount: 9 }),
    ];
    const cases = many(120, (index) => ({ amount: 100_000 + index, dpd: index % 2 ? 3 : 20 }));
    const { seats: planned } = await plan(seats, cases, limits(), 1);
    const shares = planned.map(({ after, cap }) => after / cap);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1 / 60);
    expect(planned.reduce((sum, { before, after }) => sum + after - before, 0)).toBe(120);
  });

  it('never exceeds a cap, and says which cases nobody has room for', async () => {
    const { seats, left, decisions } = await plan(
      [seat(1), seat(2, { assigned: 95 })],
      many(120),
      limits(),
      3,
    );
    expect(seats.map(({ after }) => after)).toEqual([100, 100]);
    expect(left).toBe(15);
    expect(decisions.filter(({ rule }) => rule === 'ALL_FULL')).toHaveLength(15);
  });

  it('gives a borrower’s case to who has another, else to who had one, while they have room', async () => {
    const cases = [
      waiting(1, { known: 2, recent: 1 }),
      waiting(2, { recent: 3 }),
      waiting(3, { known: 4 }),
      waiting(4, { known: 99, recent: 98 }),
    ];
    const seats = [seat(1), seat(2), seat(3), seat(4, { assigned: 100 })];
    const { decisions } = await plan(seats, cases, limits(), 1);
    const of = (id: number) => decisions.find(({ caseId }) => caseId === id)!;
    expect(of(1)).toMatchObject({ agentId: 2, rule: 'STICKY_OPEN', before: 0, cap: 100 });
    expect(of(2)).toMatchObject({ agentId: 3, rule: 'STICKY_RECENT' });
    expect(of(3).rule).toBe('LEAST_LOADED');
    expect(of(4)).toMatchObject({ rule: 'LEAST_LOADED' });
  });

  it('keeps long-aging cases for those with the role', async () => {
    const { decisions } = await plan(
      [seat(1), seat(2, { longAging: true })],
      many(10, () => ({ kind: 'LONG_AGING' })),
      limits(),
      1,
    );
    expect(new Set(decisions.map(({ agentId }) => agentId))).toEqual(new Set([2]));
    expect(
      (await plan([seat(1)], [waiting(1, { kind: 'LONG_AGING' })], limits(), 1)).decisions[0],
    ).toMatchObject({
      agentId: null,
      rule: 'NO_SEAT',
    });
  });

  it('gives cases only to whose filters let them through, and those that few may take first', async () => {
    const seats = [
      seat(1, { filter: { products: ['Nómina'], loanTypes: [], appSystems: [] } }),
      seat(2, { filter: { products: [], loanTypes: [0], appSystems: ['Luna'] } }),
    ];
    const cases = many(40, (index) => ({
      traits: { product: index < 10 ? 'Nómina' : 'Express', reloan: index < 35 ? 0 : 2, app: 'Luna' },
    }));
    const { decisions } = await plan(seats, cases, limits({ perCapitaMax: 25 }), 3);
    const of = (agentId: number | null) =>
      decisions.filter((each) => each.agentId === agentId).map(({ caseId, rule }) => [caseId, rule]);
    expect(of(1).every(([id]) => Number(id) <= 10)).toBe(true);
    expect(of(2).every(([id]) => Number(id) <= 35)).toBe(true);
    expect(of(1).length + of(2).length).toBe(35);
    expect(of(null)).toHaveLength(5);
    expect(of(null).every(([, rule]) => rule === 'NO_SEAT')).toBe(true);
  });

  it('balances people who may take everything and people who may not', async () => {
    const seats = [seat(1, { longAging: true }), seat(2)];
    const cases = many(60, (index) => ({
      kind: index < 30 ? 'LONG_AGING' : 'STANDARD',
      dpd: index < 30 ? 70 : 3,
    }));
    const { seats: planned } = await plan(seats, cases, limits(), 5);
    expect(planned.map(({ after }) => after)).toEqual([30, 30]);
  });

  it('uses fewer people when the cases are too few for everybody’s minimum, and no fewer than have room', async () => {
    const seats = [1, 2, 3, 4].map((id) => seat(id));
    const used = async (count: number, by: Limits) =>
      (await plan(seats, many(count), by, 1)).seats.filter(({ before, after }) => after > before).length;
    expect(await used(25, limits({ perCapitaMin: 10 }))).toBe(2);
    expect(await used(3, limits({ perCapitaMin: 10 }))).toBe(1);
    expect(await used(90, limits({ perCapitaMin: 60, perCapitaMax: 70 }))).toBe(2);
  });

  it('fills up those of the day first when a minute brings few cases', async () => {
    const seats = [seat(1), seat(2, { assigned: 4 }), seat(3)];
    const { decisions } = await plan(seats, many(3), limits({ perCapitaMin: 10 }), 1);
    expect(decisions.map(({ agentId }) => agentId)).toEqual([2, 2, 2]);
  });

  it('has nothing to hand out without people, and says so', async () => {
    expect(await plan([], many(2), limits(), 1)).toMatchObject({ left: 2, seats: [] });
    expect((await plan([], many(1), limits(), 1)).decisions[0]!.rule).toBe('NO_SEAT');
  });

  it('hands 200,000 cases to 1,000 people, no cap exceeded and none twice', async () => {
    const seats = Array.from({ length: 1_000 }, (_, index) => seat(index + 1, { tenureDays: index % 120 }));
    const cases = many(200_000, (index) => ({ amount: 1 + ((index * 31) % 1_500_000), dpd: index % 90 }));
    const made = await plan(seats, cases, limits({ perCapitaMax: 300 }), 11);
    expect(made.left).toBe(0);
    expect(new Set(made.decisions.map(({ caseId }) => caseId)).size).toBe(200_000);
    const shares = made.seats.map(
      ({ after, cap }) => after - cap * (200_000 / made.seats.reduce((sum, each) => sum + each.cap, 0)),
    );
    expect(Math.max(...shares.map(Math.abs))).toBeLessThanOrEqual(1);
    expect(made.seats.every(({ after, cap }) => after <= cap)).toBe(true);
  });
});

it('strata are bands of amount by days past due', () => {
  expect(
    [
      [200_000, 7],
      [200_001, 8],
      [1_000_001, 61],
    ].map(([amount, dpd]) => stratumOf({ amount: amount!, dpd: dpd! })),
  ).toEqual(['A0-D0', 'A1-D1', 'A3-D4']);
});
