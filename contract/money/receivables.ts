import { z } from 'zod';
import { ClientRequestId, Id } from '../shared/id.js';

export const RECEIVABLE_STATES = ['OPEN', 'PAID', 'WRITTEN_OFF'] as const;
export type ReceivableState = (typeof RECEIVABLE_STATES)[number];

/**
 * Money that was paid out as a refund and whose payment was taken back afterwards. Nobody asks the borrower for it: a later
 * payment closes it, or one person asks for it to be written off and another one decides.
 */
export interface Receivable {
  id: number;
  version: number;
  status: ReceivableState;
  /** All that was taken back of what had been paid out, centavos. */
  amount: number;
  /** The amount still owed, centavos. */
  left: number;
  openedAt: string;
  /** The person who asks to write the rest off; null while nobody does. */
  askedBy: string | null;
  askedAt: string | null;
  /** Asked for by the viewer, who does not decide it. */
  mine: boolean;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
  answer: string | null;
}

const shortText = z.string().trim().min(1).max(200);
const ReceivableRef = z.object({ receivableId: Id, version: Id, clientRequestId: ClientRequestId });

/** `receivable/askWriteOff` */
export const WriteOffRequest = ReceivableRef.extend({ reason: shortText });
export type WriteOffRequest = z.infer<typeof WriteOffRequest>;

/** `receivable/decideWriteOff` */
export const WriteOffDecision = ReceivableRef.extend({ approve: z.boolean(), answer: shortText });
export type WriteOffDecision = z.infer<typeof WriteOffDecision>;
