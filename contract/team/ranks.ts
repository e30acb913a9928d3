import { z } from 'zod';
import { IsoDay } from '../shared/date.js';
import { IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery, type Page } from '../shared/page.js';

export const RANK_SORTS = [
  'name',
  'ranking',
  'institutionRanking',
  'finishPurposeRate',
  'actualReceivedAmount',
  'settleTaskRate',
] as const;
export const RANKED = ['ranked', 'unranked'] as const;

/** `manage/user/rank`: the places of a day, today's unless said; `output=1` answers all of them as a file. */
export const RankQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(RANK_SORTS),
  date: IsoDay.optional(),
  name: z.string().trim().max(80).optional(),
  ranked: z.enum(RANKED).optional(),
  institutionId: IdText.optional(),
  groupId: IdText.optional(),
  queueId: IdText.optional(),
  output: z.enum(['0', '1']).default('0'),
});
export type RankQuery = z.infer<typeof RankQuery>;

/** A collector's places by the card's figures. Amounts are centavos, rates fractions or null. */
export interface RankRow {
  collectorId: number;
  name: string;
  groupId: number;
  groupName: string;
  queueName: string;
  institutionName: string;
  /** Among the ranked collectors of the same group and queue: the card's. Null for the unranked. */
  ranking: number | null;
  rankedCount: number;
  /** Places gained since the end of the working day before; null when there was or is none. */
  moved: number | null;
  /** Among those of the same institution and queue. */
  institutionRanking: number | null;
  institutionRankedCount: number;
  institutionMoved: number | null;
  finishPurposeRate: number | null;
  actualReceivedAmount: number;
  settleTaskCount: number;
  settleTaskRate: number | null;
}

export interface Ranks extends Page<RankRow> {
  day: string;
  /** The working day that movement counts from. */
  dayBefore: string;
}
