import type { CollectorLoad } from '../../../../contract/cases/case-moves.js';
import type { ErrorKey } from '../../../../contract/errors.js';
import { judgeAssign, type BoundCollector, type HeldCase, type Move } from './move.rules.js';

export type LoadRow = CollectorLoad & { agentId: number };

/** A collector among whom cases are shared: the open cases before, and with those that were given. */
export interface Taker {
  collector: BoundCollector;
  before: CollectorLoad;
  after: CollectorLoad;
}

/** @param loads of who has none there is no row */
export function takersAmong(collectors: readonly BoundCollector[], loads: readonly LoadRow[]): Taker[] {
  const byId = new Map(loads.map(({ agentId, ...load }) => [agentId, load]));
  return collectors.map((collector) => {
    const before = byId.get(collector.id) ?? { openCases: 0, amountDue: 0 };
    return { collector, before, after: { ...before } };
  });
}

/**
 * Gives a case to that taker who may have it and has the fewest open cases by now, of equals the lower amount due, then
 * the lower id. A case that nobody may have is refused for what the first of them refuses it for; one that a taker has
 * already stays there.
 *
 * @param seen as `judgeAssign` has it
 */
export function share(
  takers: readonly Taker[],
  state: HeldCase,
  seen: Parameters<typeof judgeAssign>[2],
): Move | ErrorKey {
  const owner = takers.find(({ collector }) => collector.id === state.ownerId);
  if (owner) return judgeAssign(state, owner.collector, seen);
  let refusal: ErrorKey | undefined;
  for (const taker of takers.toSorted(byLoad)) {
    const verdict = judgeAssign(state, taker.collector, seen);
    if (typeof verdict === 'string') {
      refusal ??= verdict;
      continue;
    }
    taker.after.openCases += 1;
    taker.after.amountDue += state.amountDue;
    return verdict;
  }
  return refusal!;
}

function byLoad(one: Taker, other: Taker): number {
  return (
    one.after.openCases - other.after.openCases ||
    one.after.amountDue - other.after.amountDue ||
    one.collector.id - other.collector.id
  );
}
