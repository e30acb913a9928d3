import type { Language } from '../../../../contract/codes';
import { isHoliday } from '../../../../contract/shared/holidays';
import type { Words } from '../../../i18n/use-words';
import { LANGUAGE_TAGS } from '../../../lib/language';

/** The follow-up presets: the reader's own clock, as every time on screen. */
export const FOLLOW_UPS = ['today', 'tomorrow', 'payday'] as const;
export type FollowUp = (typeof FOLLOW_UPS)[number];

/** When a preset is; null when it has passed, or nobody may be contacted on that day. `tomorrow`: the next working day. */
export function followUpAt(preset: FollowUp, now: Date): Date | null {
  if (preset === 'payday') return nextPayday(now);
  const at = new Date(now);
  if (preset === 'today') return setTo(at, 16) > now && isWorkingDay(at) ? at : null;
  do at.setDate(at.getDate() + 1);
  while (!isWorkingDay(at));
  return setTo(at, 9);
}

/** Label of a preset: a day that is not tomorrow by its own name. */
export function followUpLabel(preset: FollowUp, now: Date, t: Words, language: Language): string {
  const at = followUpAt(preset, now);
  if (preset !== 'tomorrow' || !at || new Date(now.getTime() + DAY_MS).getDay() === at.getDay())
    return t(`case:follow-up.${preset}`);
  const day = at.toLocaleDateString(LANGUAGE_TAGS[language], { weekday: 'short' });
  return t('case:follow-up.next', { day });
}

const DAY_MS = 86_400_000;

function setTo(day: Date, hour: number): Date {
  day.setHours(hour, 0, 0, 0);
  return day;
}

function isWorkingDay(day: Date): boolean {
  // Sweden writes a day as ISO does.
  return day.getDay() !== 0 && !isHoliday(day.toLocaleDateString('sv-SE'));
}

/** The preset after the one that is chosen, passing over what has passed; after the last one none. */
export function nextPreset(chosen: string | null, now: Date): string | null {
  const times = FOLLOW_UPS.flatMap((preset) => followUpAt(preset, now)?.toISOString() ?? []);
  return times[chosen === null ? 0 : times.indexOf(chosen) + 1] ?? null;
}

/** Mexico pays on the 15th and the last of the month, on the Friday before when that is a weekend; at 10:00. */
function nextPayday(now: Date): Date {
  const year = now.getFullYear();
  const month = now.getMonth();
  const days = [0, 1].flatMap((later) => [
    new Date(year, month + later, 15, 10),
    new Date(year, month + later + 1, 0, 10),
  ]);
  const workdays = days.map(beforeWeekend);
  return workdays.find((day) => day > now) as Date;
}

function beforeWeekend(day: Date): Date {
  const back = day.getDay() === 6 ? 1 : day.getDay() === 0 ? 2 : 0;
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - back, day.getHours());
}
