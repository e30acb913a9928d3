import { z } from 'zod';
import { ClientRequestId, Id } from '../shared/id.js';
import { PAGE_SIZE, type Page, pageQuery } from '../shared/page.js';

export const ANOMALY_RULES = [
  'revealBurst', 'exports', 'newAddress', 'newDevice', 'nightWork', 'shortCalls', 'sharedNumber', 'refusedRetry',
  'wrongParty',
] as const; // prettier-ignore
export type AnomalyRule = (typeof ANOMALY_RULES)[number];

const count = z.int().min(0).max(10_000);
const minutes = z.int().min(1).max(1_440);
const hour = z.int().min(0).max(23);

/** `monitor/rules`: what is unusual. A count of 0 switches its rule off; hours are Mexico's. */
export const AnomalyRules = z.object({
  /** This many numbers revealed within this many minutes. */
  reveals: count,
  revealMinutes: minutes,
  /** This many files on a day. */
  exports: count,
  newAddress: z.boolean(),
  newDevice: z.boolean(),
  night: z.boolean(),
  nightFrom: hour,
  nightTo: hour,
  /** This many calls shorter than this many seconds, within this many minutes. */
  shortCalls: count,
  shortSeconds: z.int().min(1).max(120),
  shortMinutes: minutes,
  /** One number called by so many people within so many hours. */
  sharedPeople: z.int().min(0).max(100),
  sharedHours: z.int().min(1).max(168),
  /** A contact that was refused so often to one person within so many minutes. */
  refused: count,
  refusedMinutes: minutes,
  /**
   * From this many calls of a person's seven days on: wrong numbers far more often than in the institution's 30 days. Far more is twice
   * as often for certain, at 95 %.
   */
  wrongFrom: count,
  /** At most this many of one rule and institution on a day. */
  perDay: z.int().min(1).max(1_000),
});
export type AnomalyRules = z.infer<typeof AnomalyRules>;

export const DEFAULT_ANOMALY_RULES: AnomalyRules = {
  ...{ reveals: 15, revealMinutes: 10, exports: 5, newAddress: true, newDevice: true },
  ...{ night: true, nightFrom: 22, nightTo: 7, shortCalls: 10, shortSeconds: 5, shortMinutes: 30 },
  ...{ sharedPeople: 3, sharedHours: 24, refused: 3, refusedMinutes: 60, wrongFrom: 50, perDay: 100 },
};

export const ANOMALY_STATES = ['OPEN', 'ACKNOWLEDGED', 'ANNOUNCED'] as const;
export type AnomalyState = (typeof ANOMALY_STATES)[number];

/** `user/behavior/anomalies`: the newest first. */
export const AnomaliesQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  status: z.enum(ANOMALY_STATES).default('OPEN'),
  rule: z.enum(ANOMALY_RULES).optional(),
  username: z.string().trim().max(64).optional(),
  /** Those that were given to the viewer. */
  mine: z.literal('1').optional(),
});
export type AnomaliesQuery = z.infer<typeof AnomaliesQuery>;

export interface AnomalyRow {
  id: number;
  version: number;
  rule: AnomalyRule;
  status: AnomalyState;
  at: string;
  /** When it was last so. */
  lastAt: string;
  userId: number;
  username: string;
  name: string;
  groupName: string | null;
  taskId: number | null;
  loanId: string | null;
  /** An address or a masked number. */
  about: string | null;
  /** The measured value, the limit it exceeds, and the period in minutes. */
  measured: number;
  limit: number;
  minutes: number | null;
  /** The version of the rules that found it; 0: those that everybody begins with. */
  ruleVersion: number;
  assigneeId: number | null;
  assignee: string | null;
  note: string | null;
  handler: string | null;
  handledAt: string | null;
  /** It concerns the viewer, who may not handle it. */
  own: boolean;
}

/** A rule that found too much today: so many more were not kept. */
export interface CappedRule {
  rule: AnomalyRule;
  heldBack: number;
}
export type AnomalyPage = Page<AnomalyRow> & { capped: CappedRule[] };

const ref = { id: Id, version: z.int().positive(), clientRequestId: ClientRequestId.optional() };
const note = z.string().trim().min(1).max(500);

/** `user/behavior/anomaly/handle` */
export const HandleAnomaly = z.discriminatedUnion('act', [
  z.object({ ...ref, act: z.literal('acknowledge'), note }),
  z.object({ ...ref, act: z.literal('assign'), assigneeId: Id }),
  /** Told to the institution as a violation of the person's; the amount is what it costs them, in centavos. */
  z.object({ ...ref, act: z.literal('announce'), note, amount: z.int().min(0).max(100_000_000) }),
]);
export type HandleAnomaly = z.infer<typeof HandleAnomaly>;
