import {
  PRESENCE_LEASE_MS,
  PRESENCE_STATES,
  type Heartbeat,
  type PresenceSegment,
  type PresenceState,
} from '../../../contract/team/presence.js';
import { addDays, startOfBusinessDay } from '../../../contract/shared/date.js';

/** A page's last heartbeat: `at` by Redis's clock, which all servers share. */
export interface Tab extends Omit<Heartbeat, 'tab'> {
  at: number;
}

export function isHeard({ at }: Tab, now: number): boolean {
  return now - at < PRESENCE_LEASE_MS;
}

/**
 * All pages of a person are one presence: a call on any of them is a call, and who did something on any of them is not idle.
 * A person who leaves a call unrecorded and does nothing any more is idle.
 */
export function stateOf(tabs: readonly Tab[], now: number, idleAfterMs: number): PresenceState {
  const heard = tabs.filter((tab) => isHeard(tab, now));
  if (heard.length === 0) return 'AWAY';
  const isAny = (phone: Tab['phone']) => heard.some((tab) => tab.phone === phone);
  if (isAny('CALL')) return 'CALL';
  const idleMs = Math.min(...heard.map((tab) => tab.idleMs + now - tab.at));
  if (idleMs >= idleAfterMs) return 'IDLE';
  return isAny('WRAP_UP') ? 'WRAP_UP' : 'ON';
}

export interface PresenceChange {
  state: PresenceState;
  since: Date;
}

/**
 * A day without a hole from the first coming to the last going.
 *
 * @param changes in order: those of the day, and before them the last one of the days before
 */
export function segmentsOf(changes: readonly PresenceChange[], day: string, now: Date): PresenceSegment[] {
  const from = startOfBusinessDay(day).getTime();
  const until = Math.min(startOfBusinessDay(addDays(day, 1)).getTime(), now.getTime());
  const all = changes.map(({ state, since }, index) => ({
    state,
    from: Math.max(from, since.getTime()),
    to: changes[index + 1]?.since.getTime() ?? null,
  }));
  const within = all.filter((segment) => segment.from < until && (segment.to ?? until) > from);
  const isHere = ({ state }: { state: PresenceState }) => state !== 'AWAY';
  const end = within.findLastIndex(isHere) + 1;
  // The day may still bring them back: until it is over, who went is drawn as away.
  const isAway = end > 0 && within.at(-1)?.to === null && until === now.getTime();
  return within.slice(Math.max(0, within.findIndex(isHere)), isAway ? within.length : end).map((segment) => ({
    state: segment.state,
    from: new Date(segment.from).toISOString(),
    to: endOf(segment.to, until, now),
  }));
}

function endOf(to: number | null, until: number, now: Date): string | null {
  if (to !== null) return new Date(Math.min(to, until)).toISOString();
  return until === now.getTime() ? null : new Date(until).toISOString();
}

export function totalsOf(segments: readonly PresenceSegment[], now: Date): Record<PresenceState, number> {
  const seconds = (state: PresenceState) =>
    segments
      .filter((segment) => segment.state === state)
      .reduce((sum, { from, to }) => sum + (to ? Date.parse(to) : now.getTime()) - Date.parse(from), 0) /
    1000;
  return Object.fromEntries(PRESENCE_STATES.map((state) => [state, Math.round(seconds(state))])) as Record<
    PresenceState,
    number
  >;
}
