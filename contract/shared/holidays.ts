import { addDays } from './date.js';

/**
 * Mexico's federal days of rest (article 74 of the labour law): fixed dates, Mondays that stand for a date, and the day a
 * president takes office.
 */
const FIXED = ['01-01', '05-01', '09-16', '12-25'];
/** The month, and which of its Mondays. */
const MONDAYS: readonly (readonly [month: number, which: number])[] = [[2, 1], [3, 3], [11, 3]]; // prettier-ignore
/** Every six years on 1 October since 2024; until 2018 it was 1 December. */
const INAUGURATION = { since: 2024, every: 6, date: '10-01' };

export function isHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  const date = day.slice(5);
  if (FIXED.includes(date)) return true;
  if (date === INAUGURATION.date)
    return year >= INAUGURATION.since && (year - INAUGURATION.since) % INAUGURATION.every === 0;
  return MONDAYS.some(([month, which]) => day === mondayOf(year, month, which));
}

function mondayOf(year: number, month: number, which: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const date = 1 + ((8 - first) % 7) + (which - 1) * 7;
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** Monday to Friday, no holiday. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(day);
}

/** The day that lies so many working days before. */
export const workingDaysBefore = (day: string, count: number) => workingDays(day, count, -1);

/** The day that lies so many working days after. */
export const workingDaysAfter = (day: string, count: number) => workingDays(day, count, 1);

function workingDays(day: string, count: number, step: 1 | -1): string {
  let found = day;
  for (let left = count; left > 0;) {
    found = addDays(found, step);
    if (isWorkingDay(found)) left -= 1;
  }
  return found;
}
