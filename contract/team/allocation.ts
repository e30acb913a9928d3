import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';
import { queueCaseQuery } from './queues.js';

/** Why a case went to a collector, or to nobody. */
export const ALLOCATION_RULES = [
  'STICKY_OPEN',
  'STICKY_RECENT',
  'LEAST_LOADED',
  'NO_SEAT',
  'ALL_FULL',
] as const;
export type AllocationRule = (typeof ALLOCATION_RULES)[number];
export const ALLOCATION_STATES = ['ASKED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE'] as const;
/** After a run was undone, the schedule leaves its queue alone for so long. */
export const UNDONE_PAUSE_MS = 15 * 60_000;
export const ITEM_STATES = ['WAITING', 'DONE', 'SKIPPED', 'LEFT', 'UNDONE', 'KEPT'] as const;

const seed = z.int().min(0).max(2_147_483_647).optional();
/** `allocation/dryRun`: the plan as it would be now; nothing is written. The same seed gives the same plan. */
export const DryRun = z.object({ queueId: Id, seed });
export type DryRun = z.infer<typeof DryRun>;
/** `allocation/run`: hands out in the background. */
export const AskAllocation = DryRun.extend({ clientRequestId: ClientRequestId.optional() });
export type AskAllocation = z.infer<typeof AskAllocation>;

/** A collector's part of a plan: how many cases of the day before and after, of how many at most. */
export interface AllocationSeat {
  agentId: number;
  agent: string;
  cap: number;
  before: number;
  after: number;
  /** Centavos that the plan gives. */
  amount: number;
  /**
   * Centavos a day: of each case the amount due x the share that its stratum brought a day over the last 30; null while
   * nothing is known.
   */
  expected: number | null;
}
/** The fairness of a plan, and what it cannot hand out. */
export interface AllocationPlan {
  seed: number;
  planned: number;
  /** Cases that stay, for nobody on duty has room. */
  left: number;
  recommendedSeats: number;
  /** Seats with a full cap that would hold what is left. */
  missingSeats: number;
  seats: AllocationSeat[];
}

/** `allocation/runs`: the newest first. */
export const RunsQuery = z.object({ ...pageQuery(PAGE_SIZE.table), queueId: IdText.optional() });
export type RunsQuery = z.infer<typeof RunsQuery>;

export interface AllocationRun {
  id: number;
  queueId: number;
  queueName: string;
  groupName: string | null;
  day: string;
  seed: number;
  state: (typeof ALLOCATION_STATES)[number];
  /** Null: the schedule. */
  askedBy: string | null;
  askedAt: string;
  finishedAt: string | null;
  planned: number;
  left: number;
  missingSeats: number;
  /** Cases that have their collector, and that had changed before their turn. */
  done: number;
  skipped: number;
  undoneBy: string | null;
  undoneAt: string | null;
  /** Cases that wait again, and that had been touched since and stay. */
  undone: number;
  kept: number;
  /** It is of today, done, and the viewer's to take back. */
  mayUndo: boolean;
}
/** `allocation/run/{id}` */
export type AllocationRunInfo = AllocationRun & AllocationPlan;

/** `allocation/runCases/{id}`: in the plan's order, as far as they are the viewer's to bind. */
export const RunCasesQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  state: z.enum(ITEM_STATES).optional(),
});
export type RunCasesQuery = z.infer<typeof RunCasesQuery>;
export interface RunCase {
  taskId: number;
  loanId: string;
  borrowerName: string;
  /** Centavos due when it was planned. */
  amount: number;
  agent: string | null;
  rule: AllocationRule;
  state: (typeof ITEM_STATES)[number];
  /** A case refusal, when it was skipped or kept. */
  reason: string | null;
}

/**
 * `allocation/undo`: takes a run of today back in the background. Cases that nobody has touched since wait again; the
 * others stay with their collectors.
 */
export const UndoAllocation = z.object({ runId: Id, clientRequestId: ClientRequestId.optional() });
export type UndoAllocation = z.infer<typeof UndoAllocation>;

/** `allocation/explain/{taskId}`; with `agentId` also why it is not theirs. */
export const ExplainQuery = z.object({ agentId: IdText.optional() });
export type ExplainQuery = z.infer<typeof ExplainQuery>;

export const WHY_NOT = [
  'IT_IS_THEIRS',
  'NOT_IN_PLAN',
  'DISABLED',
  'OTHER_QUEUE',
  'LONG_AGING_ROLE',
  'PRODUCT',
  'LOAN_TYPE',
  'APP_SYSTEM',
  'TAKEN_BACK',
  'KNOWN_TO_ANOTHER',
  'FULL',
  'MORE_LOADED',
  /** As loaded: the lower amount decided, then the lower id. Older plans do not tell which of the two. */
  'TIED',
  'TIED_AMOUNT',
  'TIED_ID',
  /** Too few cases for everybody's minimum: those who had the most of the day got them. */
  'NOT_NEEDED',
] as const;

/** Conditions that kept a case out of every plan so far. */
export const KEPT_OUT = [
  'ENDED',
  'OWNED',
  'NOT_WAITING',
  'UNRELEASED',
  'QUEUE_CLOSED',
  'QUEUE_MANUAL',
  'NO_PLAN_YET',
] as const;

export interface AllocationExplanation {
  /** How the collector who has the case got it, where no plan gave it. */
  moved: {
    agentId: number;
    agent: string;
    /** Null: the system. */
    by: string | null;
    at: string;
    /** It had been taken from the same collector before. */
    returned: boolean;
  } | null;
  /** The newest plan that had the case, whoever has it now. */
  plan: PlanExplanation | null;
  /** Null where there is a plan or a move. */
  keptOut: (typeof KEPT_OUT)[number] | null;
}

export interface PlanExplanation {
  runId: number;
  day: string;
  rule: AllocationRule;
  state: (typeof ITEM_STATES)[number];
  /** A case refusal, when it was skipped or kept. */
  reason: string | null;
  stratum: string;
  agentId: number | null;
  agent: string | null;
  /** The collector's cases of the day at that moment, of how many at most. */
  before: number;
  cap: number;
  whyNot: {
    agentId: number;
    agent: string;
    why: (typeof WHY_NOT)[number];
    before: number;
    cap: number;
    /** Centavos that each had of the day at that moment; null in older plans, and of who was not part of it. */
    amount: number | null;
    takerAmount: number | null;
  } | null;
}

/** `allocation/uncovered`: open cases that nobody will look at by themselves. */
export const UncoveredQuery = z.object({
  ...queueCaseQuery,
  queueId: IdText.optional(),
  /** The team's own cases, and the free ones of the queues that it works. */
  groupId: IdText.optional(),
});
export type UncoveredQuery = z.infer<typeof UncoveredQuery>;

/** A collector's part in the plan's event. */
export const HandedOver = z.object({
  runId: Id,
  institutionId: Id,
  queueId: Id,
  agentId: Id,
  /** The collector's; not told in older events. */
  groupId: Id.nullable().optional(),
  /** The place in the plan of the first of them: it names the part. */
  part: z.int().nonnegative(),
  cases: z.int().positive(),
  /** Centavos. */
  amount: z.int().nonnegative(),
});
export const AllocationRef = z.object({ runId: Id, institutionId: Id, queueId: Id });
/** Cases stay without a collector, for everybody is full; `groupIds` are the teams that work the queue. */
export const SeatGap = AllocationRef.extend({
  queueName: z.string(),
  left: z.int().positive(),
  missingSeats: z.int().positive(),
  groupIds: z.array(Id),
});
