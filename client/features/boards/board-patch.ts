import { seatsAfter } from '../../../contract/team/board-frame';
import type { BoardSeats, BoardSummary } from '../../../contract/team/boards';
import type { Messages } from '../../../contract/realtime';
import { isNewer } from '../../lib/newer';
import { newestOf } from '../../domain/presence/newest';

type Changed = Messages['board.changed'];

export function withSeats(seats: BoardSeats, pushed: Changed, queueId?: number): BoardSeats {
  const rows = seatsAfter(seats.rows, pushed, { day: seats.day, queueId });
  return rows === seats.rows ? seats : { ...seats, rows: [...rows] };
}

export function withPresence(seats: BoardSeats, received: Messages['presence.changed']): BoardSeats {
  return { ...seats, presence: newestOf(seats.presence, [received]) };
}

export function withKept(seats: BoardSeats, { kept }: Messages['board.kept']): BoardSeats {
  const received = new Map(kept.map((each) => [each.collectorId, each]));
  return { ...seats, kept: [...seats.kept.filter(({ collectorId }) => !received.has(collectorId)), ...kept] };
}

export function withTotals(
  summary: BoardSummary,
  { totals, receivedByHour }: Changed,
  at: number,
): BoardSummary {
  return at < Date.parse(summary.asOf) ? summary : { ...summary, totals, receivedByHour };
}

/** A newer row may be pushed while an answer loads: the newer one stays. */
export function withAnswer(shown: BoardSeats, answer: BoardSeats): BoardSeats {
  if (shown.day !== answer.day) return answer;
  const known = new Map(shown.rows.map((row) => [row.collectorId, row]));
  const rows = answer.rows.map((row) => {
    const other = known.get(row.collectorId);
    return other && isNewer(other, row) ? other : row;
  });
  return { ...answer, rows, presence: newestOf(shown.presence, answer.presence) };
}

/** A day that began after the board was opened: everything must be asked for again. */
export function isNextDay(day: string, pushed: Changed): boolean {
  return pushed.day > day;
}
