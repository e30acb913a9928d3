import { setTimeout as delay } from 'node:timers/promises';
import type { Entry } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { closeWatchers, framesAgain, openWatchers } from './rig/watchers.js';

const AWAY_MS = [2_000, 15_000];
const QUIET_MS = 4_000;
/** A code comes within this, whatever is away. */
const P99_MS = 3_000;

interface Phase {
  name: string;
  from: number;
  to: number;
}

/** Redis dies by kill -9 and stays away; every call is sent once, and counts as failed when that gets no answer. */
export const redisAway: Fault = {
  id: 'F4',
  name: 'Redis killed for 2 s and 15 s',
  async run(rig) {
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 8, restMs: 60, reads: 0.4, patienceMs: 0 });
    load.start();
    const phases: Phase[] = [await phase('before', () => delay(QUIET_MS))];
    const recoveries: number[] = [];
    for (const away of AWAY_MS) {
      phases.push(await phase(`away ${away / 1000} s`, () => takeAway(rig, away)));
      recoveries.push(await framesAgain(watchers, performance.now()));
      phases.push(await phase('back', () => delay(QUIET_MS)));
    }
    await load.stop();
    await rig.drained();
    const failures = await closeWatchers(watchers);
    const measured = phases.map((part) => measure(part, rig.clients.journal));
    for (const { failure } of measured) if (failure) failures.push(failure);
    const notes = [
      ...measured.map(({ words }) => words),
      'recovery: from the return of Redis until every screen is live again',
    ];
    return { load: load.words, recoveries, failures, notes };
  },
};

async function phase(name: string, work: () => Promise<unknown>): Promise<Phase> {
  const from = performance.now();
  await work();
  return { name, from, to: performance.now() };
}

async function takeAway(rig: Rig, milliseconds: number): Promise<void> {
  await rig.services.redis.kill();
  await delay(milliseconds);
  await rig.services.redis.start();
}

function measure(part: Phase, journal: readonly Entry[]): { words: string; failure?: string } {
  const sent = journal.filter((entry) => entry.sentAt >= part.from && entry.sentAt < part.to);
  const times = sent
    .filter((entry) => entry.code !== null)
    .map((entry) => entry.answeredAt! - entry.sentAt)
    .sort((left, right) => left - right);
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Infinity;
  const rate = ((100 * times.length) / sent.length).toFixed(2);
  const words = `Redis ${part.name}: ${sent.length} calls, ${rate} % answered, p50 ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} ms, p99 ${Math.round(p99)} ms`;
  const bad = times.length < sent.length || p99 > P99_MS;
  return bad ? { words, failure: `${words}; expected 100 % within ${P99_MS} ms` } : { words };
}
