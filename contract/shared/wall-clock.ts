/** Days, hours and files are Mexico City's, which has had no daylight saving since October 2022. */
export const BUSINESS_ZONE = 'America/Mexico_City';

const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock in the zone shows at that instant: "2026-11-21 16:05:09". */
export function wallClock(at: Date, zone: string = BUSINESS_ZONE): string {
  let format = formats.get(zone);
  if (!format) {
    // Sweden writes days and times as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(zone, format);
  }
  return format.format(at);
}

/** The hour that a clock in the zone shows, 0 to 23. */
export function hourOf(at: Date, zone: string = BUSINESS_ZONE): number {
  return Number(wallClock(at, zone).slice(11, 13));
}

/** The instant at which a clock in the zone shows that day and minute; 1440 is the next day's 00:00. */
export function instantOf(zone: string, day: string, minute: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  let at = wanted;
  // Twice: the first guess may lie on the other side of a change of the clocks.
  for (let round = 0; round < 2; round++) {
    at += wanted - Date.parse(`${wallClock(new Date(at), zone).replace(' ', 'T')}Z`);
  }
  return new Date(at);
}
