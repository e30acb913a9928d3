import { z } from 'zod';
import { AUDIT_KINDS } from '../events/audit-events.js';
import type { SubjectType } from '../events/event-subjects.js';
import type { EventName } from '../events/events.js';
import type { Changes } from '../shared/changes.js';
import { IsoDay } from '../shared/date.js';
import { Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';
import type { Fact } from '../cases/timeline.js';

/** `changes`: changes of the configuration. `log`: everything a person did, or that happened to a case or a borrower. */
export const AUDIT_VIEWS = ['changes', 'log'] as const;

const AuditFilter = z.object({
  view: z.enum(AUDIT_VIEWS).default('changes'),
  kind: z.enum(AUDIT_KINDS).optional(),
  /** With a kind: one queue, one template. */
  subjectId: IdText.optional(),
  /** The person who did it. */
  userId: IdText.optional(),
  username: z.string().trim().max(64).optional(),
  /** `log` alone; it takes a person, a case or a borrower. */
  taskId: IdText.optional(),
  loanId: z.string().trim().max(40).optional(),
  borrowerId: IdText.optional(),
  /** Mexico's days, both included. */
  from: IsoDay.optional(),
  to: IsoDay.optional(),
});

/** `audit/list`: the newest first. */
export const AuditQuery = AuditFilter.extend(pageQuery(PAGE_SIZE.table));
export type AuditQuery = z.infer<typeof AuditQuery>;

/** `audit/export` */
export const AuditExport = AuditFilter;
export type AuditExport = z.infer<typeof AuditExport>;

/** `audit/putBack`: done at once, or asked for, where it takes a second administrator. */
export interface PutBack {
  approvalId: number | null;
}

/** `audit/putBack`: does what undoes the change, by the command that the screen would send. */
export const AuditRevertChange = z.object({ id: Id });
export type AuditRevertChange = z.infer<typeof AuditRevertChange>;

export interface AuditRow {
  id: number;
  name: EventName;
  at: string;
  actorId: number | null;
  /** Null: the system. */
  actor: string | null;
  /** The actor's sign-in that was in force; null for the system, a program, and who is none of the viewer's people. */
  signIn: { at: string; address: string } | null;
  subjectType: SubjectType;
  subjectId: number;
  /** A queue's name, a case's loan; null when it has none. */
  subject: string | null;
  taskId: number | null;
  loanId: string | null;
  changes: Changes | null;
  /** Names for the ids in its fields, as far as the viewer sees them: "queueId 17" is "C 1-3". */
  names: Readonly<Record<string, string>>;
  /** The event's other facts, without personal data; amounts in centavos. */
  facts: Record<string, Fact>;
  /** The viewer may put it back. */
  mayPutBack: boolean;
}
