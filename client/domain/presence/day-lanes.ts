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
/** Hours of the day in Mexico City that are drawn: 8 to 20. */
export interface DayPart {
  first: number;
  last: number;
}
/** A line of the scale. */
interface DayMark {
  at: number;
  label: string;
}
export interface DayLanes extends DayPart {
  /** The first and the last stand at the ends of what is drawn. */
  marks: DayMark[];
  lanes: Lane[];
  /** Where now is on a day that goes on. */
  now: number | null;
}

/**
 * A lane for each state, so that a state is told by its place. What lasts grows with the clock.
 *
 * @param now by the server's clock, epoch ms
 * @param part what is looked at more closely; left out, all of the working hours and whatever is beside them
 */
export function dayLanes(
  { day, asOf, segments, totals }: PresenceTimeline,
  now: number,
  part: DayPart | null = null,
): DayLanes {
  const start = startOfBusinessDay(day).getTime();
  const ends = segments.map(({ from, to }) => [Date.parse(from), to ? Date.parse(to) : now] as const);
  const hourOf = (time: number) => (time - start) / HOUR_MS;
  const { first, last } = part ?? {
    first: Math.min(WORKING_HOURS[0], ...ends.map(([from]) => Math.floor(hourOf(from)))),
    last: Math.min(24, Math.max(WORKING_HOURS[1], ...ends.map(([, to]) => Math.ceil(hourOf(to))))),
  };
  const placeOf = (time: number) => Math.min(1, Math.max(0, (hourOf(time) - first) / (last - first)));
  const lasting = segments.at(-1)?.to === null ? segments.at(-1)!.state : null;
  const lanes = PRESENCE_STATES.map((state) => ({
    state,
    seconds:
      totals[state] + (state === lasting ? Math.max(0, Math.floor((now - Date.parse(asOf)) / 1000)) : 0),
    pieces: segments.flatMap((segment, index) => {
      const [from, to] = ends[index]!;
      const isDrawn = segment.state === state && hourOf(to) >= first && hourOf(from) <= last;
      return isDrawn ? [{ from: placeOf(from), width: placeOf(to) - placeOf(from) }] : [];
    }),
  }));
  const isShown = hourOf(now) >= first && hourOf(now) < last;
  return { first, last, marks: marksOf({ first, last }), lanes, now: isShown ? placeOf(now) : null };
}

/** Hours; of few hours their halves, and of one hour each ten minutes. */
function marksOf({ first, last }: DayPart): DayMark[] {
  const length = last - first;
  const each = length > 4 ? 1 : length > 1 ? 2 : 6;
  return Array.from({ length: length * each + 1 }, (_, index) => {
    const hour = String(first + Math.floor(index / each)).padStart(2, '0');
    const minute = String((index % each) * (60 / each)).padStart(2, '0');
    return { at: index / (length * each), label: each === 1 ? hour : `${hour}:${minute}` };
  });
}

/** Part of so many hours that ends with what was last: with now, of a day that goes on. */
export function lastHours({ segments, day }: PresenceTimeline, now: number, length: number): DayPart {
  const to = segments.at(-1)?.to;
  const end = Math.ceil(((to ? Date.parse(to) : now) - startOfBusinessDay(day).getTime()) / HOUR_MS);
  return partBefore(end, length);
}

/** Part of so many hours that ends with this one, within the day. */
export function partBefore(end: number, length: number): DayPart {
  const last = Math.min(24, Math.max(length, end));
  return { first: last - length, last };
}
