import { hourOf, wallClock } from './wall-clock.js';

/** The working day of the floor: what share of it is over tells what share of the target should be in. */
const FROM_HOUR = 8;
const TO_HOUR = 20;

export function dayShare(now: Date): number {
  const hours = hourOf(now) + Number(wallClock(now).slice(14, 16)) / 60;
  const share = (hours - FROM_HOUR) / (TO_HOUR - FROM_HOUR);
  return Math.min(1, Math.max(0, share));
}
