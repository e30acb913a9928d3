import { businessDay, startOfBusinessDay } from '../../contract/shared/date.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ELEVEN = 11 * HOUR_MS;
const SATURDAY_TO_MONDAY = [6, 0, 1];

/** 11:00 in Mexico City on the last day from Tuesday to Friday: the guard lets messages out, whenever it is. */
export function workingHours(now = new Date()): string {
  for (let back = 1; ; back++) {
    const day = businessDay(new Date(now.getTime() - back * DAY_MS));
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    // Federal holidays are Mondays, but for four fixed dates.
    if (SATURDAY_TO_MONDAY.includes(weekday) || /-(01-01|05-01|09-16|10-01|12-25)$/.test(day)) continue;
    return new Date(startOfBusinessDay(day).getTime() + ELEVEN).toISOString();
  }
}
