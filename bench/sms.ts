import { setTimeout as delay } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { QUEUES } from '../server/platform/jobs/job-table.js';
import { CarrierControl, doubledIn, type CarrierLog } from './lib/carrier-control.js';
import { castOf, subjectsOf, type Subject } from './lib/cast.js';
import { freePort, startProduct, startRemote, type Remote } from './lib/children.js';
import type { Context } from './lib/context.js';
import { atLeast, count, holds, median, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startWorkers, type Site } from './lib/site.js';
import { workingHours } from './lib/working-hours.js';

const LATENCY_MS = 20;
/** At once, and the share of the ideal rate that is wanted. */
const GOALS = [
  [50, 0.8],
  [200, 0.6],
] as const;
const MESSAGES = 3_000;
const TEAMS = 20;
const CASES_EACH = 25;
const SETTLE_MS = 120_000;
/** Receipts stay away: what is measured is the way to the carrier. */
const RECEIPTS_LATE_MS = 86_400_000;

/**
 * Messages through a carrier of 20 ms. They are taken on by the product's command (limits, guard, events), wait in a paused
 * queue, and are then sent: the rate is that of the carrier's own log between its tenth and ninetieth percent.
 */
export async function sms({ options, site: siteOf, say }: Context): Promise<Figure[]> {
  const plain = await siteOf(options.growth[0]);
  const subjects = await Rehearsal.of(plain, async (rehearsal) => {
    const { collectors } = await castOf(plain, rehearsal, TEAMS);
    return subjectsOf(plain, collectors, CASES_EACH);
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...plain.env, RECOUP_CLOCK_AT: workingHours(), SANDBOX_URL: url, SANDBOX_PORT: String(port) };
  const site: Site = { ...plain, env };
  const sandbox = await startProduct('sandbox', 'sandbox/main.js', env);
  const sender = startRemote('processes/sms-sender.js', env);
  const templateId = await sender.call<number>('prepare');
  const carrier = new CarrierControl(url);
  const figures: Figure[] = [];
  for (const [atOnce, goal] of GOALS) {
    say(`${atOnce} at once`);
    figures.push(
      ...(await measure(site, {
        carrier,
        sender,
        templateId,
        subjects,
        atOnce,
        goal,
        rounds: options.rounds,
      })),
    );
  }
  await Promise.all([sender.stop(), sandbox.stop()]);
  return figures;
}

interface Run {
  carrier: CarrierControl;
  sender: Remote;
  templateId: number;
  subjects: readonly Subject[];
  atOnce: number;
  goal: number;
  rounds: number;
}

async function measure(site: Site, run: Run): Promise<Figure[]> {
  const { carrier, atOnce, goal, rounds } = run;
  const workers = await startWorkers({
    ...site,
    env: { ...site.env, RECOUP_SMS_CONCURRENCY: String(atOnce) },
  });
  const redis = new Redis(site.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUES['messages.send'].queue, { connection: redis });
  const rates: number[] = [];
  const doubled: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const log = await oneRound(site, run, queue);
    rates.push(rateOf(log));
    doubled.push(...doubledIn(log));
  }
  await queue.close();
  redis.disconnect();
  await workers.stop();
  await carrier.reset();
  const ideal = (atOnce * 1000) / LATENCY_MS;
  const load = `${count(MESSAGES)} messages, ${rounds} rounds, one workers process, limits, guard and state`;
  const rate = median(rates);
  return [
    atLeast(
      `sms: of ${atOnce} at once / ${LATENCY_MS} ms`,
      load,
      rate / ideal,
      goal,
      `${count(rate)}/s of ${count(ideal)}/s`,
    ),
    holds(`sms: taken twice, ${atOnce} at once`, load, String(doubled.length), '0', doubled.length === 0),
  ];
}

async function oneRound(
  site: Site,
  { carrier, sender, templateId, subjects }: Run,
  queue: Queue,
): Promise<CarrierLog> {
  await carrier.reset();
  await carrier.change({ delayMs: LATENCY_MS, lateMs: RECEIPTS_LATE_MS });
  await queue.pause();
  await sender.call('send', { subjects, templateId, messages: MESSAGES });
  await until(site, 'SELECT COUNT(*) AS n FROM outbox');
  await queue.resume();
  await until(site, "SELECT COUNT(*) AS n FROM message WHERE status IN ('QUEUED', 'SUBMITTING')");
  await until(site, 'SELECT COUNT(*) AS n FROM outbox');
  const log = await carrier.log();
  if (log.total !== MESSAGES) throw new Error(`${log.total} of ${MESSAGES} messages reached the carrier`);
  return log;
}

/** Messages a second in the middle of the log: neither the start nor the end, where fewer are under way, counts. */
function rateOf({ entries }: CarrierLog): number {
  const times = entries.map(({ at }) => Date.parse(at)).sort((left, right) => left - right);
  const [from, to] = [Math.floor(times.length * 0.1), Math.floor(times.length * 0.9)];
  return ((to - from) * 1000) / Math.max(1, times[to]! - times[from]!);
}

async function until(site: Site, text: string): Promise<void> {
  await query(site.databaseUrl, async (connection) => {
    const end = performance.now() + SETTLE_MS;
    for (;;) {
      const [rows] = await connection.query(text);
      if ((rows as { n: number }[])[0]!.n === 0) return;
      if (performance.now() > end) throw new Error(`Not in ${SETTLE_MS / 1000} s: ${text}`);
      await delay(100);
    }
  });
}
