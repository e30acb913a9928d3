import { z } from 'zod';
import type { CaseStatus } from '../codes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery, type Page } from '../shared/page.js';

export const QUEUE_TYPES = ['AUTOMATIC', 'MANUAL'] as const;
export const QUEUE_STATES = ['open', 'closed'] as const;

/** `management/queue/list/`. The name is searched by prefix. */
export const QueueListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['name', 'code']),
  name: z.string().trim().max(80).optional(),
  type: z.enum(QUEUE_TYPES).optional(),
  status: z.enum(QUEUE_STATES).optional(),
  institutionId: IdText.optional(),
});
export type QueueListQuery = z.infer<typeof QueueListQuery>;

const count = z.int().min(0).max(1_000_000);
const QueueFields = z.object({
  institutionId: Id,
  code: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .regex(/^[\w-]+$/),
  name: z.string().trim().min(1).max(80),
  type: z.enum(QUEUE_TYPES),
  /** From how many days past due on its cases are long-aging; null: never. */
  longAgingDpd: z.int().min(1).max(3650).nullable(),
  /** Cases expected on a usual day. */
  plannedCases: count.nullable(),
  perCapitaMin: count,
  perCapitaMax: count.min(1),
  seatsMin: count,
  seatsMax: count.min(1).nullable(),
  /** Working days that a new case may wait for its first action. */
  firstActionDays: z.int().min(1).max(30),
  /** The text that reminds of a promise on its day, of known parameters only; null: nobody is reminded. */
  reminderTemplateId: Id.nullable(),
});
type Fields = z.infer<typeof QueueFields>;
const perCapita = ({ perCapitaMin, perCapitaMax }: Pick<Fields, 'perCapitaMin' | 'perCapitaMax'>) =>
  perCapitaMin <= perCapitaMax;
const seats = ({ seatsMin, seatsMax }: Pick<Fields, 'seatsMin' | 'seatsMax'>) =>
  seatsMax === null || seatsMin <= seatsMax;
const PER_CAPITA_RULE = { path: ['perCapitaMax'], params: { rule: 'minMax' } };
const SEATS_RULE = { path: ['seatsMax'], params: { rule: 'minMax' } };

export const QueueForm = QueueFields.refine(perCapita, PER_CAPITA_RULE).refine(seats, SEATS_RULE);
export type QueueForm = z.infer<typeof QueueForm>;

/** `management/queue/createOrUpdate`: without an id a new queue; `version` is the one that the form showed. */
export const QueueChange = QueueFields.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
})
  .refine(perCapita, PER_CAPITA_RULE)
  .refine(seats, SEATS_RULE);
export type QueueChange = z.infer<typeof QueueChange>;

/**
 * `management/queue/edit`: fields that whoever leads the work of a queue may set. The rest of the form is the
 * administrator's.
 */
export const QueueWorkChange = QueueFields.pick({
  plannedCases: true,
  perCapitaMin: true,
  perCapitaMax: true,
  seatsMin: true,
  seatsMax: true,
  reminderTemplateId: true,
})
  .extend({ id: Id, version: Id, clientRequestId: ClientRequestId.optional() })
  .refine(perCapita, PER_CAPITA_RULE)
  .refine(seats, SEATS_RULE);
export type QueueWorkChange = z.infer<typeof QueueWorkChange>;

/** `management/queue/setStatus`. A closed queue hands nothing out. */
export const QueueStatusChange = z.object({ id: Id, open: z.boolean(), version: Id.optional() });
export type QueueStatusChange = z.infer<typeof QueueStatusChange>;

/** `management/queue/info/{id}`; a row of `management/queue/list/`. The counts are of open cases, now. */
export interface QueueInfo extends QueueForm {
  id: number;
  version: number;
  open: boolean;
  institutionName: string;
  /** Name of the text that reminds; null: nobody is reminded. */
  reminderTemplate: string | null;
  /** Enabled collectors who work it. */
  userCount: number;
  waiting: number;
  assigned: number;
  oldestWaitingAt: string | null;
}

export const QUEUE_CASE_STATES = ['waiting', 'assigned'] as const;
/** Sorts and ranges of a queue's cases and of the uncovered ones; the oldest first unless asked otherwise. */
export const queueCaseQuery = {
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['amountDue', 'overdueDays', 'openedAt']),
  /** Whole pesos that are due at least. */
  pesosFrom: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  /** Days past due at least. */
  daysFrom: z.coerce.number().int().min(0).max(10_000).optional(),
};

/** `management/queue/tasks/{id}` */
export const QueueCasesQuery = z.object({
  ...queueCaseQuery,
  state: z.enum(QUEUE_CASE_STATES).default('waiting'),
  agentId: IdText.optional(),
});
export type QueueCasesQuery = z.infer<typeof QueueCasesQuery>;

export interface QueueCasePage extends Page<QueueCase> {
  /** Centavos due of all that are listed; null where they are more than are counted. */
  amountDue: number | null;
}

export interface QueueCase {
  id: number;
  version: number;
  queueId: number;
  loanId: string;
  borrowerName: string;
  status: CaseStatus;
  /** Centavos. */
  amountDue: number;
  overdueDays: number;
  openedAt: string;
  agentId: number | null;
  agent: string | null;
}

/** `management/queue/agents/{id}`: the collectors who work it, with their open cases of it. */
export interface QueueCollector {
  id: number;
  name: string;
  groupName: string | null;
  enabled: boolean;
  /** Absent, resting or resigned by today's schedule: takes no cases. */
  onLeave: boolean;
  openCases: number;
  /** Centavos. */
  amountDue: number;
}
