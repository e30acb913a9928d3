import { z } from 'zod';
import { Id } from '../shared/id.js';

/** To whom cases go: one collector, or several, among whom they are shared evenly. */
const taken = {
  taskIds: z.array(Id).min(1).max(200),
  agentId: Id.optional(),
  agentIds: z.array(Id).min(1).max(50).optional(),
};
type Takers = { agentId?: number | undefined; agentIds?: readonly number[] | undefined };
const namesTakers = ({ agentId, agentIds }: Takers) => (agentId === undefined) !== (agentIds === undefined);
const TAKERS_RULE = { path: ['agentId'], message: 'One collector, or several' };
export const takersOf = ({ agentId, agentIds }: Takers): readonly number[] => agentIds ?? [agentId!];

/**
 * Moves by a leader or an administrator. `versions`, beside `taskIds`, are those that the screen showed: a case that has
 * changed since is refused as case.changed. Of several collectors each case goes to who may have it and has the fewest
 * open cases then, of equals the lower amount due, then the lower id.
 */
export const AssignCases = z
  .object({ ...taken, versions: z.array(z.int().positive()).max(200).optional() })
  .refine(({ taskIds, versions }) => !versions || versions.length === taskIds.length, {
    path: ['versions'],
    message: 'One version for each case',
  })
  .refine(namesTakers, TAKERS_RULE);
export type AssignCases = z.infer<typeof AssignCases>;
export const UnbindCases = z.object({ taskIds: z.array(Id).min(1).max(200) });
export type UnbindCases = z.infer<typeof UnbindCases>;

/** `management/task/bindPreview`: what `batchBindAgent` would do now; nothing is written. */
export const PreviewBinding = z.object(taken).refine(namesTakers, TAKERS_RULE);
export type PreviewBinding = z.infer<typeof PreviewBinding>;
/** A collector's open cases and what they owe, in centavos. */
export interface CollectorLoad {
  openCases: number;
  amountDue: number;
}
export interface BindingPreview extends MovedCases {
  /** In the order in which they were named: as it is, and as it would be. */
  collectors: { agentId: number; before: CollectorLoad; after: CollectorLoad }[];
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
