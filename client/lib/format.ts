import { BUSINESS_ZONE, wallClock } from '../../contract/shared/wall-clock';
import { LANGUAGE_TAGS } from './language';
import type { Language } from '../../contract/codes';

const LOCAL_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function remembered<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Format,
): Format {
  const known = cache.get(key) as Format | undefined;
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

export const DASH = '—';

/** False for a number that the server has masked: there is nothing in it to copy, and something to reveal. */
export function isPlain(number: string): boolean {
  return !number.includes('•');
}

/** 431000 -> "$4,310.00": centavos as Mexican pesos in the reader's notation. */
export function formatMoney(centavos: number | null | undefined, language: Language): string {
  if (centavos === null || centavos === undefined) return DASH;
  const format = remembered(
    `money ${language}`,
    () =>
      new Intl.NumberFormat(LANGUAGE_TAGS[language], {
        style: 'currency',
        currency: 'MXN',
        currencyDisplay: 'narrowSymbol',
      }),
  );
  return format.format(centavos / 100);
}

/** 43_100_000 -> "$431K": for figures that must fit a card; the exact amount belongs into its title. */
export function formatMoneyShort(centavos: number | null | undefined, language: Language): string {
  if (centavos === null || centavos === undefined) return DASH;
  const format = remembered(
    `short ${language}`,
    () =>
      new Intl.NumberFormat(LANGUAGE_TAGS[language], {
        style: 'currency',
        currency: 'MXN',
        currencyDisplay: 'narrowSymbol',
        notation: 'compact',
        // Chinese shortens from 10,000 on only: what is below has four digits, and no fraction.
        maximumFractionDigits: 1,
        maximumSignificantDigits: 4,
        roundingPriority: 'lessPrecision',
        trailingZeroDisplay: 'stripIfInteger',
      }),
  );
  return format.format(centavos / 100);
}

export function formatCount(count: number | null | undefined, language: Language): string {
  if (count === null || count === undefined) return DASH;
  return remembered(`count ${language}`, () => new Intl.NumberFormat(LANGUAGE_TAGS[language])).format(count);
}

const AGES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** 7_300_000 ms -> "2 hr": whole days, hours or minutes. */
export function formatAge(ms: number, language: Language): string {
  const [unit, length] = AGES.find(([, min]) => ms >= min) ?? AGES[2];
  return inUnits(Math.max(0, Math.floor(ms / length)), unit, language);
}

/** 18_960 s -> "5 hr 16 min", below a minute seconds: how long something took, beside times of day. */
export function formatSpan(seconds: number, language: Language): string {
  if (seconds > 0 && seconds < 60) return inUnits(seconds, 'second', language);
  const [hours, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const tail = inUnits(rest, 'minute', language);
  return hours > 0 ? `${inUnits(hours, 'hour', language)} ${tail}` : tail;
}

function inUnits(count: number, unit: 'day' | 'hour' | 'minute' | 'second', language: Language): string {
  const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
  const format = remembered(
    `${unit} ${language}`,
    () => new Intl.NumberFormat(LANGUAGE_TAGS[language], options),
  );
  return format.format(count);
}

/** 0.125 -> "12.5%", 0.12 -> "12.0%": one below the other they compare. Null, a rate without a denominator, is a dash. */
export function formatRate(rate: number | null | undefined, language: Language): string {
  if (rate === null || rate === undefined) return DASH;
  const format = remembered(
    `rate ${language}`,
    () =>
      new Intl.NumberFormat(LANGUAGE_TAGS[language], {
        style: 'percent',
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }),
  );
  return format.format(rate);
}

/** 0.125 -> "12.5": what one rate is above another, in points. */
export function formatPoints(difference: number, language: Language): string {
  return formatRate(difference, language).replace(/\s*%/, '');
}

/** Chinese dates with words are twice as wide as the figures. */
function monthAndDay(language: Language): Intl.DateTimeFormatOptions {
  return language === 'cn' ? { month: '2-digit', day: '2-digit' } : { month: 'short', day: 'numeric' };
}

type Zone = 'local' | 'mexico';

/** "2026-11-21 16:00" in the zone of the reader, or of Mexico City. */
export function formatStamp(time: string | number | null | undefined, zone: Zone = 'local'): string {
  if (time === null || time === undefined || time === '') return DASH;
  return wallClock(new Date(time), zone === 'mexico' ? BUSINESS_ZONE : LOCAL_ZONE).slice(0, 16);
}

/** "Nov 21, 16:00" in the reader's notation and zone; with the year when it is not this one. */
export function formatTime(time: string | number | null | undefined, language: Language): string {
  if (time === null || time === undefined || time === '') return DASH;
  const date = new Date(time);
  const withYear = date.getFullYear() !== new Date().getFullYear();
  const format = remembered(
    `time ${language} ${withYear}`,
    () =>
      new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
        ...monthAndDay(language),
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(withYear && { year: 'numeric' }),
      }),
  );
  return format.format(date);
}

/** A calendar day, "2026-11-21", which belongs to no zone. */
/** `America/Mexico_City` -> "Central Standard Time" */
export function formatZone(zone: string, language: Language): string {
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  });
  return format.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

export function formatDay(day: string | null | undefined, language: Language, short = false): string {
  if (!day) return DASH;
  const withYear = !short || !day.startsWith(String(new Date().getFullYear()));
  const format = remembered(
    `day ${language} ${withYear}`,
    () =>
      new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
        ...(withYear && { year: 'numeric' }),
        ...monthAndDay(language),
        timeZone: 'UTC',
      }),
  );
  return format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** "2026-11" -> "November 2026". */
export function formatMonth(month: string, language: Language): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const format = remembered(
    `month ${language}`,
    () => new Intl.DateTimeFormat(LANGUAGE_TAGS[language], options),
  );
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

/** 63 -> "1:03" */
export function minutes(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const tail = `${String(rest % 60).padStart(2, '0')}`;
  const middle = Math.floor(rest / 60);
  return hours > 0 ? `${hours}:${String(middle).padStart(2, '0')}:${tail}` : `${middle}:${tail}`;
}
