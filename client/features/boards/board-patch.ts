import type { BoardRow, BoardSeats, BoardSummary } from '../../../contract/boards';
import type { Messages } from '../../../contract/realtime';
import { isNewer } from '../../lib/newer';
import { newestOf } from '../../lib/presence';

type Changed = Messages['board.changed'];

/** The seats with the pushed rows in them: a newer version replaces, an unknown seat is added, an older one is dropped. */
export function withRows(seats: BoardSeats, pushed: readonly BoardRow[], queueId?: number): BoardSeats {
  const known = new Map(seats.rows.map((row) => [row.collectorId, row]));
  const mine = pushed.filter((row) => row.day === seats.day && (!queueId || row.queueId === queueId));
  const newer = mine.filter((row) => isNewer(row, known.get(row.collectorId)));
  if (newer.length === 0) return seats;
  for (const row of newer) known.set(row.collectorId, row);
  return { ...seats, rows: [...known.values()] };
}

export function withPresence(seats: BoardSeats, told: Messages['presence.changed']): BoardSeats {
  return { ...seats, presence: newestOf(seats.presence, [told]) };
}

export function withKept(seats: BoardSeats, { kept }: Messages['board.kept']): BoardSeats {
  const told = new Map(kept.map((each) => [each.collectorId, each]));
  return { ...seats, kept: [...seats.kept.filter(({ collectorId }) => !told.has(collectorId)), ...kept] };
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
export function isNextDay(day: string, { rows }: Changed): boolean {
  return rows.some((row) => row.day > day);
}
