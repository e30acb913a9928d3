import type { KeptPromises } from '../../../contract/team/boards.js';
import type { PromiseStatus } from '../../../contract/codes.js';
import type { AnyEvent, DomainEvent } from '../../../contract/events/events.js';
import { businessDay } from '../../../contract/shared/date.js';
import { Replay, targetIn } from '../replay/replay.rules.js';
import { rankingsOf, type SeatRow } from './board.rules.js';

/** A team's day, as the event log tells it. */
export interface ReplayedBoard {
  rows: SeatRow[];
  /** 24 buckets of centavos, of the whole team. */
  hours: number[];
}

/**
 * Folds a team's day by the functions that the commands use. A seat whose day was not open yet is not there.
 *
 * @param seats the team's seats: who they are and in which queue is fixed when a day opens
 * @param events of these collectors and their cases, in order of id
 * @param only the cases that the board is narrowed to
 */
export function projectBoard(
  day: string,
  seats: readonly SeatRow[],
  events: readonly AnyEvent[],
  only: ReadonlySet<number> | null,
): ReplayedBoard {
  const replay = new Replay();
  const narrow = only && new Replay();
  for (const event of events) {
    replay.apply(event, true);
    const inside = narrow && within(event, only);
    if (inside) narrow.apply(inside, true);
  }
  const rows = seats.flatMap((seat) => {
    const replayed = (narrow ?? replay).days.get(`${seat.collectorId}|${day}`);
    if (!replayed) return [];
    const { targetUnit } = replayed.opened;
    return [{ ...seat, ...replayed.figures, target: targetIn(replayed), targetUnit, version: 0 }];
  });
  const groupId = seats[0]?.groupId;
  return {
    rows: narrow ? rows : ranked(rows),
    hours: Array.from({ length: 24 }, (_, hour) => replay.hours.get(`${groupId}|${day}|${hour}`) ?? 0),
  };
}

function within(event: AnyEvent, only: ReadonlySet<number>): AnyEvent | null {
  if (event.name === 'day.opened') {
    const cases = event.payload.cases.filter(([caseId]) => only.has(caseId));
    return { ...event, payload: { ...event.payload, cases } };
  }
  return 'caseId' in event.payload && event.payload.caseId !== null && only.has(event.payload.caseId)
    ? event
    : null;
}

function ranked(rows: readonly SeatRow[]): SeatRow[] {
  const rankings = new Map(rankingsOf(rows).map((ranking) => [ranking.collectorId, ranking]));
  const last = Number.MAX_SAFE_INTEGER;
  return rows
    .map((row) => ({ ...row, ...rankings.get(row.collectorId) }))
    .sort(
      (one, other) => (one.ranking ?? last) - (other.ranking ?? last) || one.name.localeCompare(other.name),
    );
}

/** One that was cancelled, or that another took the place of, counts for nothing. */
const OUTCOMES: ReadonlySet<PromiseStatus> = new Set(['KEPT', 'PARTIAL', 'BROKEN']);

/** A promise that was settled, or opened again. */
export type JudgedPromise = DomainEvent<'promise.settled'> | DomainEvent<'promise.reopened'>;

/**
 * Promises that were judged on the day, by collector. A promise is judged when it ends and may be judged again: the day is
 * that of the first time since it was last open, the outcome the last one.
 *
 * @param events of these promises from their first on, in order of id
 */
export function projectKept(day: string, events: readonly JudgedPromise[]): KeptPromises[] {
  const promises = new Map<number, { collectorId: number; day: string; kept: boolean }>();
  for (const { name, payload, recordedAt } of events) {
    const { promiseId, collectorId } = payload;
    if (name === 'promise.reopened' || !OUTCOMES.has(payload.status)) promises.delete(promiseId);
    else {
      const since = promises.get(promiseId)?.day ?? businessDay(recordedAt);
      promises.set(promiseId, { collectorId, day: since, kept: payload.status === 'KEPT' });
    }
  }
  const sums = new Map<number, KeptPromises>();
  for (const promise of promises.values()) {
    if (promise.day !== day) continue;
    const sum = sums.get(promise.collectorId) ?? { collectorId: promise.collectorId, kept: 0, judged: 0 };
    sums.set(promise.collectorId, { ...sum, kept: sum.kept + Number(promise.kept), judged: sum.judged + 1 });
  }
  return [...sums.values()].sort((one, other) => one.collectorId - other.collectorId);
}
