const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 86_400;

export interface Left {
  key: 'days' | 'hours' | 'minutes';
  values: { major: number; minor: string };
}

/** Whole seconds until an instant; 0 when it has come. */
export function secondsUntil(time: string | null, now: number): number {
  return time === null ? 0 : Math.max(0, Math.ceil((Date.parse(time) - now) / 1_000));
}

/** 7325 s as 2 h 02 min: the two units that matter. */
export function leftOf(seconds: number): Left {
  const pad = (value: number) => String(value).padStart(2, '0');
  if (seconds >= DAY_S) {
    const hours = Math.floor((seconds % DAY_S) / HOUR_S);
    return { key: 'days', values: { major: Math.floor(seconds / DAY_S), minor: String(hours) } };
  }
  if (seconds >= HOUR_S) {
    const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
    return { key: 'hours', values: { major: Math.floor(seconds / HOUR_S), minor: pad(minutes) } };
  }
  return {
    key: 'minutes',
    values: { major: Math.floor(seconds / MINUTE_S), minor: pad(seconds % MINUTE_S) },
  };
}

/** "646180 1104 0000 0007": digits in groups that can be read out. */
export function grouped(reference: string): string {
  return reference.replace(/(\d{4})(?=\d)/g, '$1 ');
}
