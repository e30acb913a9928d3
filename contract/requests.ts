import { z } from 'zod';
import { IsoTime } from './shared/date.js';
import { ClientRequestId, Id, IdText } from './shared/id.js';
import { PAGE_SIZE, pageQuery } from './shared/page.js';

/** What a collector's record asks the leader for: NOCLCT a hold, FRAUD to close the case as fraud. */
export const REQUEST_KINDS = ['HOLD', 'FRAUD'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ['OPEN', 'GRANTED', 'REFUSED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** `request/list`: open ones oldest first, decided ones newest first. */
export const RequestListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  state: z.enum(REQUEST_STATES).default('OPEN'),
  kind: z.enum(REQUEST_KINDS).optional(),
  taskId: IdText.optional(),
});
export type RequestListQuery = z.infer<typeof RequestListQuery>;

export interface RequestRow {
  id: number;
  version: number;
  kind: RequestKind;
  state: RequestState;
  taskId: number;
  /** The external number of the case's loan. */
  loanId: string;
  borrowerName: string;
  collector: string;
  note: string | null;
  openedAt: string;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

/** `request/decide`: `until` is the end of a granted hold, a week from now unless it is said. */
export const DecideRequest = z.object({
  requestId: Id,
  version: z.int().positive(),
  grant: z.boolean(),
  until: IsoTime.optional(),
  reason: z.string().trim().min(1).max(300),
  clientRequestId: ClientRequestId,
});
export type DecideRequest = z.infer<typeof DecideRequest>;
