import type { AllocationRule } from '../../../contract/team/allocation.js';
import {
  hasRoom,
  Heaps,
  loadOf,
  mayTake,
  type Candidate,
  type PlannedCollector,
  type Waiting,
} from './least-loaded.rules.js';

/** Where a case goes and why; `agentId` is null when it stays. `before` of `cap` is the collector's load at that moment. */
export interface Decision {
  caseId: number;
  version: number;
  amount: number;
  agentId: number | null;
  rule: AllocationRule;
  stratum: string;
  before: number;
  cap: number;
  /** It stays, for the reason that the newest plan of the day has stored already. */
  again: boolean;
}

export interface Limits {
  perCapitaMin: number;
  perCapitaMax: number;
  seatsMin: number;
  seatsMax: number | null;
}

export interface Plan {
  decisions: Decision[];
  seats: PlannedSeat[];
  /** Cases that nobody on duty has room for. */
  left: number;
  recommendedSeats: number;
  /** Seats of a full cap that would hold what is left. */
  missingSeats: number;
}

interface PlannedSeat {
  id: number;
  cap: number;
  before: number;
  /** Centavos of the cases before the plan. */
  beforeAmount: number;
  after: number;
  /** Centavos that the plan gives. */
  amount: number;
}

const NEW_DAYS = 30;
const YOUNG_DAYS = 90;

/** The most cases a collector may be given in a day: beginners get less. */
export function capOf(perCapitaMax: number, tenureDays: number): number {
  const factor = tenureDays < NEW_DAYS ? 0.6 : tenureDays < YOUNG_DAYS ? 0.8 : 1;
  return Math.floor(perCapitaMax * factor);
}

/** How many collectors the cases want. */
export function recommendedSeats(cases: number, limits: Limits): number {
  const middle = Math.max(1, (limits.perCapitaMin + limits.perCapitaMax) / 2);
  const wanted = Math.ceil(cases / middle);
  return Math.min(limits.seatsMax ?? Infinity, Math.max(limits.seatsMin, wanted));
}

/** How many seats of a full cap the cases would take. */
export function missingSeats(cases: number, { perCapitaMax }: Limits): number {
  return Math.ceil(cases / Math.max(1, perCapitaMax));
}

/** Cases between two pauses: some 10 ms. */
const PAUSE_EVERY = 1_000;
/** Centavos: the upper ends of the bands of amount. */
export const BANDS = [200_000, 500_000, 1_000_000] as const;
/** Days past due, likewise. */
export const BUCKETS = [7, 15, 30, 60] as const;

export function stratumOf({ amount, dpd }: Pick<Waiting, 'amount' | 'dpd'>): string {
  const rank = (ends: readonly number[], value: number) => {
    const at = ends.findIndex((end) => value <= end);
    return at === -1 ? ends.length : at;
  };
  return `A${rank(BANDS, amount)}-D${rank(BUCKETS, dpd)}`;
}

/**
 * Hands the waiting cases to the collectors. First to who knows the borrower, as long as they have room; then stratum by
 * stratum, shuffled by the seed, each to the collector with the least assigned of the cap, ties to the lowest amount, then
 * to the lowest id. Who handed a case back today, or had it taken away by a person, is not given it again. The same input gives
 * the same plan; nobody gets more than the cap.
 *
 * @param cases in order of id
 * @param pause lets others have the event loop
 */
export async function plan(
  seats: readonly PlannedCollector[],
  cases: readonly Waiting[],
  limits: Limits,
  seed: number,
  pause: () => Promise<unknown>,
): Promise<Plan> {
  const all = seats.map((seat): Candidate => ({
    ...seat,
    cap: capOf(limits.perCapitaMax, seat.tenureDays),
    given: 0,
    givenAmount: 0,
  }));
  const byId = new Map(all.map((candidate) => [candidate.id, candidate]));
  const decisions: Decision[] = [];
  const rest: Waiting[] = [];
  for (const found of cases) {
    const known = candidateFor(found, found.known, byId);
    const recent = known ?? candidateFor(found, found.recent, byId);
    if (recent) decisions.push(assignTo(found, recent, known ? 'STICKY_OPEN' : 'STICKY_RECENT'));
    else rest.push(found);
  }
  const pool = working(all, rest.length, limits);
  const heaps = new Heaps(pool);
  for (const [at, found] of shuffled(rest, seed, heaps).entries()) {
    if (at % PAUSE_EVERY === 0) await pause();
    const candidate = heaps.least(found);
    if (candidate) decisions.push(assignTo(found, candidate, 'LEAST_LOADED'));
    else decisions.push(stay(found, all.some((each) => mayTake(each, found)) ? 'ALL_FULL' : 'NO_SEAT'));
  }
  const left = decisions.filter(({ agentId }) => agentId === null).length;
  return {
    decisions,
    seats: all.map(({ id, cap, assigned, amount, given, givenAmount }) => ({
      ...{ id, cap, before: assigned, beforeAmount: amount, after: assigned + given, amount: givenAmount },
    })),
    left,
    recommendedSeats: recommendedSeats(cases.length, limits),
    missingSeats: missingSeats(left, limits),
  };
}

function candidateFor(
  found: Waiting,
  id: number | null,
  byId: ReadonlyMap<number, Candidate>,
): Candidate | undefined {
  const candidate = id === null ? undefined : byId.get(id);
  return candidate && hasRoom(candidate) && mayTake(candidate, found) ? candidate : undefined;
}

/**
 * With too few cases for everybody's minimum fewer collectors get some: those who have the most of today already, so that a
 * minute's few cases fill them up. Never so few that the cases have no room.
 */
function working(all: readonly Candidate[], cases: number, { perCapitaMin }: Limits): Candidate[] {
  const total = all.reduce((sum, candidate) => sum + loadOf(candidate), cases);
  const enough = perCapitaMin === 0 ? all.length : Math.max(1, Math.floor(total / perCapitaMin));
  const busiest = [...all].sort((one, other) => loadOf(other) - loadOf(one) || one.id - other.id);
  let room = 0;
  return busiest.filter((candidate, index) => {
    const isNeeded = index < enough || room < cases;
    if (isNeeded) room += candidate.cap - loadOf(candidate);
    return isNeeded;
  });
}

/** Stratum by stratum, in an order that the seed alone decides. */
function shuffled(cases: readonly Waiting[], seed: number, heaps: Heaps): Waiting[] {
  const strata = new Map<string, Waiting[]>();
  for (const found of cases) {
    // Cases that not everybody may take come first, while those who may have room.
    const name = `${heaps.isForAll(found) ? 1 : 0}${stratumOf(found)}`;
    const stratum = strata.get(name);
    if (stratum) stratum.push(found);
    else strata.set(name, [found]);
  }
  const order = (one: Waiting, other: Waiting) =>
    mixed(seed, one.id) - mixed(seed, other.id) || one.id - other.id;
  return [...strata.keys()].sort().flatMap((name) => strata.get(name)!.sort(order));
}

/** A number that only looks random: the same seed and id give the same one. */
function mixed(seed: number, id: number): number {
  let value = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(id + 1, 0xc2b2ae35)) >>> 0;
  value = Math.imul(value ^ (value >>> 15), value | 1);
  return (value ^ (value >>> 13)) >>> 0;
}

function assignTo(found: Waiting, candidate: Candidate, rule: AllocationRule): Decision {
  const before = loadOf(candidate);
  candidate.given += 1;
  candidate.givenAmount += found.amount;
  return { ...decided(found), agentId: candidate.id, rule, before, cap: candidate.cap, again: false };
}

function stay(found: Waiting, rule: AllocationRule): Decision {
  return { ...decided(found), agentId: null, rule, before: 0, cap: 0, again: found.leftBy === rule };
}

const decided = (found: Waiting) => ({
  caseId: found.id,
  version: found.version,
  amount: found.amount,
  stratum: stratumOf(found),
});
