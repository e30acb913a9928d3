import type { TFunction } from 'i18next';
import type { Language } from '../../../contract/codes';
import { wallClock } from '../../../contract/shared/wall-clock';
import { LANGUAGE_TAGS } from '../../lib/language';

/** A wall clock in the borrower's zone, and the day it shows. */
function localOf(zone: string, at: Date): { day: string; time: string } {
  const text = wallClock(at, zone);
  return { day: text.slice(0, 10), time: text.slice(11, 16) };
}

export function localTime(zone: string, at: string): string {
  return localOf(zone, new Date(at)).time;
}

/** "14:05", "tomorrow 08:00" or "Mon 08:00", by the borrower's clock. */
export function whenThere(t: TFunction, language: Language, zone: string, asOf: string, at: string): string {
  const now = localOf(zone, new Date(asOf));
  const then = localOf(zone, new Date(at));
  const days = Math.round((Date.parse(then.day) - Date.parse(now.day)) / 86_400_000);
  if (days <= 0) return then.time;
  if (days === 1) return t('guard:when.tomorrow', { time: then.time });
  const day = new Intl.DateTimeFormat(LANGUAGE_TAGS[language], {
    timeZone: 'UTC',
    ...(days < 7 ? { weekday: 'short' } : { month: 'short', day: 'numeric' }),
  }).format(new Date(`${then.day}T00:00:00Z`));
  return t('guard:when.day', { day, time: then.time });
}
