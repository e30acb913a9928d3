import { z } from 'zod';
import type { Changes } from '../shared/changes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/**
 * Permissions that take two administrators: to keep what a borrower's device sent, to contact the people it names, to
 * listen to calls without the collector seeing it, to take results of a first contact without the law's words, to end the trial of
 * the site.
 */
export const STANDING_KINDS = [
  'DEVICE_KEEP',
  'DEVICE_CONTACT',
  'LISTEN_UNSEEN',
  'SCRIPT_OFF',
  'GO_LIVE',
] as const;
/**
 * Changes that take two administrators, asked for where they are made: a contact policy that allows more, more roles that see whole
 * numbers, higher limits of what one person takes out, an administrator's account that is enabled, more rights of administrators,
 * a text that borrowers are sent.
 */
export const CHANGE_KINDS = [
  'POLICY_LOOSE',
  'NUMBERS_MORE',
  'LIMITS_MORE',
  'ADMIN_ENABLE',
  'RIGHTS_MORE',
  'TEMPLATE_ACTIVE',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export const APPROVAL_KINDS = [...STANDING_KINDS, ...CHANGE_KINDS] as const;
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];
/**
 * A waiting or approved one stands until it is ended; an institution has at most one of a kind, and of a kind about a person or a
 * template one for each. A change is DONE at once.
 */
export const APPROVAL_STATES = ['WAITING', 'APPROVED', 'DONE', 'REFUSED', 'ENDED'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
/** How long an account stays tied to whoever created it, changed its role, reset its password or enabled it again. */
export const TIE_DAYS = 30;

/** A change that waits where it was made, for `approval/decide` or `approval/end`. */
export interface WaitingChange {
  approvalId: number;
  /** The approval's own. */
  approvalVersion: number;
  requestedBy: string | null;
  requestedAt: string;
  /** Asked for by the viewer, who does not decide it. */
  mine: boolean;
}

/** Part of an answer to a change: null when it is in force, else the approval that it waits for. */
export interface PendingApproval {
  approvalId: number | null;
}

/** `approval/list`: the newest first. */
export const ApprovalsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  status: z.enum(APPROVAL_STATES).optional(),
  kind: z.enum(APPROVAL_KINDS).optional(),
  institutionId: IdText.optional(),
});
export type ApprovalsQuery = z.infer<typeof ApprovalsQuery>;

export interface ApprovalRow {
  id: number;
  version: number;
  kind: ApprovalKind;
  status: ApprovalState;
  institutionId: number;
  institutionName: string;
  reason: string;
  /** The person or the template that it is about; null: the institution itself. */
  subjectId: number | null;
  subject: string | null;
  /** The values of a setting that it changes; null for the other kinds. */
  changes: Changes | null;
  requestedBy: string | null;
  requestedAt: string;
  decidedBy: string | null;
  decidedAt: string | null;
  /** Why it was approved or refused. */
  answer: string | null;
  endedBy: string | null;
  endedAt: string | null;
  /** Asked for by the viewer, who does not decide it. */
  mine: boolean;
}

const reason = z.string().trim().min(1).max(200);

export const ApprovalForm = z.object({ kind: z.enum(STANDING_KINDS), institutionId: Id, reason });
/** `approval/request` */
export const ApprovalRequest = ApprovalForm.extend({ clientRequestId: ClientRequestId });
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

const ApprovalRef = z.object({ id: Id, version: Id, clientRequestId: ClientRequestId });
/** `approval/decide` */
export const ApprovalDecision = ApprovalRef.extend({ approve: z.boolean(), answer: reason });
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;
/** `approval/end`: one administrator is enough. */
export const ApprovalEnd = ApprovalRef;
export type ApprovalEnd = z.infer<typeof ApprovalEnd>;
