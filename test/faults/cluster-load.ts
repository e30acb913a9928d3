import { setTimeout as delay } from 'node:timers/promises';
import type { Clients, Entry } from './rig/calls.js';
import { crowd } from './rig/crowd.js';
import { Load, type LoadOptions } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';

const SOCKETS = 300;
const WRITERS = 24;
const READS = 0.5;
const WARM_MS = 20_000;
const FULL_MS = 60_000;
/** Requests a second at half of what the cluster carries. */
const WANTED = 80;

/** A cluster that loses nothing: what it carries, and how it answers at half of that for a while. */
export function clusterLoad(minutes: number): Fault {
  return {
    id: 'F31',
    name: `a cluster at half of what it carries for ${minutes} min`,
    alone: true,
    servers: 3,
    workers: 3,
    cluster: true,
    sentinels: true,
    fronted: true,
    size: { collectors: SOCKETS, casesEach: 4 },
    async run(rig) {
      const { sockets, refusals } = await crowd(rig.clients.urls, rig.company, SOCKETS);
      let dropped = 0;
      for (const socket of sockets) socket.on('disconnect', () => (dropped += 1));
      await answered(rig, { writers: WRITERS, reads: READS }, WARM_MS);
      const full = await answered(rig, { writers: WRITERS, reads: READS }, FULL_MS);
      const each = (WRITERS * FULL_MS) / full.length;
      const half = await answered(rig, { writers: WRITERS, reads: READS, restMs: each }, minutes * 60_000);
      for (const socket of sockets) socket.disconnect();
      const rate = half.length / (minutes * 60);
      return {
        load: `${SOCKETS} sockets, ${Math.round(rate)} requests a second`,
        recoveries: [],
        failures: [
          ...(rate >= WANTED ? [] : [`${rate.toFixed(1)} requests a second, wanted ${WANTED}`]),
          ...(dropped === 0 ? [] : [`${dropped} sockets were lost`]),
          ...refusals.slice(0, 5).map((refusal) => `a socket was refused: ${refusal}`),
        ],
        notes: [
          `it carries ${Math.round((full.length / FULL_MS) * 1_000)} requests a second: ${words(full)}`,
          `${rate.toFixed(1)} a second for ${minutes} min: ${words(half)}`,
        ],
      };
    },
  };
}

/** @returns calls that were answered within the time */
async function answered(rig: Rig, options: LoadOptions, milliseconds: number): Promise<Entry[]> {
  const load = new Load(rig.clients, rig.company, options);
  const from = rig.clients.journal.length;
  load.start();
  await delay(milliseconds);
  const found = finished(rig.clients, from);
  await load.stop();
  return found;
}

const finished = ({ journal }: Clients, from: number): Entry[] =>
  journal.slice(from).filter(({ answeredAt }) => answeredAt !== null);

/** Medians and 99th percentiles of what reads and of what writes. */
function words(entries: readonly Entry[]): string {
  const of = (name: string, some: readonly Entry[]) => {
    const times = some
      .map(({ sentAt, answeredAt }) => answeredAt! - sentAt)
      .sort((one, other) => one - other);
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN);
    return `${some.length} ${name}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
  };
  const reads = entries.filter(({ call }) => call.kind === 'read');
  const writes = entries.filter(({ call }) => call.kind !== 'read');
  return `${of('reads', reads)}; ${of('writes', writes)}`;
}
