import type { PlanFigures, PlanLimits, WishName } from '../../../../contract/team/what-if.js';
import type { SeatState } from '../../../../contract/team/schedules.js';
import { capOf, recommendedSeats } from '../../allocation/allocation.rules.js';
import type { RecoveryRates } from '../../allocation/recovery.rules.js';
import { targetBy, targetOf, type Indicator } from '../../score-cards/target.rules.js';

/** Open cases of a queue that are alike; of nobody when `ownerId` is null. Amounts are centavos. */
export interface CaseGroup {
  ownerId: number | null;
  kind: string;
  stratum: string;
  cases: number;
  amount: number;
  /** Days past due, on an average. */
  dpd: number;
}

/** A person who may work the queue, or several who are alike: then `heads` of them. */
export interface PlanSeat {
  tenureDays: number;
  longAging: boolean;
  /** Cases that each was given on the day already. */
  given: number;
  heads: number;
}

/** All that a queue's day is judged by. */
export interface QueueDay {
  queueId: number;
  institutionId: number;
  /** Seats of people whom the viewer does not see. */
  others: readonly PlanSeat[];
  groups: readonly CaseGroup[];
  /** Cases without an action of people who may be absent, a part of `groups`: they go back to be handed out. */
  fresh: readonly CaseGroup[];
  /** Null: nobody has said. */
  expectedCases: number | null;
  indicators: readonly Indicator[];
  rates: RecoveryRates;
}

/** How the day is planned: today's plan, or the changed one. */
export interface DayWish {
  limits: PlanLimits;
  /** The own people on duty. */
  seats: readonly PlanSeat[];
  /** How many are on duty, whoever they are; null: `seats`. */
  wanted: number | null;
  target: number | null;
  /** Null: on no schedule, as off duty as those who rest. */
  dutyOf: (userId: number) => SeatState | null;
}

/** Common traits of cases that want a collector. */
interface Lot {
  cases: number;
  amount: number;
  dpd: number;
}

/** Long-aging cases first, then stratum by stratum: the order in which a plan hands out. */
type Pool = Map<string, Lot>;

interface Worth {
  cases: number;
  /** Null: nothing is known. */
  value: number | null;
  base: { amount: number; daysPastDue: number }[];
}

/** Figures of a day. It has counts and no single cases, so it does not matter who had which borrower before. */
export function figuresOf(day: QueueDay, wish: DayWish): PlanFigures {
  const { limits, wanted } = wish;
  const { waiting, released, worked: onDuty, away } = split(day, wish);
  const missing = (day.expectedCases ?? 0) - casesIn(waiting);
  if (missing > 0) expect(waiting, day.groups, missing);
  const pool: Pool = new Map(waiting);
  for (const [key, lot] of released) toPool(pool, key, lot);
  const cases = casesIn(pool);
  const people = headsOf(wish.seats);
  const seats = wanted ?? people;
  const worked = partOf(onDuty, people === 0 ? 1 : Math.min(1, seats / people));
  const unseated = onDuty.cases - worked.cases;
  const own = roomOf(wish.seats, limits, wanted);
  const others = roomOf(day.others, limits, null);
  const { placed, left } = place(day, pool, {
    all: own.all + others.all,
    longAging: own.longAging + others.longAging,
  });
  const share = own.all + others.all === 0 ? 0 : own.all / (own.all + others.all);
  const given = Math.round(placed.cases * share);
  const covered = worked.cases + given;
  const value = sumOf(worked.value, placed.value === null ? null : placed.value * share);
  const base = [...worked.base, ...placed.base.map((each) => ({ ...each, amount: each.amount * share }))];
  const busy =
    limits.perCapitaMin === 0 ? seats : Math.min(seats, Math.max(1, Math.floor(given / limits.perCapitaMin)));
  return {
    ...{ seats, people },
    recommendedSeats: recommendedSeats(day.expectedCases ?? cases, {
      ...limits,
      seatsMin: limits.minSeats,
      seatsMax: limits.maxSeats,
    }),
    ...{ cases, capacity: own.all, given, covered, left, away: away.cases, unseated },
    unworked: left + away.cases + unseated,
    perCapita: seats === 0 ? null : given / busy,
    load: seats === 0 ? null : covered / seats,
    expectedRecovery: value === null ? null : Math.round(value),
    target: wish.target ?? targetFor(day, seats, base),
  };
}

/** Fewer seats than people: each one's cases are as likely to lie as another's. */
function partOf({ cases, value, base }: Worth, part: number): Worth {
  return {
    cases: Math.round(cases * part),
    value: value === null ? null : value * part,
    base: base.map((each) => ({ ...each, amount: each.amount * part })),
  };
}

/** Divides cases: worked, left lying, waiting for a collector, and wanting another one. */
function split({ queueId, rates, ...day }: QueueDay, { dutyOf }: DayWish) {
  const waiting: Pool = new Map();
  const released: Pool = new Map();
  const worked = worth();
  const away = worth();
  const rateOf = ({ stratum }: CaseGroup) => rates.of(queueId, stratum);
  for (const group of day.groups) {
    const duty = group.ownerId === null ? null : dutyOf(group.ownerId);
    if (group.ownerId === null) toPool(waiting, keyOf(group), group);
    else if (duty === 'ON_DUTY') add(worked, group, rateOf(group));
    else if (duty === 'RESIGNED') toPool(released, keyOf(group), group);
    else add(away, group, rateOf(group));
  }
  for (const group of day.fresh) {
    if (group.ownerId === null || dutyOf(group.ownerId) !== 'ABSENT') continue;
    away.cases -= group.cases;
    toPool(released, keyOf(group), group);
  }
  return { waiting, released, worked, away };
}

function toPool(pool: Pool, key: string, { cases, amount, dpd }: Lot): void {
  const lot = pool.get(key) ?? { cases: 0, amount: 0, dpd };
  const both = lot.cases + cases;
  pool.set(key, {
    cases: both,
    amount: lot.amount + amount,
    dpd: both === 0 ? dpd : (lot.dpd * lot.cases + dpd * cases) / both,
  });
}

function keyOf({ kind, stratum }: CaseGroup): string {
  return `${kind === 'LONG_AGING' ? 0 : 1}${stratum}`;
}

/** Cases that are still to come are taken to be like those that wait, else like the queue's other ones. */
function expect(pool: Pool, groups: readonly CaseGroup[], missing: number): void {
  const alike: Pool = new Map(pool);
  if (alike.size === 0) for (const group of groups) toPool(alike, keyOf(group), group);
  const known = casesIn(alike);
  if (known === 0) return toPool(pool, '1A0-D0', { cases: missing, amount: 0, dpd: 0 });
  let rest = missing;
  const keys = [...alike.keys()].sort();
  keys.forEach((key, at) => {
    const lot = alike.get(key)!;
    const isLast = at === keys.length - 1;
    const cases = isLast ? rest : Math.min(rest, Math.round((lot.cases * missing) / known));
    rest -= cases;
    toPool(pool, key, { cases, amount: (lot.amount * cases) / lot.cases, dpd: lot.dpd });
  });
}

/** Hands the pool out as far as there is room. */
function place(
  { queueId, rates }: QueueDay,
  pool: Pool,
  room: { all: number; longAging: number },
): { placed: Worth; left: number } {
  const placed = worth();
  let { all, longAging } = room;
  let left = 0;
  for (const key of [...pool.keys()].sort()) {
    const lot = pool.get(key)!;
    const cases = Math.min(lot.cases, all, key.startsWith('0') ? longAging : all);
    all -= cases;
    if (key.startsWith('0')) longAging -= cases;
    left += lot.cases - cases;
    if (cases === 0) continue;
    const amount = (lot.amount * cases) / lot.cases;
    add(placed, { cases, amount, dpd: lot.dpd }, rates.of(queueId, key.slice(1)));
  }
  return { placed, left };
}

/** New cases that these seats can take; of more than are named each has the full cap, of fewer each the average one. */
function roomOf(seats: readonly PlanSeat[], { perCapitaMax }: PlanLimits, wanted: number | null) {
  let [all, longAging] = [0, 0];
  for (const seat of seats) {
    const room = seat.heads * Math.max(0, capOf(perCapitaMax, seat.tenureDays) - seat.given);
    all += room;
    if (seat.longAging) longAging += room;
  }
  const heads = headsOf(seats);
  if (wanted === null || wanted === heads) return { all, longAging };
  if (wanted > heads) return { all: all + (wanted - heads) * perCapitaMax, longAging };
  const part = wanted / heads;
  return { all: Math.floor(all * part), longAging: Math.floor(longAging * part) };
}

/** The indicators' target for such a base: a share of its amount, or an amount for each collector; null when they count cases. */
function targetFor(
  { queueId, institutionId, indicators }: QueueDay,
  seats: number,
  base: Worth['base'],
): number | null {
  const place = { queueId, institutionId };
  const target = targetBy(indicators, place);
  if (target.version === null || target.unit === 'cases') return null;
  // A fixed amount is asked of each collector, however little there is to work.
  return target.fixed > 0 ? target.fixed * seats : targetOf(target, base);
}

function worth(): Worth {
  return { cases: 0, value: null, base: [] };
}

function add(to: Worth, { cases, amount, dpd }: Lot, rate: number | null): void {
  to.cases += cases;
  to.base.push({ amount, daysPastDue: Math.round(dpd) });
  to.value = sumOf(to.value, rate === null ? null : amount * rate);
}

function sumOf(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}

function casesIn(pool: Pool): number {
  return [...pool.values()].reduce((sum, { cases }) => sum + cases, 0);
}

function headsOf(seats: readonly PlanSeat[]): number {
  return seats.reduce((sum, { heads }) => sum + heads, 0);
}

/** The limits of a wish. @returns null when they contradict each other, with the name of the one that does */
export function wishedLimits(
  planned: PlanLimits,
  wish: { [Name in WishName]?: number | undefined },
): { limits: PlanLimits; wrong: WishName | null } {
  const limits = {
    perCapitaMin: wish.perCapitaMin ?? planned.perCapitaMin,
    perCapitaMax: wish.perCapitaMax ?? planned.perCapitaMax,
    minSeats: wish.minSeats ?? planned.minSeats,
    maxSeats: wish.maxSeats ?? planned.maxSeats,
  };
  if (limits.perCapitaMin > limits.perCapitaMax) return { limits, wrong: 'perCapitaMax' };
  const isWrong = limits.maxSeats !== null && limits.minSeats > limits.maxSeats;
  return { limits, wrong: isWrong ? 'maxSeats' : null };
}
