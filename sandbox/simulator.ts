import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Bank } from './bank.js';
import { Borrowers } from './borrowers.js';
import { Debts } from './debts.js';
import { Config } from '../server/platform/config/config.js';
import { Vault } from '../server/platform/crypto/vault.js';
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
const debts = new Debts(env.DATABASE_URL, new Vault(new Config()));
const bank = new Bank(env.SANDBOX_URL.replace(/\/$/, ''), stop.signal);
const borrowers = new Borrowers(random, debts, bank, {
  favouriteUsername: firstCollector(env.RECOUP_DATA_DIR),
  since: readSettings().worldNow(),
  callBack,
});
process.stdout.write(`ready ${env.RECOUP_DEMO_SPEED} times as fast as people\n`);
await playAllDay();
await debts.close();
process.exit(0);

/** The product or the rails being away is no reason to end: borrowers try again. */
async function playAllDay(): Promise<void> {
  let reported = Date.now();
  let trouble = '';
  let told = false;
  while (!stop.signal.aborted) {
    try {
      const gap = Math.min(4, -Math.log(1 - random.next()));
      await pause((MEAN_GAP_MS * gap) / env.RECOUP_DEMO_SPEED);
      // The rails have forgotten what they gave out before, and the seed's codes never came from them.
      if (!told) await bank.remember(await debts.codes());
      told = true;
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

/** The collector whom the demo is shown with, by the accounts that the seed wrote. */
function firstCollector(dataDir: string | undefined): string | null {
  const file = dataDir ? join(dataDir, 'demo-accounts.json') : '';
  if (!file || !existsSync(file)) return null;
  const accounts = JSON.parse(readFileSync(file, 'utf8')) as { role: string; username: string }[];
  return accounts.find((account) => account.role === 'member')?.username ?? null;
}
