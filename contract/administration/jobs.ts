import { z } from 'zod';
import { Id } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

export const JOB_KINDS = [
  'IMPORT', 'EXPORT', 'ALLOCATION', 'SCHEDULE', 'POLICY_LAB', 'PEOPLE_SHEET', 'SOFTPHONE_SHEET',
] as const; // prettier-ignore
export type JobKind = (typeof JOB_KINDS)[number];
export const JOB_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** `job/list`: what people have asked for that takes long, the newest first. */
export const JobsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  kind: z.enum(JOB_KINDS).optional(),
  state: z.enum(JOB_STATES).optional(),
});
export type JobsQuery = z.infer<typeof JobsQuery>;

/** `job/retry`, `job/cancel` */
export const JobRef = z.object({ id: Id });
export type JobRef = z.infer<typeof JobRef>;

/** A row of `job/list`; `job/info/{id}` */
export interface JobRow {
  id: number;
  kind: JobKind;
  state: JobState;
  /** A file's name, a list, a queue. */
  about: string;
  personId: number;
  person: string;
  /** Rows that are done; of `total`, when it is known. */
  done: number;
  total: number | null;
  /** Rows that were refused, or cases that were left. */
  refused: number;
  /** Why it failed, in words. */
  failure: string | null;
  startedAt: string;
  finishedAt: string | null;
  /** Where the refused rows are fetched, below the base path. */
  errorFile: string | null;
  mayRetry: boolean;
  mayCancel: boolean;
}
