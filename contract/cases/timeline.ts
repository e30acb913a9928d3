import { z } from 'zod';
import type { CaseStatus } from '../codes.js';
import type { EventName } from '../events/events.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { IdText } from '../shared/id.js';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../shared/page.js';

/** Filters of a timeline: an event's kind is the noun of its name. */
export const TIMELINE_KINDS = ['case', 'contact', 'promise', 'money', 'access', 'other'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

const KIND_OF_NOUN: Readonly<Record<string, TimelineKind>> = {
  case: 'case',
  action: 'contact',
  call: 'contact',
  message: 'contact',
  contact: 'contact',
  promise: 'promise',
  payment: 'money',
  refund: 'money',
  receivable: 'money',
  repaymentCode: 'money',
  deduction: 'money',
  extension: 'money',
  phone: 'access',
  picture: 'access',
  evidence: 'access',
  privacy: 'access',
};
export function timelineKind(name: string): TimelineKind {
  return KIND_OF_NOUN[name.split('.')[0]!] ?? 'other';
}

/** `task/timeline/{id}`: newest first; `before` is the id of the last entry seen; `asOf` looks at the case as it was then. */
const part = {
  kind: z.enum(TIMELINE_KINDS).optional(),
  before: IdText.optional(),
  size: z.coerce
    .number()
    .int()
    .min(1)
    .default(PAGE_SIZE.table)
    .transform((size) => Math.min(size, MAX_PAGE_SIZE)),
};
export const TimelineQuery = z.object({ ...part, asOf: IsoTime.optional() });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export type Fact = string | number | boolean | null;

export interface TimelineEntry {
  id: number;
  name: EventName;
  /** The call that it is a step of. */
  callId: number | null;
  kind: TimelineKind;
  /** Null: the system. */
  actor: string | null;
  /** The event's facts, without personal data; amounts in centavos. */
  facts: Record<string, Fact>;
  /** The people it names, by their part in it. */
  people: Record<string, string>;
  before: CaseStatus | null;
  after: CaseStatus | null;
  effectiveAt: string;
  recordedAt: string;
}

/** The case as its events made it. */
export interface CaseState {
  status: CaseStatus;
  ownerId: number | null;
  ownerName: string | null;
  amountDue: number;
  promise: { id: number; amount: number; dueDate: string } | null;
}

export interface Timeline {
  result: TimelineEntry[];
  /** Where the next page begins; null at the end. */
  next: number | null;
  /** With `asOf`: null when the case had not been opened yet. */
  state: CaseState | null;
}

/**
 * `user/behavior/day`, and `dashboard/events`: what a collector did on one of Mexico City's days, today without one, and what the log says of the
 * collector; newest first, `before` is the id of the last entry seen.
 */
export const DayEventsQuery = z.object({ ...part, collectorId: IdText, date: IsoDay.optional() });
export type DayEventsQuery = z.infer<typeof DayEventsQuery>;

export interface DayEvent extends TimelineEntry {
  /** Null: of no case, or of one that the viewer does not see any more, and then without facts and people. */
  about: { taskId: number; loanId: string; borrowerName: string } | null;
}

export interface DayEvents {
  collectorId: number;
  name: string;
  /** The team whose board tells of what comes; null without one. */
  groupId: number | null;
  day: string;
  /** With the first page: all of the day and kind, and what payments less reversals credited, in centavos, as the card has it. */
  total: { events: number; received: number } | null;
  result: DayEvent[];
  /** Where the next page begins; null at the end. */
  next: number | null;
}
