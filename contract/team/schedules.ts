import { z } from 'zod';
import type { CaseStatus } from '../codes.js';
import { addDays, IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import type { ScheduleSheet } from './schedule-sheets.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** A person's state on a day. Only people on duty are given cases. */
export const SEAT_STATES = ['ON_DUTY', 'ABSENT', 'REST', 'RESIGNED'] as const;
export type SeatState = (typeof SEAT_STATES)[number];
/** The longest absence that is said at once. */
export const AWAY_DAYS = 62;
/** So long after an absence began, its cases that were not touched go back. */
export const ABSENCE_MS = 30 * 60_000;

/** Why a cell was refused. */
export const SCHEDULE_REASONS = [
  'required', 'format', 'number', 'choice', 'textDate', 'past', 'far', 'formula', 'merged', 'unknown', 'twice', 'order', 'notAllowed',
  'unconfirmed',
] as const; // prettier-ignore
export type ScheduleReason = (typeof SCHEDULE_REASONS)[number];

export interface ScheduleError {
  sheet: ScheduleSheet;
  /** As the workbook names it: "C12". */
  cell: string;
  column: string;
  reason: ScheduleReason;
  /** As it stands there, of a text the first SHOWN_VALUE letters; null: nothing does, or no single value. */
  value: string | null;
}
export const SHOWN_VALUE = 64;
/** A schedule reaches so many days ahead: a year that was mistyped is not taken for one. */
export const SCHEDULED_DAYS = 366;
/** The largest number of a plan. */
export const SCHEDULED_COUNT = 1_000_000;

export const UPLOAD_STATES = ['WAITING', 'RUNNING', 'APPLIED', 'REFUSED', 'UNDONE'] as const;

/** `workSchedule/uploadResult/{id}`. One bad row, and nothing of the file is applied. */
export interface ScheduleUpload {
  id: number;
  fileName: string;
  status: (typeof UPLOAD_STATES)[number];
  /** Why the file could not be read, in the viewer's language. */
  failure: string | null;
  /** Rows of the file, counted before the first is read; 0: not yet. */
  rowsTotal: number;
  rowsRead: number;
  /** Rows become visible to others only after the last one. */
  rowsWritten: number;
  planRows: number;
  peopleRows: number;
  /** Rows among them that said something else than what stood. */
  changedRows: number;
  /** First and last day of the applied rows; null when none were applied. */
  firstDay: string | null;
  lastDay: string | null;
  /** Refused cells; of these `errors` has the first 100, `uploadResult/{id}/errors` the file with up to 1,000 marked. */
  refused: number;
  errors: ScheduleError[];
  /** It may be taken back, while all that it changed still stands. */
  mayUndo: boolean;
}

/** `workSchedule/undoUpload`: the rows that it changed are as they were before; of a day that is over nothing is taken back. */
export const UndoUpload = z.object({ uploadId: Id });
export type UndoUpload = z.infer<typeof UndoUpload>;

/** `workSchedule/list`: everybody's day, today unless another is asked for. */
export const ScheduleQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  day: IsoDay.optional(),
  queueId: IdText.optional(),
  status: z.enum(SEAT_STATES).optional(),
  username: z.string().trim().max(64).optional(),
});
export type ScheduleQuery = z.infer<typeof ScheduleQuery>;

/** A person's day. */
export interface ScheduleRow {
  day: string;
  userId: number;
  name: string;
  username: string;
  queueName: string | null;
  /** ON_DUTY where the day has no schedule of the team; null: it has one, which does not name the person. */
  status: SeatState | null;
  /** Null: no row of a schedule says it. */
  version: number | null;
  /** For an absence today: when its untouched cases return, or returned. */
  releaseAt: string | null;
  released: boolean;
}

/**
 * `workSchedule/updateStatus`. On a day without a schedule of the team it writes down for all others of it that they are on
 * duty. Resigned ends the person's sign-in, phone and cases, at once or when the day comes: it is
 * `confirmed` by who has read `workSchedule/resigning`.
 */
export const SeatStatusChange = z
  .object({
    userId: Id,
    day: IsoDay,
    status: z.enum(SEAT_STATES),
    /** The last day of an absence or a rest of several: of the days after the first, those on which the person is on duty. */
    until: IsoDay.optional(),
    /** Null: the screen showed no row of a schedule. */
    version: Id.nullish(),
    confirmed: z.literal(true).optional(),
    clientRequestId: ClientRequestId.optional(),
  })
  .refine(({ day, until = day }) => until >= day && until <= addDays(day, AWAY_DAYS), {
    path: ['until'],
    params: { rule: 'order' },
  })
  .refine(({ status, until }) => until === undefined || status === 'ABSENT' || status === 'REST', {
    path: ['until'],
  });
export type SeatStatusChange = z.infer<typeof SeatStatusChange>;

/** Immediate effect of `workSchedule/updateStatus`: the number of cases that returned, and of days. */
export interface SeatStatusSet {
  released: number;
  /** Days on which the person is something else now. */
  days: number;
}

/** `workSchedule/resigning?userIds=1,2`: whom and what it would concern. */
export const ResigningQuery = z.object({
  userIds: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,199}$/)
    .transform((text) => text.split(',').map(Number)),
});
export type ResigningQuery = z.infer<typeof ResigningQuery>;

export interface Resigning {
  userId: number;
  name: string;
  username: string;
  /** The telephone's extension; null: no telephone. */
  extension: string | null;
  openCases: number;
  promised: number;
  /** Centavos. */
  amountDue: number;
  /** The first RESIGNING_CASES of them. */
  cases: { id: number; loanId: string; borrowerName: string; status: CaseStatus }[];
}
export const RESIGNING_CASES = 20;

/** `workSchedule/dutySum`, `workSchedule/agentPrediction`: of a day, today unless another is asked for. */
export const ScheduleDay = z.object({ day: IsoDay.optional(), queueId: IdText.optional() });
export type ScheduleDay = z.infer<typeof ScheduleDay>;

/** Heads by queue and status. */
export interface DutySum {
  queueId: number;
  queueName: string;
  status: SeatState;
  heads: number;
}

/** The collectors that a queue's day wants beside those on duty, and the limits of the day: the plan's, else the queue's. */
export interface AgentPrediction {
  queueId: number;
  queueName: string;
  /** Null: neither the plan nor the queue says. */
  expectedCases: number | null;
  expectedReminderCases: number | null;
  perCapitaMin: number;
  perCapitaMax: number;
  minSeats: number;
  /** Null: no end. */
  maxSeats: number | null;
  recommendedSeats: number | null;
  expectedStaff: number | null;
  onDuty: number;
}

const count = z.int().min(0).max(1_000_000);
/** `POST workSchedule/taskNumConfig`: what holds for a queue on days without a plan. */
export const TaskNumConfig = z
  .object({
    queueId: Id,
    version: Id.optional(),
    clientRequestId: ClientRequestId.optional(),
    plannedCases: count.nullable(),
    perCapitaMin: count,
    perCapitaMax: count.min(1),
    seatsMin: count,
    seatsMax: count.min(1).nullable(),
  })
  .refine(({ perCapitaMin, perCapitaMax }) => perCapitaMin <= perCapitaMax, {
    path: ['perCapitaMax'],
    params: { rule: 'minMax' },
  })
  .refine(({ seatsMin, seatsMax }) => seatsMax === null || seatsMin <= seatsMax, {
    path: ['seatsMax'],
    params: { rule: 'minMax' },
  });
export type TaskNumConfig = z.infer<typeof TaskNumConfig>;

/** A row of `GET workSchedule/taskNumConfig` */
export type TaskNum = Required<Omit<TaskNumConfig, 'clientRequestId'>> & { queueName: string };

const ScheduleRef = z.object({ institutionId: Id, uploadId: Id });
const SeatRef = z.object({ institutionId: Id, userId: Id, day: IsoDay });
export const SCHEDULE_EVENTS = {
  'schedule.uploaded': ScheduleRef,
  'schedule.applied': ScheduleRef.extend({ planRows: z.int(), peopleRows: z.int() }),
  'schedule.undone': ScheduleRef.extend({ planRows: z.int(), peopleRows: z.int() }),
  'schedule.refused': ScheduleRef.extend({ refused: z.int() }),
  'schedule.statusChanged': SeatRef.extend({ before: z.enum(SEAT_STATES), after: z.enum(SEAT_STATES) }),
  /** The effect of an absence or a resignation on the person's cases is complete. */
  'schedule.carriedOut': SeatRef.extend({ status: z.enum(SEAT_STATES), cases: z.int().nonnegative() }),
} as const;
