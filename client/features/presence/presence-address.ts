import { pastDay } from '../../lib/past-day';

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
  return {
    collectorId: Number.isInteger(id) && id > 0 ? id : undefined,
    date: pastDay(params.date, now),
  };
}

export function writeAddress(collectorId: number, date: string | undefined): string {
  return date ? `/presence/${collectorId}/${date}` : `/presence/${collectorId}`;
}
