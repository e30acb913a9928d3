import type { AllocationRule, WHY_NOT } from '../../../contract/team/allocation.js';
import { isOpenFilter, misfitOf, type LoanTraits, type WorkFilter } from '../users/work-filter.rules.js';

/** A collector as the plan sees them at its start. */
export interface PlannedCollector {
  id: number;
  longAging: boolean;
  filter: WorkFilter;
  /** Days since the person began here. */
  tenureDays: number;
  /** Cases of the queue that they were given today and still have. */
  assigned: number;
  /** Centavos of those. */
  amount: number;
}

export interface Waiting {
  id: number;
  version: number;
  borrowerId: number;
  kind: string;
  traits: LoanTraits;
  /** Centavos. */
  amount: number;
  dpd: number;
  /** The collector with an open case of the same borrower, else null. */
  known: number | null;
  /** The collector who had one within the last 30 days, else null. */
  recent: number | null;
  /** From whom a person took the case back today, or who handed it back: they are not given it again that day. */
  takenFrom: readonly number[];
  /** Why it stayed by the newest plan that had it, if that was today's and nothing has happened since. */
  leftBy: AllocationRule | null;
}

/** A collector while a plan is made. */
export interface Candidate extends PlannedCollector {
  cap: number;
  given: number;
  givenAmount: number;
}

export function mayTake(
  { id, longAging, filter }: PlannedCollector,
  { kind, traits, takenFrom }: Waiting,
): boolean {
  return (kind !== 'LONG_AGING' || longAging) && misfitOf(filter, traits) === null && !takenFrom.includes(id);
}

export function loadOf({ assigned, given }: Candidate): number {
  return assigned + given;
}

export function hasRoom(candidate: Candidate): boolean {
  return loadOf(candidate) < candidate.cap;
}

/** A place as it stood when it was put into the heap: at most as loaded as it is by now. */
interface Entry {
  candidate: Candidate;
  load: number;
  amount: number;
}

function entryOf(candidate: Candidate): Entry {
  return { candidate: candidate, load: loadOf(candidate), amount: candidate.amount + candidate.givenAmount };
}

/** Below zero when `one` comes first. Shares are compared by products: a quotient would round. */
function first(one: Entry, other: Entry): number {
  return (
    one.load * other.candidate.cap - other.load * one.candidate.cap ||
    one.amount - other.amount ||
    one.candidate.id - other.candidate.id
  );
}

/** A collector's part of a stored plan when a case's turn came; the amount, in centavos, is null where it was not kept. */
export interface StoodAt {
  agentId: number;
  cap: number;
  before: number;
  amount: number | null;
}

/** Why a case went to `taker` and not to `other`, who had room and might have taken it: by the order of `first`. */
export function whyAfter(other: StoodAt, taker: StoodAt): (typeof WHY_NOT)[number] {
  const byLoad = other.before * taker.cap - taker.before * other.cap;
  if (byLoad !== 0) return byLoad > 0 ? 'MORE_LOADED' : 'NOT_NEEDED';
  if (other.amount === null || taker.amount === null) return 'TIED';
  if (other.amount !== taker.amount) return other.amount > taker.amount ? 'TIED_AMOUNT' : 'NOT_NEEDED';
  return other.agentId > taker.agentId ? 'TIED_ID' : 'NOT_NEEDED';
}

/** The least loaded on top; one heap for each kind of case that not everybody may take. */
export class Heaps {
  private readonly heaps = new Map<string, Entry[]>();
  private readonly filtered: boolean;

  constructor(private readonly pool: readonly Candidate[]) {
    this.filtered = pool.some(({ filter }) => !isOpenFilter(filter));
  }

  /** Before anything is given. */
  isForAll(found: Waiting): boolean {
    return found.takenFrom.length === 0 && this.of(found).length === this.pool.length;
  }

  least(found: Waiting): Candidate | undefined {
    if (found.takenFrom.length > 0) return this.leastOfFew(found);
    const heap = this.of(found);
    for (let top = heap[0]; top; top = heap[0]) {
      if (!hasRoom(top.candidate)) {
        const last = heap.pop()!;
        if (heap.length > 0) heap[0] = last;
      } else {
        const now = entryOf(top.candidate);
        if (now.load === top.load) return top.candidate;
        // It was given cases since, by this heap or another: it sinks to where it belongs.
        heap[0] = now;
      }
      sink(heap);
    }
    return undefined;
  }

  /** A heap is of a kind of cases: who one case was taken from is looked for one by one. */
  private leastOfFew(found: Waiting): Candidate | undefined {
    const fitting = this.pool.filter((candidate) => hasRoom(candidate) && mayTake(candidate, found));
    return fitting.map(entryOf).sort(first)[0]?.candidate;
  }

  private of(found: Waiting): Entry[] {
    const key = this.filtered ? JSON.stringify([found.kind, found.traits]) : found.kind;
    let heap = this.heaps.get(key);
    if (!heap) {
      const fitting = this.pool.filter((candidate) => mayTake(candidate, found));
      heap = fitting.map(entryOf).sort(first);
      this.heaps.set(key, heap);
    }
    return heap;
  }
}

function sink(heap: Entry[]): void {
  for (let here = 0; ;) {
    const left = 2 * here + 1;
    const right = left + 1;
    let least = here;
    if (left < heap.length && first(heap[left]!, heap[least]!) < 0) least = left;
    if (right < heap.length && first(heap[right]!, heap[least]!) < 0) least = right;
    if (least === here) return;
    [heap[here], heap[least]] = [heap[least]!, heap[here]!];
    here = least;
  }
}
