/** Figures that rank a collector: finishPurposeRate, then received amount, then settled rate. */
export interface RankInput {
  collectorId: number;
  ranked: boolean;
  finishPurposeRate: number | null;
  receivedAmount: number;
  settleTaskRate: number | null;
}

/** Dense ranks among the ranked collectors of one group and queue; ties share a rank; null for the unranked. */
export function rank(inputs: readonly RankInput[]): Map<number, number | null> {
  const ranks = new Map<number, number | null>(inputs.map((input) => [input.collectorId, null]));
  const ranked = inputs.filter((input) => input.ranked).sort(byPerformance);
  let place = 0;
  ranked.forEach((input, index) => {
    if (index === 0 || byPerformance(ranked[index - 1]!, input) !== 0) place++;
    ranks.set(input.collectorId, place);
  });
  return ranks;
}

function byPerformance(left: RankInput, right: RankInput): number {
  return (
    (right.finishPurposeRate ?? -1) - (left.finishPurposeRate ?? -1) ||
    right.receivedAmount - left.receivedAmount ||
    (right.settleTaskRate ?? -1) - (left.settleTaskRate ?? -1)
  );
}

export interface Ranking {
  collectorId: number;
  ranking: number | null;
  rankedCount: number;
}

/** Ranks within each queue of one group. */
export function ranksByQueue(seats: readonly (RankInput & { queueId: number })[]): Ranking[] {
  const queues = new Map<number, (RankInput & { queueId: number })[]>();
  for (const seat of seats) {
    const peers = queues.get(seat.queueId);
    if (peers) peers.push(seat);
    else queues.set(seat.queueId, [seat]);
  }
  return [...queues.values()].flatMap((peers) => {
    const ranks = rank(peers);
    const rankedCount = peers.filter(({ ranked }) => ranked).length;
    return peers.map(({ collectorId }) => ({
      collectorId,
      ranking: ranks.get(collectorId) ?? null,
      rankedCount,
    }));
  });
}
