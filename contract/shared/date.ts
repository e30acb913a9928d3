import { z } from 'zod';

/** "Today" is the calendar day here. Mexico City has had no daylight saving since October 2022. */
export const BUSINESS_ZONE = 'America/Mexico_City';

/** What no loan, promise or payment is outside of; beyond the year 9999 there is neither ISO notation nor a column. */
const isThinkable = (text: string) => /^(19|20|21)/.test(text);
export const IsoDay = z.iso.date().refine(isThinkable);
export const IsoTime = z.iso.datetime({ offset: true }).refine(isThinkable);

const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: BUSINESS_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const HOUR_MS = 3_600_000;
let lastHour = Number.NaN;
let lastDay = '';

/** The business day, "2026-11-21", that an instant belongs to. */
export function businessDay(at: Date): string {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  // Days have begun on a full hour since 1922, and nearly every call is about the hour of the one before: formatting is slow.
  if (hour === lastHour) return lastDay;
  const day = dayFormat.format(at);
  if (hour > 0) [lastHour, lastDay] = [hour, day];
  return day;
}

/** `day` moved by a number of calendar days. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The instant at which a business day begins (00:00 in Mexico City). */
export function startOfBusinessDay(day: string): Date {
  const guess = new Date(`${day}T06:00:00Z`);
  const hour = Number(
    new Intl.DateTimeFormat('en-US', { timeZone: BUSINESS_ZONE, hour: 'numeric', hourCycle: 'h23' }).format(
      guess,
    ),
  );
  return new Date(guess.getTime() - (hour > 12 ? hour - 24 : hour) * HOUR_MS);
}
