import { addDays, businessDay, IsoDay } from '../../../contract/shared/date';

export interface PresenceAddress {
  /** Undefined: the first of the team, or oneself. */
  collectorId: number | undefined;
  /** Undefined is today, which goes on. */
  date: string | undefined;
}

/** `/presence/{collectorId}/{date}` */
export function readAddress(
  params: Readonly<Partial<Record<'collectorId' | 'date', string>>>,
  now: Date,
): PresenceAddress {
  const id = Number(params.collectorId);
  const day = IsoDay.safeParse(params.date).data;
  return {
    collectorId: Number.isInteger(id) && id > 0 ? id : undefined,
    date: day && day < businessDay(now) ? day : undefined,
  };
}

export function writeAddress(collectorId: number, date: string | undefined): string {
  return date ? `/presence/${collectorId}/${date}` : `/presence/${collectorId}`;
}

/** The day that is so many days away from the one that is shown; today, and what is later, is undefined. */
export function dayBeside(date: string | undefined, days: number, now: Date): string | undefined {
  const today = businessDay(now);
  const day = addDays(date ?? today, days);
  return day < today ? day : undefined;
}
