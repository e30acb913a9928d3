import { setTimeout as delay } from 'node:timers/promises';
import { isAcknowledged } from './rig/calls.js';
import { Load } from './rig/load.js';
import { Probe } from './rig/probe.js';
import type { Rig } from './rig/rig.js';
import { seconds, until } from './rig/wait.js';
import type { Fault, Story } from './rig/verdict.js';

const WRITERS = 16;
const QUIET_MS = 6_000;
/** A code comes within this, whatever is away. */
const ANSWER_MS = 3_000;
/** Share of the writes of a second before that counts as full service again. */
const FULL = 0.7;
const WINDOW_MS = 2_000;

interface Away {
  name: string;
  ms: number;
  take(): void;
  giveBack(): void;
  /** Reads are answered as always meanwhile, for they do not need it. */
  isServed: boolean;
}

/** The service is there, and does nothing: what was sent to it is neither refused nor answered. */
export const databaseStopped: Fault = {
  id: 'F7',
  name: 'the database stopped for 10 s (SIGSTOP)',
  run: (rig) =>
    awayUnderLoad(rig, [
      {
        name: 'the database',
        ms: 10_000,
        take: () => rig.services.database.signal('SIGSTOP'),
        giveBack: () => rig.services.database.signal('SIGCONT'),
        isServed: false,
      },
    ]),
};

/** Packets go nowhere for 30 s: connections stay open and silent, new ones are never answered. */
export const networkCut: Fault = {
  id: 'F8',
  name: 'the network to Redis, then to the database, cut for 30 s',
  proxied: true,
  run(rig) {
    const { redis, database } = rig.proxies!;
    const cut = (name: string, proxy: typeof redis, isServed: boolean) => ({
      name, ms: 30_000, take: () => proxy.cut('hang'), giveBack: () => proxy.mend(), isServed,
    }); // prettier-ignore
    return awayUnderLoad(rig, [cut('Redis', redis, true), cut('the database', database, false)]);
  },
};

async function awayUnderLoad(rig: Rig, aways: readonly Away[]): Promise<Story> {
  const load = new Load(rig.clients, rig.company, { writers: WRITERS });
  const probe = new Probe(rig.clients.urls, rig.company.target);
  const story: Story = { load: load.words, recoveries: [], failures: [], notes: [] };
  load.start();
  await delay(QUIET_MS);
  for (const away of aways) await takeAway(rig, away, probe, story);
  await Promise.all([load.stop(), probe.stop()]);
  return story;
}

async function takeAway(rig: Rig, away: Away, probe: Probe, story: Story): Promise<void> {
  const before = rateUntil(rig, performance.now(), QUIET_MS - WINDOW_MS);
  const from = performance.now();
  away.take();
  await delay(away.ms);
  away.giveBack();
  const back = performance.now();
  const full = await until(`full service after ${away.name} is back`, () => {
    const now = performance.now();
    return now - back > WINDOW_MS && rateUntil(rig, now, WINDOW_MS) >= FULL * before && now;
  });
  // The window that showed it is not part of the wait.
  story.recoveries.push(full - back - WINDOW_MS);
  const { longest, unanswered, failed, asked } = probe.between(from, back - ANSWER_MS);
  story.notes.push(
    `${away.name} away ${away.ms / 1000} s: ${asked} reads, longest ${seconds(longest)} s, ${failed} answered 5xx, ` +
      `${unanswered} not at all; ${Math.round(before)} writes a second before, ${Math.round(FULL * 100)} % of them again ${seconds(full - back)} s after`,
  );
  if (unanswered > 0 || longest > ANSWER_MS)
    story.failures.push(`${away.name}: a read waited ${seconds(longest)} s, ${unanswered} for ever`);
  if (away.isServed && failed > 0) story.failures.push(`${away.name}: ${failed} reads failed without need`);
}

function rateUntil({ clients }: Rig, now: number, ms: number): number {
  const done = clients.journal.filter(
    (entry) => isAcknowledged(entry) && entry.answeredAt !== null && entry.answeredAt > now - ms,
  );
  return (done.length * 1000) / ms;
}
