import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ProviderName } from '../../../contract/administration/site.js';
import { providersOf, type Provider } from './providers.js';

const key = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, '32 bytes in base64');
const KeyId = z.int().min(1).max(255);
const Secrets = z
  .object({
    /** Id of dataKey and indexKey: the first byte of what they seal. */
    keyId: KeyId.default(1),
    /** By which something may still be sealed, or will be: known for reading alone. */
    otherKeys: z.array(z.object({ keyId: KeyId, dataKey: key, indexKey: key })).default([]),
    /** 32 bytes, base64: AES-256-GCM of personal data. */
    dataKey: key,
    /** 32 bytes, base64: HMAC of what personal data is searched by. */
    indexKey: key,
    paymentHmac: z.string().min(16),
    telephonyHmac: z.string().min(16),
    carrierHmac: z.string().min(16),
    debitHmac: z.string().min(16),
    livenessHmac: z.string().min(16),
    ipHmac: z.string().min(16),
    /** A site from before mail has none. */
    mailHmac: z.string().min(16).optional(),
    intakeHmac: z.string().min(16),
  })
  .transform(({ mailHmac, ...keys }) => ({ ...keys, mailHmac: mailHmac ?? keys.carrierHmac }));

/** "host:port"; an IPv6 address in brackets. */
const Address = z
  .string()
  .regex(/^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i)
  .transform((text) => new URL(`redis://${text}`))
  .transform(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }));

const Environment = z
  .object({
    DATABASE_URL: z.url(),
    RECOUP_MIGRATE_DATABASE_URL: z.url().optional(),
    REDIS_URL: z.url(),
    REDIS_SENTINELS: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
      .pipe(z.array(Address)),
    REDIS_SENTINEL_NAME: z.string().default('recoup'),
    REDIS_SENTINEL_PASSWORD: z.string().optional(),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().default(8080),
    SANDBOX_URL: z.url().default('http://127.0.0.1:8090'),
    LIVENESS_PAGE_URL: z.url().optional(),
    ADDRESS_SERVICE_URL: z.url().optional(),
    RECOUP_DATA_DIR: z.string(),
    RECOUP_SECRET_FILE: z.string().optional(),
    RECOUP_SECRETS: z.string().optional(),
    RECOUP_CLOCK_AT: z.iso.datetime({ offset: true }).optional(),
    RECOUP_CLOCK_FROM: z.iso.datetime({ offset: true }).optional(),
    RECOUP_TRUST_PROXY: z.stringbool().default(false),
    RECOUP_PUBLIC_ORIGINS: z
      .string()
      .default('')
      .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
      .pipe(z.array(z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin))),
    RECOUP_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    RECOUP_SMS_CONCURRENCY: z.coerce.number().int().min(1).max(2_000).default(50),
    RECOUP_DB_CONNECTIONS: z.coerce.number().int().min(2).default(24),
    RECOUP_CALL_BUDGET: z.coerce.number().min(0.01).default(1),
    RECOUP_EXPORT_FILES: z.coerce.number().int().min(0).default(20),
    RECOUP_IDLE_SECONDS: z.coerce.number().int().min(10).default(180),
    RECOUP_EXPORT_ROWS: z.coerce.number().int().min(0).default(50_000),
    RECOUP_WORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
    RECOUP_STAMP_URL: z.url({ protocol: /^https?$/ }).optional(),
    RECOUP_STAMP_CA: z.string().min(1).optional(),
    RECOUP_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    RECOUP_METRICS_TOKEN: z.string().min(16).optional(),
    NODE_ENV: z.string().default('production'),
  })
  .refine((env) => !env.RECOUP_STAMP_URL === !env.RECOUP_STAMP_CA, {
    path: ['RECOUP_STAMP_CA'],
    message: 'RECOUP_STAMP_URL and RECOUP_STAMP_CA go together',
  });

/** Secret ones: each may stand in a file instead, which NAME_FILE names. */
const FILED = [
  ...['DATABASE_URL', 'RECOUP_MIGRATE_DATABASE_URL', 'REDIS_URL'],
  ...['REDIS_SENTINEL_PASSWORD', 'RECOUP_METRICS_TOKEN'],
];

/** @throws where a named file cannot be read */
function withFiles(environment: Variables): Variables {
  const filed = FILED.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    return file ? [[name, readFileSync(file, 'utf8').trim()]] : [];
  });
  return { ...environment, ...Object.fromEntries(filed) };
}

type Variables = Record<string, string | undefined>;

/** The settings of a process. The only reader of process.env in the product. */
export class Config {
  readonly databaseUrl: string;
  /** URL of the user who owns the tables. Only the tools that change them receive it. */
  readonly migrateDatabaseUrl: string;
  readonly redisUrl: string;
  /** As the client takes them; null where REDIS_URL itself says which server leads. */
  readonly redisSentinels: {
    sentinels: { host: string; port: number }[];
    name: string;
    sentinelPassword?: string;
  } | null;
  readonly host: string;
  readonly port: number;
  readonly providers: Record<ProviderName, Provider>;
  /** The provider's page that a browser is shown for the liveness check; null: it stands below the provider's address. */
  readonly livenessPage: string | null;
  /** Tells a browser its public address: `{"ip": …}`, to any origin. */
  readonly addressService: string;
  readonly dataDir: string;
  /** Milliseconds that the product's clock is ahead of the machine's; null when it is the machine's. */
  readonly clockShift: number | null;
  readonly trustProxy: boolean;
  /** As browsers write them. */
  readonly publicOrigins: string[];
  /** Requests may come through a proxy, by what the configuration says. */
  readonly behindProxy: boolean;
  readonly logLevel: string;
  /** Messages that one worker process has with the carrier at a time. */
  readonly smsConcurrency: number;
  readonly dbConnections: number;
  /** How many times the calls of a session's budget it may make. */
  readonly callBudget: number;
  /** Files that one person may take on a day. */
  readonly exportQuota: { files: number; rows: number };
  /** Milliseconds after which a person who does nothing is idle. */
  readonly idleAfterMs: number;
  /** Takes the signed words of the log, outside of this host. */
  readonly wordsUrl: string | undefined;
  /** Stamps each day's signed words by RFC 3161. `ca`: a file with the certificates, PEM, that its stamps have to end at. */
  readonly stampAuthority: { url: string; ca: string } | undefined;
  /** Where the workers answer for metrics. */
  readonly metricsPort: number | undefined;
  /** Opens the metrics to who does not ask from this machine. */
  readonly metricsToken: string | undefined;
  readonly production: boolean;
  readonly secrets: z.infer<typeof Secrets>;

  constructor(environment: Variables = process.env) {
    const env = Environment.parse(withFiles(environment));
    this.databaseUrl = env.DATABASE_URL;
    this.migrateDatabaseUrl = env.RECOUP_MIGRATE_DATABASE_URL ?? env.DATABASE_URL;
    this.redisUrl = env.REDIS_URL;
    this.redisSentinels = sentinelsOf(env);
    this.host = env.HOST;
    this.port = env.PORT;
    this.addressService = env.ADDRESS_SERVICE_URL ?? new URL('/address', env.SANDBOX_URL).href;
    this.dataDir = env.RECOUP_DATA_DIR;
    this.clockShift = clockShift(env);
    this.trustProxy = env.RECOUP_TRUST_PROXY;
    this.publicOrigins = env.RECOUP_PUBLIC_ORIGINS;
    this.behindProxy = this.trustProxy || this.publicOrigins.length > 0;
    this.logLevel = env.RECOUP_LOG_LEVEL;
    this.smsConcurrency = env.RECOUP_SMS_CONCURRENCY;
    this.dbConnections = env.RECOUP_DB_CONNECTIONS;
    this.callBudget = env.RECOUP_CALL_BUDGET;
    this.exportQuota = { files: env.RECOUP_EXPORT_FILES, rows: env.RECOUP_EXPORT_ROWS };
    this.idleAfterMs = env.RECOUP_IDLE_SECONDS * 1000;
    this.wordsUrl = env.RECOUP_WORDS_URL;
    const { RECOUP_STAMP_URL: stampUrl, RECOUP_STAMP_CA: stampCa } = env;
    this.stampAuthority = stampUrl && stampCa ? { url: stampUrl, ca: stampCa } : undefined;
    this.metricsPort = env.RECOUP_METRICS_PORT;
    this.metricsToken = env.RECOUP_METRICS_TOKEN;
    this.production = env.NODE_ENV === 'production';
    this.secrets = readSecrets(env);
    this.providers = providersOf(environment, env.SANDBOX_URL, this.secrets);
    this.livenessPage = env.LIVENESS_PAGE_URL ?? null;
  }
}

/**
 * RECOUP_CLOCK_FROM is the machine's time at which the clock shows RECOUP_CLOCK_AT. Processes that are given both show one
 * time, whenever each of them started; without it the clock begins when the process does.
 */
export function clockShift(env: {
  RECOUP_CLOCK_AT?: string | undefined;
  RECOUP_CLOCK_FROM?: string | undefined;
}): number | null {
  const from = env.RECOUP_CLOCK_FROM ? Date.parse(env.RECOUP_CLOCK_FROM) : Date.now();
  return env.RECOUP_CLOCK_AT ? Date.parse(env.RECOUP_CLOCK_AT) - from : null;
}

function sentinelsOf(env: z.infer<typeof Environment>): Config['redisSentinels'] {
  const { REDIS_SENTINELS: sentinels, REDIS_SENTINEL_PASSWORD: sentinelPassword } = env;
  if (sentinels.length === 0) return null;
  return { sentinels, name: env.REDIS_SENTINEL_NAME, ...(sentinelPassword && { sentinelPassword }) };
}

function readSecrets(env: z.infer<typeof Environment>): z.infer<typeof Secrets> {
  const json = env.RECOUP_SECRETS ?? (env.RECOUP_SECRET_FILE && readFileSync(env.RECOUP_SECRET_FILE, 'utf8'));
  if (!json)
    throw new Error('Set RECOUP_SECRETS (JSON) or RECOUP_SECRET_FILE (a 0600 file of the same JSON).');
  const { data, error } = Secrets.safeParse(JSON.parse(json));
  // Names and what is asked of them, never values.
  if (error) {
    const wrong = error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
    throw new Error(`The secrets are wrong or missing: ${wrong.join(', ')}.`);
  }
  return data;
}
