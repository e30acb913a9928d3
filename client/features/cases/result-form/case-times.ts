/** The follow-up presets: the reader's own clock, as every time on screen. */
export const FOLLOW_UPS = ['today', 'tomorrow', 'payday'] as const;
export type FollowUp = (typeof FOLLOW_UPS)[number];

/** When a preset is; null when it has passed. */
export function followUpAt(preset: FollowUp, now: Date): Date | null {
  if (preset === 'payday') return nextPayday(now);
  const at = new Date(now);
  if (preset === 'tomorrow') at.setDate(at.getDate() + 1);
  at.setHours(preset === 'today' ? 16 : 9, 0, 0, 0);
  return at > now ? at : null;
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
