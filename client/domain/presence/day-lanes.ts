import { PRESENCE_STATES, type PresenceState, type PresenceTimeline } from '../../../contract/team/presence';
import { startOfBusinessDay } from '../../../contract/shared/date';

const HOUR_MS = 3_600_000;
const WORKING_HOURS = [8, 20] as const;

/** Part of the width, 0 to 1. */
interface Piece {
  from: number;
  width: number;
}
export interface Lane {
  state: PresenceState;
  seconds: number;
  pieces: Piece[];
}
export interface DayLanes {
  /** Full hours of Mexico City, the first and the last with the ends of what is drawn. */
  hours: number[];
  lanes: Lane[];
  /** Where now is on a day that goes on. */
  now: number | null;
}

/**
 * A lane for each state, so that a state is told by its place. What lasts grows with the clock.
 *
 * @param now by the server's clock, epoch ms
 */
export function dayLanes({ day, asOf, segments, totals }: PresenceTimeline, now: number): DayLanes {
  const start = startOfBusinessDay(day).getTime();
  const ends = segments.map(({ from, to }) => [Date.parse(from), to ? Date.parse(to) : now] as const);
  const hourOf = (time: number) => (time - start) / HOUR_MS;
  const first = Math.min(WORKING_HOURS[0], ...ends.map(([from]) => Math.floor(hourOf(from))));
  const last = Math.min(24, Math.max(WORKING_HOURS[1], ...ends.map(([, to]) => Math.ceil(hourOf(to)))));
  const placeOf = (time: number) => Math.min(1, Math.max(0, (hourOf(time) - first) / (last - first)));
  const lasting = segments.at(-1)?.to === null ? segments.at(-1)!.state : null;
  const lanes = PRESENCE_STATES.map((state) => ({
    state,
    seconds:
      totals[state] + (state === lasting ? Math.max(0, Math.floor((now - Date.parse(asOf)) / 1000)) : 0),
    pieces: segments.flatMap((segment, index) => {
      const [from, to] = ends[index]!;
      return segment.state === state ? [{ from: placeOf(from), width: placeOf(to) - placeOf(from) }] : [];
    }),
  }));
  const isOver = hourOf(now) >= 24 || hourOf(now) < 0;
  return {
    hours: Array.from({ length: last - first + 1 }, (_, index) => first + index),
    lanes,
    now: isOver ? null : placeOf(now),
  };
}
