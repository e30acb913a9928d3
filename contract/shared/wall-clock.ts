/** Days, hours and files are Mexico City's, which has had no daylight saving since October 2022. */
export const BUSINESS_ZONE = 'America/Mexico_City';

const DAY_MS = 86_400_000;
/** Since 1970 no clock of the world has changed but on a full quarter of an hour. */
const QUARTER_MS = 900_000;
/** More than a month: a replay of one goes over it again for each borrower. */
const QUARTERS_KEPT = 4_000;

interface Zone {
  format: Intl.DateTimeFormat;
  /** How far the clock is ahead of UTC, by the quarter of an hour since 1970: formatting is slow. */
  ahead: Map<number, number>;
}
const zones = new Map<string, Zone>();

/** A wall clock's reading in the zone at that instant: "2026-11-21 16:05:09". */
export function wallClock(at: Date, zone: string = BUSINESS_ZONE): string {
  const shown = new Date(at.getTime() + aheadOf(zone, at)).toISOString();
  return `${shown.slice(0, 10)} ${shown.slice(11, 19)}`;
}

/** The day that a clock in the zone shows, counted from 1970: what is cheap to compare. */
export function dayNumber(at: Date, zone: string): number {
  return Math.floor((at.getTime() + aheadOf(zone, at)) / DAY_MS);
}

/** The hour that a clock in the zone shows, 0 to 23. */
export function hourOf(at: Date, zone: string = BUSINESS_ZONE): number {
  return new Date(at.getTime() + aheadOf(zone, at)).getUTCHours();
}

/** The instant at which a clock in the zone shows that day and minute; 1440 is the next day's 00:00. */
export function instantOf(zone: string, day: string, minute: number): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  let at = wanted;
  // Twice: the first guess may lie on the other side of a change of the clocks.
  for (let round = 0; round < 2; round++) at = wanted - aheadOf(zone, new Date(at));
  return new Date(at);
}

function aheadOf(name: string, at: Date): number {
  const zone = zoneOf(name);
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  const known = zone.ahead.get(quarter);
  if (known !== undefined) return known;
  const shown = Date.parse(`${zone.format.format(at).replace(' ', 'T')}Z`);
  const ahead = shown - Math.floor(at.getTime() / 1000) * 1000;
  if (zone.ahead.size >= QUARTERS_KEPT) zone.ahead.clear();
  if (quarter > 0) zone.ahead.set(quarter, ahead);
  return ahead;
}

function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) {
    // Sweden writes days and times as ISO 8601 does.
    const style = { timeZone: name, dateStyle: 'short', timeStyle: 'medium' } as const;
    zone = { format: new Intl.DateTimeFormat('sv-SE', style), ahead: new Map() };
    zones.set(name, zone);
  }
  return zone;
}
