import { z } from 'zod';
import { ClientRequestId, Id } from '../shared/id.js';
import { PROVIDER_NAMES, type ProviderName, type ProviderState } from './site.js';

/** A change WAITS for a second administrator. One that is ACTIVE holds until the next one of its provider is approved. */
export const CONNECTION_STATES = ['WAITING', 'ACTIVE', 'REFUSED', 'WITHDRAWN', 'ENDED'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** Shortest and longest time in milliseconds for which a provider's answer is waited. */
export const SHORTEST_TIMEOUT_MS = 100;
export const LONGEST_TIMEOUT_MS = {
  // Short of the term of a claim on a message: message.rules.ts.
  carrier: 4_000,
  ...{ telephone: 30_000, rails: 30_000, debit: 30_000, liveness: 30_000, ip: 30_000 },
} as const satisfies Record<ProviderName, number>;
/** Hours for which callbacks that are signed with the former secret are taken after a change. */
export const FORMER_SECRET_HOURS = 24;

/** Calls of ours that a provider makes, signed with its secret. */
export const PROVIDER_CALLBACKS: Record<ProviderName, readonly string[]> = {
  carrier: ['sms/callback', 'sms/inbound'],
  telephone: ['softPhone/callback'],
  rails: ['payment/callback', 'payment/pageVisit'],
  debit: ['repay/deduct/callback'],
  liveness: [],
  ip: [],
};

/** Where the address, the secret and the time limit of a provider come from. */
export const PROVIDER_SOURCES = ['CONNECTION', 'ENVIRONMENT', 'SANDBOX'] as const;
export type ProviderSource = (typeof PROVIDER_SOURCES)[number];

function isPlain(text: string): boolean {
  // The check before refuses what is no address, and does not end the checks.
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return !username && !password && !search && !hash;
}

/** An address and a path alone: no user, no "?", no "#". */
const ProviderAddress = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .refine(isPlain)
  .transform((text) => new URL(text).href.replace(/\/+$/, ''));

const reason = z.string().trim().min(1).max(200);

export const ConnectionForm = z
  .object({
    provider: z.enum(PROVIDER_NAMES),
    /** Null: what the host has configured holds again. */
    address: ProviderAddress.nullable(),
    /** Null keeps the secret that is in force. */
    secret: z
      .string()
      .regex(/^[\x21-\x7e]{16,200}$/)
      .nullable(),
    /** Callbacks with the former secret are taken for FORMER_SECRET_HOURS more. */
    keepFormer: z.boolean(),
    timeoutMs: z.int().min(SHORTEST_TIMEOUT_MS).max(30_000),
    reason,
  })
  .refine(({ provider, timeoutMs }) => timeoutMs <= LONGEST_TIMEOUT_MS[provider], { path: ['timeoutMs'] });
export type ConnectionForm = z.infer<typeof ConnectionForm>;
/** `connection/request` */
export const ConnectionRequest = ConnectionForm.safeExtend({ clientRequestId: ClientRequestId });
export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

const ConnectionRef = z.object({ id: Id, version: Id, clientRequestId: ClientRequestId });
/** `connection/decide` */
export const ConnectionDecision = ConnectionRef.extend({ approve: z.boolean(), answer: reason });
export type ConnectionDecision = z.infer<typeof ConnectionDecision>;
/** `connection/withdraw` */
export const ConnectionWithdrawal = ConnectionRef;
export type ConnectionWithdrawal = z.infer<typeof ConnectionWithdrawal>;

/** `connection/test`: the least that a provider can be asked. */
export const ConnectionTest = z.object({
  provider: z.enum(PROVIDER_NAMES),
  /** The change that waits, instead of what is in force. */
  waiting: z.boolean(),
  /** The carrier alone: a number of the house that is sent a message. */
  phone: z.string().trim().max(24).nullable(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/**
 * READY took our signature. SECRET refused it. ANSWERS has something at the address that does not know the call, FAILS answers
 * that something is wrong, and SILENT did not answer in time.
 */
export const TEST_OUTCOMES = ['READY', 'SECRET', 'ANSWERS', 'FAILS', 'SILENT'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];
export interface ConnectionTestResult {
  outcome: TestOutcome;
  /** HTTP status of the answer; null when none came. */
  status: number | null;
  ms: number;
  /** Whether the carrier took a message to the number; null where none was asked for. */
  messageTaken: boolean | null;
}

/** One change of a connection, as it was asked for and decided. Its secret is told to nobody. */
export interface ConnectionVersion {
  id: number;
  version: number;
  address: string | null;
  /** It has a secret of its own; otherwise the host's is in force. */
  hasSecret: boolean;
  keepFormer: boolean;
  timeoutMs: number;
  /** Its address is on the own machine or in the own network. */
  isPrivate: boolean;
  reason: string;
  requestedBy: string | null;
  requestedAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Asked for by the viewer, who does not decide it. */
  mine: boolean;
}

/** Requests of one hour that a provider answered, and that failed: refusals, silence and cut connections. */
export interface ProviderHour {
  /** 0 to 23, of the business day. */
  hour: number;
  answered: number;
  failed: number;
}

/** One row of `connection/list`: a provider as it is in force, and the change that waits. */
export interface ProviderConnection {
  provider: ProviderName;
  state: ProviderState;
  source: ProviderSource;
  /** Null: a simulator answers, or nobody. */
  address: string | null;
  timeoutMs: number;
  /** The environment variable that names its address on the host. */
  variable: string;
  /** Something is set up that needs it: a template, a telephone, a repayment code. */
  inUse: boolean;
  active: ConnectionVersion | null;
  waiting: ConnectionVersion | null;
  /** Callbacks with the former secret are taken until then. */
  formerUntil: string | null;
  today: ProviderHour[];
  /** The newest of today. */
  last: { at: string; failed: boolean } | null;
}
