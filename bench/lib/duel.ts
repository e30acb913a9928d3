import type { Result, Run } from '../load.js';
import type { Remote } from './children.js';
import { median } from './figures.js';

/** Runs the sides one after the other, round after round, so that all of them see the same machine. */
export async function duel<Side extends string>(
  load: Remote,
  sides: Record<Side, Run>,
  rounds: number,
): Promise<Record<Side, Result[]>> {
  const names = Object.keys(sides) as Side[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Side, Result[]>;
  for (const name of names) await load.call('run', sides[name]);
  for (let round = 0; round < rounds; round++) {
    // Whoever goes first has the database's caches of the one before: the order turns.
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) results[name].push(await load.call<Result>('run', sides[name]));
  }
  return results;
}

/** The median over rounds of one side's figure divided by the other's in the same round. */
export function ratio(left: readonly Result[], right: readonly Result[], of: keyof Result): number {
  return median(left.map((result, round) => result[of] / right[round]![of]));
}

export function middle(results: readonly Result[], of: keyof Result): number {
  return median(results.map((result) => result[of]));
}
