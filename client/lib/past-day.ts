import { addDays, businessDay, IsoDay } from '../../contract/shared/date';

/** A day in an address; undefined is today, which goes on, and stands for what is no day or a later one. */
export function pastDay(text: string | undefined, now: Date): string | undefined {
  const day = IsoDay.safeParse(text).data;
  return day && day < businessDay(now) ? day : undefined;
}

/** The day that is so many days away from the one that is shown. */
export function dayBeside(date: string | undefined, days: number, now: Date): string | undefined {
  return pastDay(addDays(date ?? businessDay(now), days), now);
}
