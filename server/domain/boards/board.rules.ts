import type { BoardRow, BoardTotals, RanksBefore } from '../../../contract/team/boards.js';
import { rate } from '../../../contract/shared/money.js';
import { ranksByQueue, type Ranking } from '../../../contract/shared/ranks.js';
import { finishRate, toScoreCard, type DayRow } from '../score-cards/day-row.sql.js';

/** A collector's day with the names that a board shows. */
export interface SeatRow extends DayRow {
  name: string;
  queueName: string;
}

/** @param narrow by device or product: what is kept for the whole day alone is null then */
export function toBoardRow(seat: SeatRow, narrow = false): BoardRow {
  return {
    ...toScoreCard(seat),
    name: seat.name,
    queueId: seat.queueId,
    queueName: seat.queueName,
    ranked: !narrow && seat.ranked === 1,
    targetUnit: seat.targetUnit,
    handledCount: narrow ? null : seat.handledCount,
    paymentCount: narrow ? null : seat.paymentCount,
  };
}

/** The part of a collector's day that belongs to some of the loans. */
export type Part = Pick<DayRow, 'taskCount' | 'settledCount' | 'payableAmount' | 'receivedAmount'>;

const NO_PART: Part = { taskCount: 0, settledCount: 0, payableAmount: 0, receivedAmount: 0 };

/** A seat of some of the loans: a target is for all of them, and so are the ranks that follow from it. */
export function narrowed(seat: SeatRow, part: Part = NO_PART): SeatRow {
  return { ...seat, ...part, target: 0, targetUnit: 'centavos', ranking: null, rankedCount: 0 };
}

/** The team's figures: target achievement = recovered / purpose, completion = settled / bound. */
export function totalsOf(seats: readonly SeatRow[]): BoardTotals {
  const sum = (pick: (seat: SeatRow) => number) => seats.reduce((total, seat) => total + pick(seat), 0);
  const receivedAmount = sum((seat) => seat.receivedAmount);
  const purpose = sum((seat) => (seat.targetUnit === 'centavos' ? seat.target : 0));
  const boundCases = sum((seat) => seat.taskCount);
  const settledCases = sum((seat) => seat.settledCount);
  return {
    seats: seats.filter((seat) => seat.taskCount > 0).length,
    boundCases,
    settledCases,
    receivedAmount,
    payableAmount: sum((seat) => seat.payableAmount),
    purpose,
    targetAchievementRate: rate(receivedAmount, purpose),
    completionRate: rate(settledCases, boundCases),
  };
}

/** Ranks within each queue of one group. */
export function rankingsOf(seats: readonly DayRow[]): Ranking[] {
  return ranksByQueue(
    seats.map((seat) => ({
      collectorId: seat.collectorId,
      queueId: seat.queueId,
      ranked: seat.ranked === 1,
      finishPurposeRate: finishRate(seat),
      receivedAmount: seat.receivedAmount,
      settleTaskRate: rate(seat.settledCount, seat.taskCount),
    })),
  );
}

/** Places of one group's seats on this day, from which a board of a later day counts movement. */
export function ranksBefore(day: string, seats: readonly SeatRow[]): RanksBefore {
  const queues = new Map(seats.map(({ collectorId, queueId }) => [collectorId, queueId]));
  const ranks = rankingsOf(seats).flatMap(({ collectorId, ranking }) =>
    ranking === null ? [] : [{ collectorId, queueId: queues.get(collectorId)!, ranking }],
  );
  return { day, ranks };
}
