import { percentile } from '../../../bench/lib/figures.js';
import type { Clients, Entry } from './calls.js';
import { Load, type LoadOptions } from './load.js';
import type { Rig } from './rig.js';

/** @returns calls that were answered while something else went on, under a load of its own */
export async function answered(
  rig: Rig,
  options: LoadOptions,
  meanwhile: () => Promise<unknown>,
): Promise<Entry[]> {
  const load = new Load(rig.clients, rig.company, options);
  const from = rig.clients.journal.length;
  load.start();
  await meanwhile();
  const found = finished(rig.clients, from);
  await load.stop();
  return found;
}

const finished = ({ journal }: Clients, from: number): Entry[] =>
  journal.slice(from).filter(({ answeredAt }) => answeredAt !== null);

const isRead = ({ call }: Entry): boolean => call.kind === 'read';

/** Milliseconds. */
export const p99OfReads = (entries: readonly Entry[]): number => at(entries.filter(isRead), 0.99);

/** Medians and 99th percentiles of what reads and of what writes. */
export function words(entries: readonly Entry[]): string {
  const of = (name: string, some: readonly Entry[]) =>
    `${some.length} ${name}, p50 ${Math.round(at(some, 0.5))} ms, p99 ${Math.round(at(some, 0.99))} ms`;
  return `${of('reads', entries.filter(isRead))}; ${of(
    'writes',
    entries.filter((entry) => !isRead(entry)),
  )}`;
}

function at(entries: readonly Entry[], share: number): number {
  return percentile(
    entries.map(({ sentAt, answeredAt }) => answeredAt! - sentAt),
    share,
  );
}
