import { z } from 'zod';
import { ClientRequestId, Id } from '../shared/id.js';
import { PlacesText } from './identity-places.js';
import { PROVIDER_NAMES, type ProviderState } from './site.js';

/** A change WAITS for a second administrator. One that is ACTIVE holds until the next one of its provider is approved. */
export const CONNECTION_STATES = ['WAITING', 'ACTIVE', 'REFUSED', 'WITHDRAWN', 'ENDED'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** Everything that is connected: providers that do the work, and the one that knows the lender's people. */
export const CONNECTED = [...PROVIDER_NAMES, 'identity'] as const;
export type Connected = (typeof CONNECTED)[number];

/** Shortest and longest time in milliseconds for which a provider's answer is waited. */
export const SHORTEST_TIMEOUT_MS = 100;
export const LONGEST_TIMEOUT_MS = {
  // Short of the term of a claim on a message: message.rules.ts.
  carrier: 4_000,
  ...{ telephone: 30_000, rails: 30_000, debit: 30_000, liveness: 30_000, ip: 30_000, mail: 30_000 },
  identity: 30_000,
} as const satisfies Record<Connected, number>;
/** Hours for which callbacks that are signed with the former secret are taken after a change. */
export const FORMER_SECRET_HOURS = 24;

/** Calls of ours that a provider makes, signed with its secret. */
export const PROVIDER_CALLBACKS: Record<Connected, readonly string[]> = {
  carrier: ['sms/callback', 'sms/inbound'],
  telephone: ['softPhone/callback'],
  rails: ['payment/callback', 'payment/pageVisit'],
  debit: ['repay/deduct/callback'],
  liveness: [],
  ip: [],
  mail: [],
  identity: [],
};

/** SIGNED: our own signed calls, as docs/integrate.md has them. Others are a provider's own interface. */
export const CONNECTION_PROTOCOLS = ['SIGNED', 'TWILIO', 'SMTP', 'ASTERISK', 'OPENID'] as const;
export type ConnectionProtocol = (typeof CONNECTION_PROTOCOLS)[number];
export const PROTOCOLS_OF: Record<Connected, readonly ConnectionProtocol[]> = {
  identity: ['OPENID'],
  ...{ carrier: ['SIGNED', 'TWILIO'], mail: ['SIGNED', 'SMTP'] },
  ...{
    telephone: ['SIGNED', 'ASTERISK'],
    rails: ['SIGNED'],
    debit: ['SIGNED'],
    liveness: ['SIGNED'],
    ip: ['SIGNED'],
  },
};
export const TWILIO_ADDRESS = 'https://api.twilio.com';
/** Calls of ours that Twilio makes, signed by its account's token. The first is named with each message. */
export const TWILIO_CALLBACKS = { receipt: 'callback/twilio/receipt', inbound: 'callback/twilio/inbound' };

/** Lines by which Asterisk's dialplan hands over who calls an extension. */
export const ASTERISK_DIALPLAN = [
  'exten => _X.,1,Stasis(recoup,incoming,${EXTEN})',
  ' same => n,Hangup()',
] as const;

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
const addressBy = (protocol: RegExp) =>
  z
    .url({ protocol })
    .max(300)
    .refine(isPlain)
    .transform((text) => new URL(text).href.replace(/\/+$/, ''));
/** `smtp:` begins TLS on the connection, `smtps:` with it. */
const ProviderAddress = addressBy(/^(https?|smtps?)$/);
const KNOWN_ADDRESS = /^(https?|smtps?):/;
const SiteAddress = addressBy(/^https?$/);

/** Values that a provider's own interface needs. */
const NEEDED = {
  TWILIO: { account: /^AC[\da-f]{32}$/, sender: /^(\+?\d{3,15}|MG[\da-f]{32})$/, secret: /^.{16,}$/ },
  SMTP: { account: /^.{1,64}$/, sender: /^[^@<>]+@[^@<>]+$/, secret: /^.{1,}$/ },
  // The sender is the claim that names the person.
  OPENID: { account: /^\S{1,128}$/, sender: /^[A-Za-z][\w-]{0,39}$/, secret: /^.{8,}$/ },
  // The sender is the endpoint that borrowers are dialled at.
  ASTERISK: {
    account: /^[^\s:]{1,64}$/,
    sender: /^[A-Za-z]\w*\/[\w.@:+/-]*\{(number|digits)\}[\w.@:+/-]*$/,
    secret: /^.{1,}$/,
  },
} as const satisfies Record<Exclude<ConnectionProtocol, 'SIGNED'>, object>;
const OWN_ADDRESS = {
  ...{ SIGNED: /^https?:/, TWILIO: /^https?:/, SMTP: /^smtps?:/, ASTERISK: /^https?:/ },
  OPENID: /^https?:/,
} as const;

const reason = z.string().trim().min(1).max(200);

/** Asterisk is asked, and calls nothing here; of our own calls mail alone leads people to this site. */
export function needsPublicAddress({
  provider,
  protocol,
}: {
  provider: Connected;
  protocol: ConnectionProtocol;
}): boolean {
  return protocol !== 'ASTERISK' && (protocol !== 'SIGNED' || provider === 'mail');
}

/** It calls us, and signs with its secret; others are asked alone. */
export function callsBack({
  provider,
  protocol,
}: {
  provider: Connected;
  protocol: ConnectionProtocol;
}): boolean {
  return (protocol === 'SIGNED' || protocol === 'TWILIO') && PROVIDER_CALLBACKS[provider].length > 0;
}

export const ConnectionForm = z
  .object({
    provider: z.enum(CONNECTED),
    protocol: z.enum(CONNECTION_PROTOCOLS).default('SIGNED'),
    /** Null: what the host has configured holds again. */
    address: ProviderAddress.nullable(),
    /** The SID of Twilio's account; the user name at a mail server or of Asterisk's interface; our client's id at OpenID. */
    account: z.string().trim().min(1).max(128).nullable().default(null),
    /**
     * A number of Twilio's account or the SID of its messaging service; the address that mail comes from; the endpoint at which
     * Asterisk dials borrowers, with "{number}" or "{digits}" in it; OpenID's claim that holds a person's user name.
     */
    sender: z.string().trim().min(1).max(64).nullable().default(null),
    /** OpenID: the claim that holds a person's groups, and the work that these stand for (identity-places.ts). */
    groupsClaim: z
      .string()
      .regex(/^[A-Za-z][\w:./-]{0,39}$/)
      .nullable()
      .default(null),
    places: PlacesText,
    /** Address by which the provider reaches this site, and signs with its calls; by which mail leads people here. */
    publicAddress: SiteAddress.nullable().default(null),
    /** Null keeps the secret that is in force. Twilio's: the account's token; of a mail server or Asterisk: the password. */
    secret: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/)
      .nullable(),
    /** Callbacks with the former secret are taken for FORMER_SECRET_HOURS more. */
    keepFormer: z.boolean(),
    timeoutMs: z.int().min(SHORTEST_TIMEOUT_MS).max(30_000),
    reason,
  })
  .superRefine((form, { addIssue }) => {
    const { provider, protocol, timeoutMs } = form;
    const wrong = (field: keyof typeof form) =>
      addIssue({ code: 'custom', path: [field], input: form[field] });
    if (timeoutMs > LONGEST_TIMEOUT_MS[provider]) wrong('timeoutMs');
    if (!PROTOCOLS_OF[provider].includes(protocol)) wrong('protocol');
    // Its field refuses what is no address at all.
    const isKnown = form.address !== null && KNOWN_ADDRESS.test(form.address);
    if (isKnown && !OWN_ADDRESS[protocol].test(form.address!)) wrong('address');
    if (protocol === 'SIGNED') {
      if (form.secret !== null && form.secret.length < 16) wrong('secret');
      return;
    }
    const demanded = ['address', 'account', 'sender', 'publicAddress'] as const;
    for (const field of demanded)
      if (form[field] === null && (field !== 'publicAddress' || needsPublicAddress(form)))
        addIssue({ code: 'invalid_type', expected: 'string', path: [field], input: null });
    if (form.places && form.groupsClaim === null)
      addIssue({ code: 'invalid_type', expected: 'string', path: ['groupsClaim'], input: null });
    for (const field of ['account', 'sender', 'secret'] as const)
      if (form[field] !== null && !NEEDED[protocol][field].test(form[field])) wrong(field);
  });
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
  provider: z.enum(CONNECTED),
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
  protocol: ConnectionProtocol;
  address: string | null;
  account: string | null;
  sender: string | null;
  publicAddress: string | null;
  groupsClaim: string | null;
  places: string | null;
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
  provider: Connected;
  state: ProviderState;
  source: ProviderSource;
  protocol: ConnectionProtocol;
  /** Null: a simulator answers, or nobody. */
  address: string | null;
  timeoutMs: number;
  /** The environment variable that names its address on the host; null where the host names none. */
  variable: string | null;
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
