import { startRemote } from './children.js';
import type { Options } from './context.js';
import { duel, middle, ratio } from './duel.js';
import { holds, ms, type Figure } from './figures.js';
import type { Server } from './site.js';

const CONNECTIONS = 2;
const REQUESTS = 200;
/** How many times slower at the 99th percentile a list may be with many rows than with few. */
const GROWN = 3;

/** A server with so many rows, and a request of each list. */
export interface ListSide {
  server: Server;
  lists: Record<string, string>;
}
interface Compared {
  figures: Figure[];
  /** Medians of the larger side, ms by list. */
  medians: Map<string, number>;
}

/** Each list with few rows and with many, in turns. @param load the rows of both, as they are printed */
export async function growLists(
  of: string,
  load: string,
  sides: { small: ListSide; large: ListSide },
  { seconds, rounds }: Options,
  say: (line: string) => void,
): Promise<Compared> {
  const traffic = startRemote('processes/load.js');
  const figures: Figure[] = [];
  const medians = new Map<string, number>();
  const side = (name: 'small' | 'large') => ({
    ...{ connections: CONNECTIONS, requests: REQUESTS, seconds, traffic: name },
    ...{ port: sides[name].server.port, pid: sides[name].server.pid },
  });
  for (const what of Object.keys(sides.small.lists)) {
    for (const [name, { lists }] of Object.entries(sides))
      await traffic.call('traffic', { name, traffic: { kind: 'fixed', requests: [lists[what]] } });
    const results = await duel(traffic, { small: side('small'), large: side('large') }, rounds);
    const [before, after] = (['small', 'large'] as const).map(
      (name) => `${ms(middle(results[name], 'p50'))} and ${ms(middle(results[name], 'p99'))}`,
    );
    medians.set(what, middle(results.large, 'p50'));
    const p99 = ratio(results.large, results.small, 'p99');
    say(`${what}: ${before} -> ${after}`);
    const figure = `p99 x${p99.toFixed(2)} (${before} -> ${after})`;
    figures.push(holds(`${of}: ${what}`, load, figure, `p99 <= x${GROWN}`, p99 <= GROWN));
  }
  await traffic.stop();
  return { figures, medians };
}
