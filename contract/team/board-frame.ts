import type { BoardRow, BoardTotals } from './boards.js';
import { rate } from '../shared/money.js';
import { ranksByQueue } from '../shared/ranks.js';

/**
 * Figures of a seat that cases and payments change: collectorId, version, taskCount, settleTaskCount, payableAmount,
 * actualReceivedAmount, handledCount, paymentCount. Amounts are centavos.
 */
export type SeatFigures = readonly [number, number, number, number, number, number, number, number];

/**
 * To a team's board: the seats that changed and the totals. A seat comes whole when its name, queue or target is new, else
 * by its figures. Ranks are not sent, for one payment moves many: `seatsAfter` works them out.
 */
export interface BoardPush {
  day: string;
  rows: BoardRow[];
  figures: SeatFigures[];
  totals: BoardTotals;
  receivedByHour: number[];
}

export function figuresOf(row: BoardRow): SeatFigures {
  return [
    row.collectorId,
    row.version,
    row.taskCount,
    row.settleTaskCount,
    row.payableAmount,
    row.actualReceivedAmount,
    row.handledCount ?? 0,
    row.paymentCount ?? 0,
  ];
}

/**
 * The seats of a board, or of one queue of it, with a frame in them: a newer version replaces, a whole row that was unknown is
 * added. What is of another day, older or of an unknown seat is left out.
 *
 * @returns `shown` itself when nothing in it changes
 */
export function seatsAfter(
  shown: readonly BoardRow[],
  { day, rows, figures }: Pick<BoardPush, 'day' | 'rows' | 'figures'>,
  of: { day: string; queueId?: number | undefined },
): readonly BoardRow[] {
  if (day !== of.day) return shown;
  const seats = new Map(shown.map((row) => [row.collectorId, row]));
  let changed = false;
  for (const row of rows) {
    if (of.queueId && row.queueId !== of.queueId) continue;
    const before = seats.get(row.collectorId);
    if (before && row.version <= before.version) continue;
    seats.set(row.collectorId, row);
    changed = true;
  }
  for (const each of figures) {
    const before = seats.get(each[0]);
    if (!before || each[1] <= before.version) continue;
    seats.set(before.collectorId, withFigures(before, each));
    changed = true;
  }
  return changed ? ranked([...seats.values()]) : shown;
}

function withFigures(row: BoardRow, figures: SeatFigures): BoardRow {
  const [, version, taskCount, settleTaskCount, payableAmount, actualReceivedAmount, handled, payments] =
    figures;
  const done = row.targetUnit === 'cases' ? settleTaskCount : actualReceivedAmount;
  return {
    ...row,
    ...{ version, taskCount, settleTaskCount, payableAmount, actualReceivedAmount },
    settleTaskRate: rate(settleTaskCount, taskCount),
    actualReceivedRate: rate(actualReceivedAmount, payableAmount),
    finishPurposeRate: rate(done, row.purpose),
    handledCount: handled,
    paymentCount: payments,
  };
}

/** Only rows whose rank moves are new objects. */
function ranked(rows: readonly BoardRow[]): BoardRow[] {
  const seats = rows.map((row) => ({ ...row, receivedAmount: row.actualReceivedAmount }));
  const places = new Map(ranksByQueue(seats).map((place) => [place.collectorId, place]));
  return rows.map((row) => {
    const { ranking, rankedCount } = places.get(row.collectorId)!;
    return row.ranking === ranking && row.rankedCount === rankedCount
      ? row
      : { ...row, ranking, rankedCount };
  });
}
