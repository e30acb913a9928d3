import { readFileSync } from 'node:fs';
import type { Result, Run } from '../processes/load.js';
import type { Remote } from './children.js';
import { median } from './figures.js';

/** Clock ticks of /proc: 100 a second on every Linux that Node runs on. */
const TICK_MS = 10;

export interface Side extends Run {
  /** The process that answers. */
  pid: number;
}
/** `cpu`: processor time of the answering process per request, ms. Hardly changes on a machine that others use too. */
export type Round = Result & { cpu: number };

/** Runs the sides one after the other, round after round, so that all of them see the same machine. */
export async function duel<Name extends string>(
  load: Remote,
  sides: Record<Name, Side>,
  rounds: number,
): Promise<Record<Name, Round[]>> {
  const names = Object.keys(sides) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Round[]])) as Record<Name, Round[]>;
  for (const name of names) await load.call('run', sides[name]);
  for (let round = 0; round < rounds; round++) {
    // Whoever goes first has the database's caches of the one before: the order turns.
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) results[name].push(await measure(load, sides[name]));
  }
  return results;
}

async function measure(load: Remote, side: Side): Promise<Round> {
  const before = cpuMs(side.pid);
  const result = await load.call<Result>('run', side);
  return { ...result, cpu: (cpuMs(side.pid) - before) / result.requests };
}

/** Processor time that a process has used; NaN where there is no /proc. */
export function cpuMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The median over rounds of one side's figure divided by the other's in the same round. */
export function ratio(left: readonly Round[], right: readonly Round[], of: keyof Round): number {
  return median(left.map((result, round) => result[of] / right[round]![of]));
}

export function middle(results: readonly Round[], of: keyof Round): number {
  return median(results.map((result) => result[of]));
}

export function processorTime(product: readonly Round[], floor: readonly Round[]): string {
  return `${middle(product, 'cpu').toFixed(2)} ms, the floor ${middle(floor, 'cpu').toFixed(2)} ms`;
}
