import type { BoardRow, BoardSeats } from '../../../contract/team/boards';
import type { PresenceState } from '../../../contract/team/presence';
import type { Sort } from '../../ui/data-grid/data-grid';

export interface SeatRow extends BoardRow {
  /** Null on the board of a day that is over. */
  presence: PresenceState | null;
  presentSince: string | null;
  /** The instant of a minute that is looked back to, by which the target's pace is marked; null otherwise. */
  lookedBackTo: string | null;
  /** Places gained since the end of the working day before; negative when lost. */
  moved: number;
  /** Kept share of the promises that were judged this day; null without any. */
  keptRate: number | null;
}

const SHOWN_BESIDE = ['presence', 'presentSince', 'lookedBackTo', 'moved', 'keptRate'] as const;
const made = new WeakMap<BoardRow, SeatRow>();

/** The rows of the grid; one that did not change stays the same object, so that the grid leaves it alone. */
export function seatRows(
  { rows, presence, kept, ranksBefore }: Pick<BoardSeats, 'rows' | 'presence' | 'kept' | 'ranksBefore'>,
  live: boolean,
  lookedBackTo: string | null = null,
): SeatRow[] {
  const received = new Map(presence.map((each) => [each.collectorId, each]));
  const ranks = new Map(ranksBefore.ranks.map((each) => [each.collectorId, each]));
  const rates = new Map(kept.map((each) => [each.collectorId, each.judged ? each.kept / each.judged : null]));
  return rows.map((row) => {
    const before = ranks.get(row.collectorId);
    const moved = before?.queueId !== row.queueId || row.ranking === null ? 0 : before.ranking - row.ranking;
    const known = made.get(row);
    const { state = 'AWAY', since = null } = received.get(row.collectorId) ?? {};
    const here = live ? state : null;
    const keptRate = rates.get(row.collectorId) ?? null;
    const seat = { ...row, presence: here, presentSince: since, lookedBackTo, moved, keptRate };
    if (known && SHOWN_BESIDE.every((field) => known[field] === seat[field])) return known;
    made.set(row, seat);
    return seat;
  });
}

export type SeatColumn = keyof SeatRow;

/**
 * Best first by rank, most first by anything else; without a value always last, and names decide between equals. Ranks count
 * within a queue, so they stand queue by queue.
 */
export function sortSeats(rows: readonly SeatRow[], { column, order }: Sort): SeatRow[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort(
    (one, other) =>
      (column === 'ranking' ? byQueue(one, other) : 0) ||
      compare(one[column as SeatColumn], other[column as SeatColumn], sign) ||
      one.name.localeCompare(other.name) ||
      one.collectorId - other.collectorId,
  );
}

function byQueue(one: SeatRow, other: SeatRow): number {
  const names = one.queueName.localeCompare(other.queueName, undefined, { numeric: true });
  return names || one.queueId - other.queueId;
}

function compare(one: SeatRow[SeatColumn], other: SeatRow[SeatColumn], sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'string') return sign * one.localeCompare(String(other));
  return sign * (Number(one) - Number(other));
}

/** Availability of the people with a seat on this board; its frames are the whole team's. */
export function statesOf({ rows, presence }: Pick<BoardSeats, 'rows' | 'presence'>): PresenceState[] {
  const received = new Map(presence.map(({ collectorId, state }) => [collectorId, state]));
  return rows.map(({ collectorId }) => received.get(collectorId) ?? 'AWAY');
}
