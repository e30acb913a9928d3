import type { ContactPolicy } from '../../../../contract/contact/contact-compliance.js';
import { addDays } from '../../../../contract/shared/date.js';
import { BUSINESS_ZONE, instantOf, wallClock } from '../../../../contract/shared/wall-clock.js';
import { isHoliday } from '../../../../contract/shared/holidays.js';

export interface LocalTime {
  /** "2026-11-21" */
  day: string;
  /** 1 Monday .. 7 Sunday */
  weekday: number;
  /** Since 00:00. */
  minute: number;
}

/** Where the borrower is; `known` false: by Mexico City's clock, and by the hours for who has no address. */
export interface Whereabouts {
  zone: string;
  known: boolean;
}
export const NOWHERE: Whereabouts = { zone: BUSINESS_ZONE, known: false };

export function localTime(zone: string, at: Date): LocalTime {
  const shown = wallClock(at, zone);
  const day = shown.slice(0, 10);
  return { day, weekday: weekdayOf(day), minute: minutesOf(shown.slice(11, 16)) };
}

export function nextMidnight(zone: string, at: Date): Date {
  return instantOf(zone, localTime(zone, at).day, 1_440);
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** Minutes of a day: from the first one inside to the first one outside. */
export interface Span {
  from: number;
  to: number;
}

export function legalSpan({ legalHours }: ContactPolicy, { known }: Whereabouts): Span {
  return spanOf(known ? legalHours.known : legalHours.unknown);
}

/** When the company works on that day; null: not at all. */
export function operatingSpan({ operatingHours }: ContactPolicy, day: string): Span | null {
  const { days, hours, onHolidays, closedDays = [] } = operatingHours;
  if (!days.includes(weekdayOf(day)) || (!onHolidays && isHoliday(day)) || closedDays.includes(day))
    return null;
  return spanOf(hours);
}

function spanOf({ from, to }: { from: string; to: string }): Span {
  return { from: minutesOf(from), to: minutesOf(to) };
}

function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** Whether the minute lies in it: 22:00 is no longer in 07:00 to 22:00. */
export function within(span: Span | null, minute: number): boolean {
  return span !== null && minute >= span.from && minute < span.to;
}

/** The hours that a leader has set aside: they are not checked. */
export interface Waived {
  operating: boolean;
}

/** When contact is possible on a day, by the hours alone. */
export function openSpan(
  policy: ContactPolicy,
  where: Whereabouts,
  day: string,
  waived: Waived,
): Span | null {
  const legal = legalSpan(policy, where);
  if (waived.operating) return legal.from < legal.to ? legal : null;
  const operating = operatingSpan(policy, day);
  if (!operating) return null;
  const span = { from: Math.max(legal.from, operating.from), to: Math.min(legal.to, operating.to) };
  return span.from < span.to ? span : null;
}

/** How far to look ahead. A policy that is closed for longer never opens. */
const DAYS_AHEAD = 15;

/** The first instant from `at` on inside the hours; null when there is none in sight. */
export function nextOpen(policy: ContactPolicy, where: Whereabouts, at: Date, waived: Waived): Date | null {
  const local = localTime(where.zone, at);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = addDays(local.day, ahead);
    const span = openSpan(policy, where, day, waived);
    if (!span) continue;
    if (ahead > 0 || local.minute < span.from) return instantOf(where.zone, day, span.from);
    if (local.minute < span.to) return at;
  }
  return null;
}

/** When the hours that `at` lies in are over. */
export function closesAt(policy: ContactPolicy, where: Whereabouts, at: Date, waived: Waived): Date | null {
  const { day, minute } = localTime(where.zone, at);
  const span = openSpan(policy, where, day, waived);
  return within(span, minute) ? instantOf(where.zone, day, span!.to) : null;
}
