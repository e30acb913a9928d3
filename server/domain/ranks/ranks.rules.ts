import type { RankQuery, RankRow } from '../../../contract/team/ranks.js';
import type { Ranking } from '../../../contract/shared/ranks.js';
import { rankingsOf, type SeatRow } from '../boards/board.rules.js';
import { toScoreCard } from '../score-cards/day-row.sql.js';

export interface GroupName {
  id: number;
  name: string;
  institutionName: string;
}

/**
 * Every collector's place among those of the group's queue and of the institution's, and how it moved since another day.
 * Both days must have all seats of the institutions: a place depends on everybody beside.
 */
export function ranksOf(
  seats: readonly SeatRow[],
  before: readonly SeatRow[],
  groups: ReadonlyMap<number, GroupName>,
): RankRow[] {
  const [inGroup, inInstitution] = placesOf(seats);
  const [wasInGroup, wasInInstitution] = placesOf(before);
  const queues = new Map(
    before.map(({ collectorId, groupId, queueId }) => [collectorId, [groupId, queueId]]),
  );
  return seats.map((seat) => {
    const { collectorId, groupId, queueId, name, queueName } = seat;
    const card = toScoreCard(seat);
    const own = inGroup.get(collectorId)!;
    const wide = inInstitution.get(collectorId)!;
    const [groupBefore, queueBefore] = queues.get(collectorId) ?? [];
    const isSameQueue = queueBefore === queueId;
    return {
      ...{ collectorId, name, groupId, queueName },
      groupName: groups.get(groupId)?.name ?? '',
      institutionName: groups.get(groupId)?.institutionName ?? '',
      ranking: own.ranking,
      rankedCount: own.rankedCount,
      moved: isSameQueue && groupBefore === groupId ? gained(wasInGroup.get(collectorId), own) : null,
      institutionRanking: wide.ranking,
      institutionRankedCount: wide.rankedCount,
      institutionMoved: isSameQueue ? gained(wasInInstitution.get(collectorId), wide) : null,
      finishPurposeRate: card.finishPurposeRate,
      actualReceivedAmount: card.actualReceivedAmount,
      settleTaskCount: card.settleTaskCount,
      settleTaskRate: card.settleTaskRate,
    };
  });
}

function placesOf(seats: readonly SeatRow[]): [Map<number, Ranking>, Map<number, Ranking>] {
  return [placedWithin(seats, 'groupId'), placedWithin(seats, 'institutionId')];
}

function placedWithin(seats: readonly SeatRow[], circle: 'groupId' | 'institutionId'): Map<number, Ranking> {
  const circles = new Map<number, SeatRow[]>();
  for (const seat of seats) {
    const known = circles.get(seat[circle]);
    if (known) known.push(seat);
    else circles.set(seat[circle], [seat]);
  }
  const places = [...circles.values()].flatMap(rankingsOf);
  return new Map(places.map((place) => [place.collectorId, place]));
}

function gained(before: Ranking | undefined, now: Ranking): number | null {
  return before?.ranking == null || now.ranking === null ? null : before.ranking - now.ranking;
}

/** Without a value always last; queue by queue in the institution's places, unless another order is asked for. */
export function sortRanks(
  rows: readonly RankRow[],
  { sort, order }: Pick<RankQuery, 'sort' | 'order'>,
): RankRow[] {
  const sign = sort === undefined || order === 'asc' ? 1 : -1;
  return [...rows].sort(
    (one, other) =>
      (sort === undefined ? one.queueName.localeCompare(other.queueName, undefined, { numeric: true }) : 0) ||
      compare(one[sort ?? 'institutionRanking'], other[sort ?? 'institutionRanking'], sign) ||
      one.name.localeCompare(other.name) ||
      one.collectorId - other.collectorId,
  );
}

type Value = string | number | null;

function compare(one: Value, other: Value, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'string') return sign * one.localeCompare(String(other));
  return sign * (one - Number(other));
}
