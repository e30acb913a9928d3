import { z } from 'zod';
import { DEVICE_RELATIONS, RELATIONS, type Relation } from '../codes.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

export const CONTACT_CHANNELS = ['CALL', 'SMS', 'WHATSAPP', 'IVR'] as const;
export type ContactChannel = (typeof CONTACT_CHANNELS)[number];

/** A written message takes a message's slot, everything else an attempt's. */
export const MESSAGE_CHANNELS = ['SMS', 'WHATSAPP'] as const satisfies readonly ContactChannel[];

/** Rules by who may set them aside. Law, holds, the case's state and what the site lacks: nobody. The company's own rules: a leader, for a day. */
export const COMPLIANCE_RULES = {
  caseState: 'state',
  unreleased: 'state',
  noProvider: 'site',
  relation: 'legal',
  deviceData: 'legal',
  wrongNumber: 'legal',
  badNumber: 'policy',
  optOut: 'hold',
  hold: 'hold',
  stop: 'hold',
  paymentInFlight: 'hold',
  legalHours: 'legal',
  operatingHours: 'policy',
  attemptsDay: 'policy',
  attemptsWeek: 'policy',
  attemptSpacing: 'policy',
  conversation: 'policy',
  messagesDay: 'policy',
} as const satisfies Record<string, 'state' | 'site' | 'legal' | 'hold' | 'policy'>;
export type ComplianceRule = keyof typeof COMPLIANCE_RULES;
export const COMPLIANCE_RULE_NAMES = Object.keys(COMPLIANCE_RULES) as [ComplianceRule, ...ComplianceRule[]];

/** Holds that a leader places, or a complaint, a withdrawal or a closing brings along. An opt-out is placed by its own call. */
export const HOLD_KINDS = ['COMPLAINT', 'DISPUTE', 'LEGAL', 'DECEASED', 'WITHDRAWN', 'NO_CONTACT'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

export interface ComplianceReason {
  rule: ComplianceRule;
  /** Figures, codes and ISO times: never a name or a number of a person. */
  params: Record<string, string | number>;
}

/** How much of the policy's limits this borrower has used, over all loans. Days are in the borrower's zone. */
export interface ContactCounters {
  attemptsToday: number;
  attemptsPerDay: number;
  attemptsWeek: number;
  attemptsPerWeek: number;
  conversationsToday: number;
  conversationsPerDay: number;
  messagesToday: number;
  messagesPerDay: number;
}

export interface ComplianceDecision {
  decisionId: number;
  allow: boolean;
  reasons: ComplianceReason[];
  /** If refused: the first moment at which it will be allowed; null when waiting does not help. */
  nextAllowedAt: string | null;
  /** If allowed: until when. */
  allowedUntil: string | null;
  counters: ContactCounters;
  /** The borrower's zone by IANA's name. */
  zone: string;
}

/** `contact/check`: the guard's decision on the act if it happened now. Nothing is stored. */
export const CheckContact = z.object({ taskId: Id, contactId: Id, channel: z.enum(CONTACT_CHANNELS) });
export type CheckContact = z.infer<typeof CheckContact>;

/** `contact/preview`: every contact of a case by every channel. */
export const PreviewQuery = z.object({ taskId: IdText });
export type PreviewQuery = z.infer<typeof PreviewQuery>;

/** `guard/receipts/{taskId}`: what was decided on the borrower's contacts, newest first. */
export const ReceiptsQuery = z.object(pageQuery(PAGE_SIZE.table));
export type ReceiptsQuery = z.infer<typeof ReceiptsQuery>;

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);
/** Local times of day, "07:00"; `to` is the first minute outside. */
const Span = z.object({ from: Clock, to: Clock }).refine(({ from, to }) => from < to, {
  path: ['to'],
  params: { rule: 'order' },
});
/**
 * The law's widest spans: a policy may be narrower, never wider. In the borrower's zone; `unknown` in Mexico City's, for who
 * has no address that names one: it lies within 07:00 to 22:00 in every zone of the country.
 */
export const LEGAL_SPANS = {
  known: { from: '07:00', to: '22:00' },
  unknown: { from: '09:00', to: '21:00' },
} as const;
function legalSpan(widest: { from: string; to: string }) {
  const law = { params: { rule: 'law' } };
  return Span.refine(({ from }) => from >= widest.from, { path: ['from'], ...law }).refine(
    ({ to }) => to <= widest.to,
    { path: ['to'], ...law },
  );
}
/** A policy's smallest and largest figures. */
export const POLICY_RANGES = { limit: [0, 50], apartMinutes: [0, 1_440] } as const;
const range = ([min, max]: readonly [number, number]) => z.int().min(min).max(max);
const limit = range(POLICY_RANGES.limit);

/** Some years of them. */
const MAX_CLOSED_DAYS = 120;

export const ContactPolicy = z.object({
  legalHours: z.object({ known: legalSpan(LEGAL_SPANS.known), unknown: legalSpan(LEGAL_SPANS.unknown) }),
  operatingHours: z.object({
    hours: Span,
    /** 1 Monday .. 7 Sunday */
    days: z.array(z.int().min(1).max(7)).max(7),
    onHolidays: z.boolean(),
    /** Days on which nobody is contacted, whatever the week says: the company's own, a state's, an election's. */
    closedDays: z.array(IsoDay).max(MAX_CLOSED_DAYS).optional(),
  }),
  attempts: z.object({ perDay: limit, perWeek: limit, apartMinutes: range(POLICY_RANGES.apartMinutes) }),
  conversations: z.object({ perDay: limit }),
  messages: z.object({ perDay: limit }),
  /** Besides guarantors. What came from the borrower's device needs an approval of its own. */
  relations: z.array(z.enum(RELATIONS).exclude(DEVICE_RELATIONS)).max(10),
});
export type ContactPolicy = z.infer<typeof ContactPolicy>;

export interface GuarantorRequest {
  /** The contact's name. */
  name: string;
  requestedBy: string | null;
  requestedAt: string;
  /** The viewer asked for it, so somebody else has to confirm it. */
  own: boolean;
}

export interface PreviewedContact {
  contactId: number;
  relation: Relation;
  guarantor: boolean;
  /** The mark was asked for and waits for a second person. */
  guarantorRequest: GuarantorRequest | null;
  channels: Record<ContactChannel, Omit<ComplianceDecision, 'decisionId' | 'counters' | 'zone'>>;
}

export interface HoldRow {
  holdId: number;
  kind: HoldKind | 'OPT_OUT';
  /** Null: of everybody. */
  contactId: number | null;
  channel: ContactChannel | null;
  note: string | null;
  placedBy: string | null;
  placedAt: string;
  until: string | null;
}

export interface OverrideRow {
  rule: ComplianceRule;
  reason: string;
  grantedBy: string | null;
  /** The collector who asked for it; null: the leader's own idea. */
  requestedBy: string | null;
  until: string;
}

export interface ContactPreview {
  taskId: number;
  zone: string;
  /** False: no address says where the borrower is. */
  zoneKnown: boolean;
  counters: ContactCounters;
  contacts: PreviewedContact[];
  holds: HoldRow[];
  overrides: OverrideRow[];
  /** The server's time of this answer: times are shown, and waited for, by its clock. */
  asOf: string;
  /** The next moment at which an answer changes by itself. */
  changesAt: string | null;
  /** Texts of counsel that legal rules rest on, as the setting has them. */
  legalSources: string | null;
}

const note = z.string().trim().max(300).default('');

/** `contact/optOut`: somebody does not want to be contacted; without a contact nobody of this borrower. */
export const OptOut = z.object({
  taskId: Id,
  contactId: Id.nullish(),
  /** None: all. */
  channel: z.enum(CONTACT_CHANNELS).nullish(),
  note,
});
export type OptOut = z.infer<typeof OptOut>;

export const OVERRIDE_HOURS = 24;
const POLICY_RULES = COMPLIANCE_RULE_NAMES.filter((rule) => COMPLIANCE_RULES[rule] === 'policy') as [
  ComplianceRule,
  ...ComplianceRule[],
];
/** `contact/override`: a leader sets policy rules aside for this borrower and a day. */
export const OverrideRules = z.object({
  taskId: Id,
  rules: z
    .array(z.enum(POLICY_RULES))
    .min(1)
    .max(POLICY_RULES.length)
    .transform((rules) => [...new Set(rules)]),
  reason: z.string().trim().min(5).max(300),
});
export type OverrideRules = z.infer<typeof OverrideRules>;

/** `contact/hold`: nobody contacts the borrower (or one of his contacts) until it is lifted or over. */
export const PlaceHold = z.object({
  taskId: Id,
  kind: z.enum(HOLD_KINDS),
  contactId: Id.nullish(),
  until: IsoTime.nullish(),
  note,
});
export type PlaceHold = z.infer<typeof PlaceHold>;
/** `contact/hold/lift`: an opt-out is lifted by who manages the guard. */
export const LiftHold = z.object({ taskId: Id, holdId: Id });
export type LiftHold = z.infer<typeof LiftHold>;
/**
 * `contact/guarantor`: who signed for the loan may be contacted as the borrower may, once a second person has confirmed it;
 * false takes the mark, or what was asked for, away.
 */
export const MarkGuarantor = z.object({ taskId: Id, contactId: Id, guarantor: z.boolean() });
export type MarkGuarantor = z.infer<typeof MarkGuarantor>;
/** `contact/guarantor/confirm`: by somebody other than who asked; false refuses it. */
export const ConfirmGuarantor = z.object({ taskId: Id, contactId: Id, confirmed: z.boolean() });
export type ConfirmGuarantor = z.infer<typeof ConfirmGuarantor>;

/** One act, and why it was allowed or refused then. */
export interface ReceiptRow {
  receiptId: number;
  taskId: number;
  contactId: number | null;
  relation: Relation | null;
  channel: ContactChannel;
  kind: 'ACT' | 'MANUAL' | 'INCOMING';
  allowed: boolean;
  /** Why its slot was given back; null when it was not. */
  released: string | null;
  conversationAt: string | null;
  reasons: ComplianceReason[];
  counters: ContactCounters;
  nextAllowedAt: string | null;
  policyVersion: number;
  /** Institutions above with the versions that it was judged by besides: "House 3"; null when none took part. */
  policyAbove: string | null;
  overridden: boolean;
  actor: string | null;
  at: string;
}
