import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { clockShift } from '../server/platform/config/config.js';

const Secrets = z
  .object({
    paymentHmac: z.string(),
    telephonyHmac: z.string(),
    carrierHmac: z.string(),
    debitHmac: z.string(),
    livenessHmac: z.string(),
    ipHmac: z.string(),
    mailHmac: z.string().optional(),
  })
  .transform(({ mailHmac, ...keys }) => ({ ...keys, mailHmac: mailHmac ?? keys.carrierHmac }));
export type Secrets = z.infer<typeof Secrets>;

const Environment = z.object({
  SANDBOX_PORT: z.coerce.number().int().default(8090),
  SANDBOX_URL: z.url().default('http://127.0.0.1:8090'),
  RECOUP_SERVER_URL: z.url().default('http://127.0.0.1:8080'),
  RECOUP_SECRETS: z.string().optional(),
  RECOUP_SECRET_FILE: z.string().optional(),
  RECOUP_CLOCK_AT: z.iso.datetime({ offset: true }).optional(),
  RECOUP_CLOCK_FROM: z.iso.datetime({ offset: true }).optional(),
});

export interface Settings {
  port: number;
  /** The product, whose callbacks are told when nobody named another address. */
  productUrl: string;
  secrets: Secrets;
  /** The outside world's time of day: a demo that was started at another time has its world there too. */
  worldNow: () => Date;
  /** How long a telephone rings and how long people talk, when a call does not say it. */
  telephone?: { ringMs: number; talkMs: number };
}

export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const env = Environment.parse(environment);
  const json = env.RECOUP_SECRETS ?? (env.RECOUP_SECRET_FILE && readFileSync(env.RECOUP_SECRET_FILE, 'utf8'));
  if (!json) throw new Error('Set RECOUP_SECRETS (JSON) or RECOUP_SECRET_FILE.');
  const shift = clockShift(env) ?? 0;
  return {
    port: env.SANDBOX_PORT,
    productUrl: env.RECOUP_SERVER_URL,
    secrets: Secrets.parse(JSON.parse(json)),
    worldNow: () => new Date(Date.now() + shift),
  };
}
