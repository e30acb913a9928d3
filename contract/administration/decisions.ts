import type { RequestKind } from '../cases/requests.js';
import type { StopKind } from '../contact/stops.js';
import type { ApprovalKind } from './approvals.js';

/** The decisions that take two people, and how the second one can decide. */
export const DECISION_OUTCOMES = {
  APPROVAL: ['APPROVED', 'REFUSED', 'ENDED'],
  STOP: ['LIFTED'],
  GUARANTOR: ['APPROVED', 'REFUSED'],
  REQUEST: ['APPROVED', 'REFUSED'],
  COMPLAINT: ['CLOSED', 'RETURNED'],
  QUALITY: ['SCORED'],
  WRITE_OFF: ['APPROVED', 'REFUSED'],
} as const;
export type DecisionKind = keyof typeof DECISION_OUTCOMES;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[DecisionKind][number];

/**
 * A decision, as every administrator of its institution and of those above is notified of it. It names staff, queues, templates
 * and institutions, and nothing of a borrower.
 */
export interface DecisionNotice {
  /** The id of the decision's event: the same for every administrator and on every device. */
  id: number;
  kind: DecisionKind;
  outcome: DecisionOutcome;
  /** The kind of approval, stop or request; null for the other kinds. */
  subtype: ApprovalKind | StopKind | RequestKind | null;
  decidedBy: string;
  /** The person who asked for it, or whom it concerns. */
  about: string | null;
  institutionId: number;
  institutionName: string;
  /** The id of the approval, stop, contact, request, complaint, sample or receivable. */
  subjectId: number;
  /** The case of a guarantor, a request or a receivable. */
  taskId: number | null;
  loanId: string | null;
}
