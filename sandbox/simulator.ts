import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { dayShare } from '../contract/shared/working-day.js';
import { Bank } from './bank.js';
import { Borrowers } from './borrowers.js';
import { Debts } from './debts.js';
import { Office, Refused } from './office.js';
import { Seats } from './seats.js';
import { HEARTBEAT_EVERY_MS } from '../contract/team/presence.js';
import { PresenceLeases } from '../server/features/presence/presence-leases.service.js';
import { Config } from '../server/platform/config/config.js';
import { Vault } from '../server/platform/crypto/vault.js';
import { Logger } from '../server/platform/logger/logger.js';
import { Redis } from '../server/platform/redis/redis.js';
import { DEMO_PASSWORD } from '../server/seeds/demo-accounts.js';
import { Random } from '../server/seeds/generators/random.js';
import { readSettings } from './settings.js';

const Environment = z.object({
  DATABASE_URL: z.url(),
  SANDBOX_URL: z.url(),
  RECOUP_DATA_DIR: z.string().optional(),
  RECOUP_DEMO_SPEED: z.coerce.number().positive().max(1_000).default(1),
  RECOUP_DEMO_SEED: z.coerce.number().int().default(2026),
});

/** One thing every two seconds, as people do: sometimes at once, sometimes after a while. */
const MEAN_GAP_MS = 2_000;
const TROUBLE_WAIT_MS = 3_000;
const REPORT_MS = 60_000;

const env = Environment.parse(process.env);
const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());

const random = new Random(env.RECOUP_DEMO_SEED);
const { worldNow, productUrl } = readSettings();
const config = new Config();
const redis = new Redis(config, new Logger(config));
const accounts = accountsOf(env.RECOUP_DATA_DIR);
const debts = new Debts(env.DATABASE_URL, new Vault(config));
const bank = new Bank(env.SANDBOX_URL.replace(/\/$/, ''), stop.signal);
const borrowers = new Borrowers(random, debts, bank, {
  favouriteUsername: accounts.find(({ role }) => role === 'member')?.username ?? null,
  since: worldNow(),
  dayShare: () => dayShare(worldNow()),
  callBack,
});
process.stdout.write(`ready ${env.RECOUP_DEMO_SPEED} times as fast as people\n`);
const seats = new Seats(
  new Random(env.RECOUP_DEMO_SEED),
  debts,
  new PresenceLeases(redis),
  new Set(accounts.map(({ username }) => username)),
  signIn,
);
await Promise.all([playAllDay(), keepSeats()]);
await debts.close();
process.exit(0);

/** The product or the rails being away is no reason to end: borrowers try again. */
async function playAllDay(): Promise<void> {
  let reported = Date.now();
  let trouble = '';
  let isRemembered = false;
  while (!stop.signal.aborted) {
    try {
      const gap = Math.min(4, -Math.log(1 - random.next()));
      await pause((MEAN_GAP_MS * gap) / env.RECOUP_DEMO_SPEED);
      // The rails have forgotten what they gave out before, and the seed's codes never came from them.
      if (!isRemembered) await bank.remember(await debts.codes());
      isRemembered = true;
      if (!stop.signal.aborted) await borrowers.act();
      trouble = '';
    } catch (error) {
      if (stop.signal.aborted) return;
      if (trouble !== String(error)) process.stdout.write(`waiting: ${(trouble = String(error))}\n`);
      await pause(TROUBLE_WAIT_MS);
    }
    if (Date.now() - reported > REPORT_MS) {
      reported = Date.now();
      process.stdout.write(`${JSON.stringify(borrowers.counters)}\n`);
    }
  }
}

async function keepSeats(): Promise<void> {
  while (!stop.signal.aborted) {
    // While the product is away nobody is present: the next round tries again.
    await seats.sit().catch((error: unknown) => process.stdout.write(`no seats: ${String(error)}\n`));
    await pause(HEARTBEAT_EVERY_MS);
  }
}

/** Null for who is not let in: the seat is there, and does not call. */
async function signIn(username: string): Promise<Office | null> {
  try {
    return await Office.enter({ productUrl, stop: stop.signal }, username, DEMO_PASSWORD);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    process.stdout.write(`${username} is not let in: ${error.message}\n`);
    return null;
  }
}

/** By the telephone supplier, who knows whom he could not reach. */
async function callBack(afterMs: number): Promise<boolean> {
  const response = await fetch(`${env.SANDBOX_URL.replace(/\/$/, '')}/telephone/callBack`, {
    method: 'POST',
    body: JSON.stringify({ afterMs }),
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(TROUBLE_WAIT_MS)]),
  });
  if (!response.ok) throw new Error(`the telephone answered ${response.status}`);
  return ((await response.json()) as { callId: string | null }).callId !== null;
}

/** Ends early when the simulator is told to stop. */
async function pause(milliseconds: number): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal: stop.signal });
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}

/** Accounts to sign in with, as the seed wrote them: the first collector is the one that the demo is shown with. */
function accountsOf(dataDir: string | undefined): { role: string; username: string }[] {
  const file = dataDir ? join(dataDir, 'demo-accounts.json') : '';
  if (!file || !existsSync(file)) return [];
  return JSON.parse(readFileSync(file, 'utf8')) as { role: string; username: string }[];
}
