import { z } from 'zod';
import type { Permission } from './permissions.js';
import { IsoTime } from './shared/date.js';
import { Id } from './shared/id.js';
import { PAGE_SIZE, pageQuery } from './shared/page.js';

interface InboxRule {
  /** Without it a person has no such items, whenever they were written. */
  may: Permission;
  /** Addressed to this one person, not to everybody with a duty. */
  forMe: boolean;
}

/** Causes of notifications. */
export const INBOX_CAUSES = {
  CASES_ASSIGNED: { may: 'case:read', forMe: true },
  REQUEST_OPENED: { may: 'request:decide', forMe: false },
  REQUEST_GRANTED: { may: 'request:read', forMe: true },
  REQUEST_REFUSED: { may: 'request:read', forMe: true },
  MESSAGE_RECEIVED: { may: 'case:read', forMe: true },
  STOPPED: { may: 'case:read', forMe: true },
  RESUMED: { may: 'case:read', forMe: true },
  /** The end of a number's stop. */
  LIFT_REQUESTED: { may: 'guard:stop', forMe: false },
  APPROVAL_OPENED: { may: 'approval:decide', forMe: false },
  APPROVAL_APPROVED: { may: 'approval:decide', forMe: false },
  APPROVAL_REFUSED: { may: 'approval:decide', forMe: false },
  APPROVAL_ENDED: { may: 'approval:decide', forMe: false },
  CONNECTION_OPENED: { may: 'approval:decide', forMe: false },
  CONNECTION_APPROVED: { may: 'approval:decide', forMe: true },
  CONNECTION_REFUSED: { may: 'approval:decide', forMe: true },
  ERASURE_ASKED: { may: 'approval:decide', forMe: false },
  ANOMALY_ASSIGNED: { may: 'monitor:read', forMe: true },
  COMPLAINT_OPENED: { may: 'complaint:manage', forMe: false },
  COMPLAINT_ALLOCATED: { may: 'complaint:read', forMe: true },
  COMPLAINT_RETURNED: { may: 'complaint:read', forMe: true },
  COMPLAINT_UNALLOCATED: { may: 'complaint:manage', forMe: false },
  COMPLAINT_PROCESSED: { may: 'complaint:manage', forMe: false },
  CALLER_NUMBER_DIFFERED: { may: 'monitor:read', forMe: false },
  COMPLAINT_MONTH_DUE: { may: 'complaint:manage', forMe: false },
  COMPLAINT_MONTH_LATE: { may: 'complaint:manage', forMe: false },
  /** A part of the site is bad. */
  PART_FAILED: { may: 'system:manage', forMe: false },
  QUALITY_SCORED: { may: 'quality:read', forMe: true },
  QUALITY_ANSWERED: { may: 'quality:score', forMe: true },
  QUALITY_CLOSED: { may: 'quality:read', forMe: true },
} as const satisfies Record<string, InboxRule>;
export type InboxCause = keyof typeof INBOX_CAUSES;
export const INBOX_CAUSE_NAMES = Object.keys(INBOX_CAUSES) as InboxCause[];

/** `inbox/list`: newest first. What is snoozed comes back to UNREAD and MINE, unread for this person alone, at its time. */
export const InboxQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  view: z.enum(['UNREAD', 'MINE', 'ALL']).default('UNREAD'),
});
export type InboxQuery = z.infer<typeof InboxQuery>;

export interface InboxItem {
  id: number;
  cause: InboxCause;
  /** How many of the same cause came since the last of them was read. */
  times: number;
  /** The kind of a request, an approval or a stop; a score's points; a connection's provider; a month of complaints; a part of the site. */
  detail: string | null;
  /** The newest of what it is about: request, stop, approval, connection, anomaly, complaint, sample or case. */
  subjectId: number;
  /** Its case, when the viewer may see it. */
  taskId: number | null;
  loanId: string | null;
  /** The person who caused the newest of them. */
  by: string | null;
  toldAt: string;
  readAt: string | null;
  snoozedUntil: string | null;
}

/** `inbox/count` */
export interface InboxCount {
  unread: number;
}

/** `inbox/read` */
export const ReadInbox = z.object({ id: Id });
export type ReadInbox = z.infer<typeof ReadInbox>;
/** `inbox/snooze` */
export const SnoozeInbox = z.object({ id: Id, until: IsoTime });
export type SnoozeInbox = z.infer<typeof SnoozeInbox>;
