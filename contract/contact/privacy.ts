import { z } from 'zod';
import { IsoDay } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** 20 working days, as the law before the one of 2025 had it; nobody has confirmed it since. */
export const PRIVACY_ANSWER_DAYS = 28;
/** Five years, until counsel sets another term. */
export const PRIVACY_KEPT_DAYS = 1_825;

/** BLOCKED is hidden and not contacted. ASKED waits for a second administrator, ERASING for its job. */
export const PRIVACY_STATES = ['BLOCKED', 'ASKED', 'ERASING', 'ERASED', 'LIFTED'] as const;
export type PrivacyState = (typeof PRIVACY_STATES)[number];

/** Facts that stand against erasing a borrower. */
export const ERASURE_OBSTACLES = ['TERM', 'OPEN_CASE', 'COMPLAINT', 'LEGAL_HOLD', 'MONEY'] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];

/** `privacy/list`: those that are due first come first. */
export const PrivacyQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  status: z.enum(PRIVACY_STATES).optional(),
  institutionId: IdText.optional(),
});
export type PrivacyQuery = z.infer<typeof PrivacyQuery>;

export interface PrivacyRow {
  id: number;
  version: number;
  status: PrivacyState;
  institutionName: string;
  taskId: number;
  loanId: string;
  /** The lender's number of the borrower, which is kept. */
  borrowerNumber: string;
  /** Day on which the wish came, and the last one on which it is answered in time. */
  receivedOn: string;
  dueOn: string;
  /** Null once it is erased. */
  reason: string | null;
  blockedBy: string | null;
  blockedAt: string;
  /** First day on which it may be erased. */
  erasableOn: string;
  against: ErasureObstacle[];
  askedBy: string | null;
  askedAt: string | null;
  decidedBy: string | null;
  answer: string | null;
  endedAt: string | null;
  /** The erasure was asked for by the viewer, who does not decide it. */
  mine: boolean;
}

const reason = z.string().trim().min(1).max(200);

/** `receivedOn`: when the wish came. */
export const PrivacyForm = z.object({ receivedOn: IsoDay, reason });
/** `privacy/block`: of the case's borrower. */
export const PrivacyWish = PrivacyForm.extend({ taskId: Id, clientRequestId: ClientRequestId });
export type PrivacyWish = z.infer<typeof PrivacyWish>;

const PrivacyRef = z.object({ id: Id, version: Id, clientRequestId: ClientRequestId });
/** `privacy/lift`: by another person than who blocked. */
export const PrivacyLift = PrivacyRef.extend({ answer: reason });
export type PrivacyLift = z.infer<typeof PrivacyLift>;
/** `privacy/ask`: for the erasure. */
export const ErasureWish = PrivacyRef;
export type ErasureWish = z.infer<typeof ErasureWish>;
/** `privacy/decide` */
export const ErasureDecision = PrivacyRef.extend({ approve: z.boolean(), answer: reason });
export type ErasureDecision = z.infer<typeof ErasureDecision>;
