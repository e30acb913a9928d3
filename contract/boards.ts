import { z } from 'zod';
import { IsoDay } from './shared/date.js';
import { IdText } from './shared/id.js';

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
  handledCount: number;
  paymentCount: number;
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
}

/** `dashboard/personal`, `dashboard/personalHistory?date`. */
export interface BoardSeats {
  groupId: number;
  day: string;
  asOf: string;
  rows: BoardRow[];
  /** The collectors who have a browser open now; empty for a day that is over. */
  online: number[];
}

export const BoardQuery = z.object({
  groupId: IdText.optional(),
  queueId: IdText.optional(),
  date: IsoDay.optional(),
});
export type BoardQuery = z.infer<typeof BoardQuery>;
