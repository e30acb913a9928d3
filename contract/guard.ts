import { z } from 'zod';
import { DEVICE_RELATIONS, RELATIONS } from './codes.js';
import { Id, IdText } from './shared/id.js';
import { PAGE_SIZE, pageQuery } from './shared/page.js';

export const GUARD_CHANNELS = ['CALL', 'SMS', 'WHATSAPP', 'IVR'] as const;
export type GuardChannel = (typeof GUARD_CHANNELS)[number];

/** A written message takes a message's slot, everything else an attempt's. */
export const MESSAGE_CHANNELS = ['SMS', 'WHATSAPP'] as const satisfies readonly GuardChannel[];

/** Who may set a rule aside: nobody a law, a hold or the case's state; a leader, for a day, what the company wants. */
export const GUARD_RULES = {
  caseState: 'state',
  relation: 'legal',
  deviceData: 'legal',
  wrongNumber: 'legal',
  badNumber: 'policy',
  optOut: 'hold',
  hold: 'hold',
  paymentInFlight: 'hold',
  legalHours: 'legal',
  operatingHours: 'policy',
  attemptsDay: 'policy',
  attemptsWeek: 'policy',
  attemptSpacing: 'policy',
  conversation: 'policy',
  messagesDay: 'policy',
} as const satisfies Record<string, 'state' | 'legal' | 'hold' | 'policy'>;
export type GuardRule = keyof typeof GUARD_RULES;
export const GUARD_RULE_NAMES = Object.keys(GUARD_RULES) as [GuardRule, ...GuardRule[]];

/** What a leader places on a borrower, or a complaint, a withdrawal or a closing brings along. An opt-out is placed by its own call. */
export const HOLD_KINDS = ['COMPLAINT', 'DISPUTE', 'LEGAL', 'DECEASED', 'WITHDRAWN'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

export interface GuardReason {
  rule: GuardRule;
  /** Figures, codes and ISO times: never a name or a number of a person. */
  params: Record<string, string | number>;
}

/** What this borrower has had, over all loans, of what the policy allows. Days are the borrower's own. */
export interface GuardCounters {
  attemptsToday: number;
  attemptsPerDay: number;
  attemptsWeek: number;
  attemptsPerWeek: number;
  conversationsToday: number;
  conversationsPerDay: number;
  messagesToday: number;
  messagesPerDay: number;
}

export interface GuardDecision {
  decisionId: number;
  allow: boolean;
  reasons: GuardReason[];
  /** When it is refused: the first moment at which nothing but time stands against it; null when time will not help. */
  nextAllowedAt: string | null;
  /** When it is allowed: when that ends. */
  allowedUntil: string | null;
  counters: GuardCounters;
  /** The borrower's zone by IANA's name. */
  zone: string;
}

/** `contact/check`: what the act would be answered now. Nothing is stored. */
export const CheckContact = z.object({ taskId: Id, contactId: Id, channel: z.enum(GUARD_CHANNELS) });
export type CheckContact = z.infer<typeof CheckContact>;

/** `contact/preview`: every contact of a case by every channel. */
export const PreviewQuery = z.object({ taskId: IdText });

/** `guard/receipts/{taskId}`: what was decided on the borrower's contacts, newest first. */
export const ReceiptsQuery = z.object(pageQuery(PAGE_SIZE.table));

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);
/** Local times of day, "07:00"; `to` is the first minute outside. */
const Span = z.object({ from: Clock, to: Clock }).refine(({ from, to }) => from < to, { path: ['to'] });
/** The law's widest span: a policy may be narrower, never wider. */
const LEGAL = { from: '07:00', to: '22:00' } as const;
const LegalSpan = Span.refine(({ from }) => from >= LEGAL.from, { path: ['from'] }).refine(
  ({ to }) => to <= LEGAL.to,
  { path: ['to'] },
);
const limit = z.int().min(0).max(50);

export const GuardPolicy = z.object({
  /** In the borrower's zone; `unknown` in Mexico City's, for who has no address that names one. */
  legalHours: z.object({ known: LegalSpan, unknown: LegalSpan }),
  operatingHours: z.object({
    hours: Span,
    /** 1 Monday .. 7 Sunday */
    days: z.array(z.int().min(1).max(7)).max(7),
    onHolidays: z.boolean(),
  }),
  attempts: z.object({ perDay: limit, perWeek: limit, apartMinutes: z.int().min(0).max(1_440) }),
  conversations: z.object({ perDay: limit }),
  messages: z.object({ perDay: limit }),
  /** Besides guarantors. What came from the borrower's device needs an approval of its own. */
  relations: z.array(z.enum(RELATIONS).exclude(DEVICE_RELATIONS)).max(10),
});
export type GuardPolicy = z.infer<typeof GuardPolicy>;
