const MINUTE = 60_000;

export interface Left {
  key: 'in' | 'now' | 'since';
  /** "4:59" in the last five minutes, "12 min", "3 h", "2 d". */
  time: string;
}

/** How long until it is due, or since when it has been. */
export function countdown(at: string, now: number): Left {
  const left = new Date(at).getTime() - now;
  if (left > 0) return { key: 'in', time: left < 5 * MINUTE ? clock(left) : span(Math.ceil(left / MINUTE)) };
  const minutes = Math.floor(-left / MINUTE);
  return minutes < 1 ? { key: 'now', time: '' } : { key: 'since', time: span(minutes) };
}

/** Milliseconds until the next of these falls due; null when none will. */
export function untilNext(times: readonly string[], now: number): number | null {
  const lefts = times.map((at) => new Date(at).getTime() - now).filter((left) => left > 0);
  return lefts.length === 0 ? null : Math.min(...lefts);
}

function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function span(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} d`;
}
