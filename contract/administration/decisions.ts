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
  /** Of the decision's event: the same for every administrator and on every device. */
  id: number;
  kind: DecisionKind;
  outcome: DecisionOutcome;
  /** What kind of approval, stop or request it is; the other kinds have none. */
  subtype: ApprovalKind | StopKind | RequestKind | null;
  decidedBy: string;
  /** Who asked for it, or whom it concerns. */
  about: string | null;
  institutionId: number;
  institutionName: string;
  /** Of the approval, the stop, the contact, the request, the complaint, the sample or the receivable. */
  subjectId: number;
  /** Of a guarantor, a request and a receivable: their case. */
  taskId: number | null;
  loanId: string | null;
}
