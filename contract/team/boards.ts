import { z } from 'zod';
import { PLATFORMS } from '../codes.js';
import type { PresenceNow } from './presence.js';
import { IsoDay } from '../shared/date.js';
import { IdText } from '../shared/id.js';

/** `achievementBoard/queryAgentAchievement`, answered raw. Amounts are centavos, rates fractions or null. */
export interface ScoreCard {
  collectorId: number;
  day: string;
  taskCount: number;
  settleTaskCount: number;
  settleTaskRate: number | null;
  payableAmount: number;
  actualReceivedAmount: number;
  actualReceivedRate: number | null;
  purpose: number;
  finishPurposeRate: number | null;
  ranking: number | null;
  /** Ranked collectors of the same group and queue. */
  rankedCount: number;
  /** Grows with every change: an older message never overwrites a newer one. */
  version: number;
}
export interface NoScoreCard {
  code: '-2';
}
export const ScoreCardQuery = z.object({ agentId: IdText.optional() });
export type ScoreCardQuery = z.infer<typeof ScoreCardQuery>;

/** A seat of the team board: the collector's card with what the team sees besides. */
export interface BoardRow extends ScoreCard {
  name: string;
  queueId: number;
  queueName: string;
  /** Whether the seat takes part in the ranks. */
  ranked: boolean;
  targetUnit: 'centavos' | 'cases';
  /** Null on a board that is narrowed by device or product: it is kept for the whole day alone. */
  handledCount: number | null;
  paymentCount: number | null;
}

/** Promises that were judged on the day, and how many of them were kept. */
export interface KeptPromises {
  collectorId: number;
  kept: number;
  judged: number;
}

export interface BoardTotals {
  seats: number;
  boundCases: number;
  settledCases: number;
  receivedAmount: number;
  payableAmount: number;
  purpose: number;
  targetAchievementRate: number | null;
  completionRate: number | null;
}

/** `dashboard/summary`, `dashboard/summaryHistory?date`: one team's figures and what it recovered by the hour. */
export interface BoardSummary {
  groupId: number;
  groupName: string;
  day: string;
  /** The instant the figures stand at. */
  asOf: string;
  totals: BoardTotals;
  /** 24 buckets of centavos, hours of Mexico City. */
  receivedByHour: number[];
  receivedByHourBefore: number[];
  /** Open cases of the team (of the queue) that nobody will look at by themselves; null where that is not kept. */
  uncovered: number | null;
  /** Filters of the board. */
  queues: { id: number; name: string }[];
  products: string[];
}

/** Ranks at the end of the working day before, from which everybody's screen counts how far a seat has moved. */
export interface RanksBefore {
  day: string;
  /** A rank counts within its queue: in another one a seat has not moved. */
  ranks: { collectorId: number; queueId: number; ranking: number }[];
}

/** `dashboard/personal`, `dashboard/personalHistory?date`. */
export interface BoardSeats {
  groupId: number;
  day: string;
  asOf: string;
  rows: BoardRow[];
  /** Availability of the collectors who have ever been here; empty for a past moment. */
  presence: PresenceNow[];
  kept: KeptPromises[];
  ranksBefore: RanksBefore;
  /** The events that are in these rows: `dashboard/replay?cut` answers the same rows from the log. Null without rows. */
  cut: string | null;
}

/** `dashboard/groups`: the teams that a person may see, the own one first. */
export interface BoardGroup {
  id: number;
  name: string;
  institutionId: number;
  institutionName: string;
}

export const BoardQuery = z.object({
  groupId: IdText.optional(),
  queueId: IdText.optional(),
  /** Teams of this institution alone. */
  institutionId: IdText.optional(),
  device: z.enum(PLATFORMS).optional(),
  product: z.string().trim().min(1).max(60).optional(),
  date: IsoDay.optional(),
});
export type BoardQuery = z.infer<typeof BoardQuery>;

/** `dashboard/replay`: the board as the event log says that it was at the end of a minute, "11:05", or at a `cut`. */
export const ReplayQuery = BoardQuery.extend({
  minute: z.string().max(8).optional(),
  cut: z
    .string()
    .max(6_000)
    .regex(/^\d{1,15}(:\d{1,4}(,\d{1,4})*)?$/)
    .optional(),
}).refine(({ minute, cut }) => (minute === undefined) !== (cut === undefined), {
  path: ['minute'],
  message: 'Either minute or cut',
});
export type ReplayQuery = z.infer<typeof ReplayQuery>;

export interface BoardReplay {
  summary: BoardSummary;
  seats: BoardSeats;
  /** How many events it was made of. */
  events: number;
}
