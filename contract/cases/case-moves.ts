import { z } from 'zod';
import { Id } from '../shared/id.js';

/**
 * Moves by a leader or an administrator. `versions`, beside `taskIds`, are those that the screen showed: a case that has
 * changed since is refused as case.changed.
 */
export const AssignCases = z
  .object({
    taskIds: z.array(Id).min(1).max(200),
    agentId: Id,
    versions: z.array(z.int().positive()).max(200).optional(),
  })
  .refine(({ taskIds, versions }) => !versions || versions.length === taskIds.length, {
    path: ['versions'],
    message: 'One version for each case',
  });
export type AssignCases = z.infer<typeof AssignCases>;
export const UnbindCases = z.object({ taskIds: z.array(Id).min(1).max(200) });
export type UnbindCases = z.infer<typeof UnbindCases>;

/** `management/task/bindPreview`: what `batchBindAgent` would do now; nothing is written. */
export const PreviewBinding = z.object({ taskIds: z.array(Id).min(1).max(200), agentId: Id });
export type PreviewBinding = z.infer<typeof PreviewBinding>;
export interface BindingPreview extends MovedCases {
  /** The collector's open cases and what they owe (centavos), as they are and as they would be. */
  before: { openCases: number; amountDue: number };
  after: { openCases: number; amountDue: number };
}

/** `management/task/undoBind`: who bound or unbound takes it back within UNDO_MS; a case that has changed since stays. */
export const UndoBinding = z.object({ bindId: Id });
export type UndoBinding = z.infer<typeof UndoBinding>;
export const UNDO_MS = 5 * 60_000;

/** Reasons are codes, for they stand in events, which hold no free text. */
export const WITHDRAW_REASONS = ['COMPLAINT', 'DISPUTE', 'LEGAL', 'INSTITUTION', 'OTHER'] as const;
export const CLOSE_REASONS = ['WRITTEN_OFF', 'SOLD', 'DECEASED', 'FRAUD', 'DUPLICATE'] as const;
export const REINSTATE_REASONS = ['RESOLVED', 'MISTAKE', 'INSTITUTION', 'OTHER'] as const;
export const WithdrawCase = z.object({ reason: z.enum(WITHDRAW_REASONS) });
export type WithdrawCase = z.infer<typeof WithdrawCase>;
export const CloseCase = z.object({ reason: z.enum(CLOSE_REASONS) });
export type CloseCase = z.infer<typeof CloseCase>;
export const ReinstateCase = z.object({ reason: z.enum(REINSTATE_REASONS) });
export type ReinstateCase = z.infer<typeof ReinstateCase>;

/** The result of binding or unbinding; `bindId` undoes it, null when nothing moved. */
export interface BoundCases extends MovedCases {
  bindId: number | null;
}

/** `reason` is the refusal's key, as in contract/errors.ts. */
export interface MovedCases {
  accepted: number[];
  rejected: { taskId: number; reason: string }[];
}
