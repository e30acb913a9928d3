import { addDays, startOfBusinessDay } from '../../../contract/shared/date.js';
import { BUSINESS_ZONE, instantOf, wallClock } from '../../../contract/shared/wall-clock.js';
import { fieldError } from '../../platform/http/app-error.js';

/** How many of the newest events a snapshot names one by one: far more than are ever being committed at once. */
export const NAMED = 1_000;

/** Which events of a day are in a board. */
export interface Cut {
  /** Events that were recorded before. */
  until: Date;
  /** And, of a snapshot, none after this id, nor those that were not committed yet although their ids are lower. */
  through?: number;
  without?: ReadonlySet<number>;
}

/**
 * Ids are given at insert, and commit out of order: the highest that a snapshot sees does not say which lower ones it did
 * not see. So the cut names both, "1042" or "1042:3,7", the missing ones by how far below they are.
 *
 * @param seen the ids of the newest events in the snapshot, NAMED of them at most
 */
export function cutText(seen: readonly number[]): string {
  const known = new Set(seen);
  const through = Math.max(...seen);
  const lowest = Math.min(...seen);
  const missing: number[] = [];
  for (let id = through - 1; id > lowest; id--) if (!known.has(id)) missing.push(through - id);
  return missing.length === 0 ? String(through) : `${through}:${missing.slice(0, NAMED).join(',')}`;
}

export function readCut(text: string, day: string): Cut {
  const [id, below] = text.split(':') as [string, string?];
  const through = Number(id);
  const without = new Set((below?.split(',') ?? []).map((step) => through - Number(step)));
  return { until: startOfBusinessDay(addDays(day, 1)), through, without };
}

/** The end of a minute. @throws board.minute, board.minuteAhead */
export function minuteCut(text: string, day: string, now: Date): Cut {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined) throw fieldError('board.minute', 'minute');
  const begins = instantOf(BUSINESS_ZONE, day, Number(hour) * 60 + Number(minute));
  if (begins > now) throw fieldError('board.minuteAhead', 'minute', { now: wallClock(now).slice(0, 16) });
  return { until: new Date(begins.getTime() + 60_000) };
}

export function isWithin(cut: Cut, event: { id: number; recordedAt: Date }): boolean {
  return (
    event.recordedAt < cut.until &&
    (cut.through === undefined || event.id <= cut.through) &&
    !cut.without?.has(event.id)
  );
}

/** The board's moment: the end of the minute, or now while the minute runs. */
export function asOf({ until }: Cut, now: Date): Date {
  return until < now ? new Date(until.getTime() - 1) : now;
}
