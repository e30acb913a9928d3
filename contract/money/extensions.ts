import { z } from 'zod';
import { CODE_CHANNELS, type RepaymentCodeRow } from './repayment-codes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';

/** REQUESTED until its fee arrives (APPLIED), it is replaced or the case ends (CANCELLED), or its time is over (EXPIRED). */
export const EXTENSION_STATUSES = ['REQUESTED', 'APPLIED', 'CANCELLED', 'EXPIRED', 'REVOKED'] as const;
export type ExtensionStatus = (typeof EXTENSION_STATUSES)[number];

export const ExtensionQuery = z.object({ taskId: IdText });
export type ExtensionQuery = z.infer<typeof ExtensionQuery>;

/** `loan/manualDelay`. The percentage is judged by the service, which has the specification's words for it. */
export const ManualDelay = z.object({
  taskId: Id,
  /** Percent of the due, with at most two decimals: 12.5. */
  percent: z.number(),
  payChannel: z.enum(CODE_CHANNELS).default('SPEI'),
  clientRequestId: ClientRequestId,
});
export type ManualDelay = z.infer<typeof ManualDelay>;

/** `loan/delayCode`, POST: another code for the fee of the extension that waits for it. */
export const NewDelayCode = z.object({
  taskId: Id,
  payChannel: z.enum(CODE_CHANNELS),
  clientRequestId: ClientRequestId,
});
export type NewDelayCode = z.infer<typeof NewDelayCode>;

/** `loan/count`: extensions used and allowed, and the terms of the next. */
export interface ExtensionCount {
  used: number;
  allowed: number;
  /** Days that an extension gives. */
  days: number;
  /** The percentage that is offered when nobody chooses another. */
  percent: number;
  dueAmount: number;
  mayAct: boolean;
}

export interface ExtensionRow {
  id: number;
  percent: number;
  dueAmount: number;
  fee: number;
  days: number;
  status: ExtensionStatus;
  expiresAt: string;
  newDueDate: string | null;
  createTime: string;
}

/** `loan/delayCode`, GET: the newest extension of the case, and the newest code of its fee in each channel. */
export interface DelayCode {
  extension: ExtensionRow | null;
  codes: RepaymentCodeRow[];
}

export interface RequestedExtension {
  extensionId: number;
  codeId: number;
  fee: number;
  days: number;
}
