const SPEEDS = [1, 1.25, 1.5, 2] as const;
export type Speed = (typeof SPEEDS)[number];

export function nextSpeed(speed: Speed): Speed {
  return SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]!;
}

const STEP_S = 5;
const PAGE_S = 30;

/** Where a key of a slider leads, in seconds; null for a key that does not seek. */
export function seekTo(key: string, at: number, length: number): number | null {
  const places: Record<string, number> = {
    ArrowLeft: at - STEP_S,
    ArrowDown: at - STEP_S,
    ArrowRight: at + STEP_S,
    ArrowUp: at + STEP_S,
    PageDown: at - PAGE_S,
    PageUp: at + PAGE_S,
    Home: 0,
    End: length,
  };
  const place = places[key];
  return place === undefined ? null : Math.min(Math.max(place, 0), length);
}

export interface Silence {
  from: number;
  end: number;
}

/** Softer than this share of the loudest is silence, when it lasts. */
const QUIET = 0.06;
const LASTS_S = 1.5;
/** The rest of it before the next word. */
const LEAD_S = 0.3;

/** Silences of a recording in seconds, by its peaks at equal distances. */
export function silencesOf(peaks: readonly number[], seconds: number): Silence[] {
  const limit = peaks.reduce((max, peak) => Math.max(max, Math.abs(peak)), 0) * QUIET;
  const each = seconds / Math.max(1, peaks.length);
  const found: Silence[] = [];
  let from: number | null = null;
  for (let at = 0; at <= peaks.length; at++) {
    const isQuiet = at < peaks.length && Math.abs(peaks[at]!) <= limit;
    if (isQuiet) from ??= at;
    if (isQuiet || from === null) continue;
    if ((at - from) * each >= LASTS_S) found.push({ from: from * each, end: at * each - LEAD_S });
    from = null;
  }
  return found;
}

/** Where to go on when the place lies in a silence; null when it does not. */
export function afterSilence(silences: readonly Silence[], at: number): number | null {
  return silences.find(({ from, end }) => at >= from && at < end)?.end ?? null;
}
