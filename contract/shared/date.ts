import { z } from 'zod';
import { BUSINESS_ZONE, instantOf, wallClock } from './wall-clock.js';

/** Years 1900 to 2199. Later than 9999 there is neither an ISO notation nor a column for it. */
const isThinkable = (text: string) => /^(19|20|21)/.test(text);
export const IsoDay = z.iso.date().refine(isThinkable);
export const IsoTime = z.iso.datetime({ offset: true }).refine(isThinkable);

/** The business day, "2026-11-21", that an instant belongs to. */
export function businessDay(at: Date): string {
  return wallClock(at).slice(0, 10);
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
  return instantOf(BUSINESS_ZONE, day, 0);
}
