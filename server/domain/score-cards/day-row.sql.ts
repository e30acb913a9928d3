import type { ScoreCard } from '../../../contract/team/boards.js';
import { rate } from '../../../contract/shared/money.js';
import { sql } from '../../platform/db/sql.js';
import type { DayFigures } from './score-card.rules.js';

export interface DayRow extends DayFigures {
  collectorId: number;
  day: string;
  institutionId: number;
  groupId: number;
  queueId: number;
  ranked: number;
  target: number;
  targetUnit: 'centavos' | 'cases';
  ranking: number | null;
  rankedCount: number | null;
  version: number;
}

/** The columns of a collector's day joined with its rank, as DayRow. */
export const DAY_COLUMNS = sql`
  d.collector_id AS collectorId, d.day, d.institution_id AS institutionId, d.group_id AS groupId,
  d.queue_id AS queueId, d.ranked, d.target, d.target_unit AS targetUnit, d.task_count AS taskCount,
  d.settled_count AS settledCount, d.payable_amount AS payableAmount, d.target_share AS targetShare, d.received_amount AS receivedAmount,
  d.payment_count AS paymentCount, d.payment_amount AS paymentAmount, d.handled_count AS handledCount,
  d.handled_paid_count AS handledPaidCount, r.ranking, r.ranked_count AS rankedCount,
  d.version + COALESCE(r.version, 0) AS version`;

/** With RATE_CASES the target counts cases, else centavos. */
export function finishRate(
  row: Pick<DayRow, 'target' | 'targetUnit' | 'settledCount' | 'receivedAmount'>,
): number | null {
  return rate(row.targetUnit === 'cases' ? row.settledCount : row.receivedAmount, row.target);
}

export function toScoreCard(row: DayRow): ScoreCard {
  return {
    collectorId: row.collectorId,
    day: row.day,
    taskCount: row.taskCount,
    settleTaskCount: row.settledCount,
    settleTaskRate: rate(row.settledCount, row.taskCount),
    payableAmount: row.payableAmount,
    actualReceivedAmount: row.receivedAmount,
    actualReceivedRate: rate(row.receivedAmount, row.payableAmount),
    purpose: row.target,
    finishPurposeRate: finishRate(row),
    ranking: row.ranking,
    rankedCount: row.rankedCount ?? 0,
    version: row.version,
  };
}
