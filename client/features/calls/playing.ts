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
