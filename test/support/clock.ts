import type { INestApplicationContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import { Clock } from '../../server/platform/clock/clock.js';

let at: number | undefined;

/** Servers and workers that start from now on show this time, and run on from it. @returns what makes them show the machine's again */
export function setClock(time: string): () => Promise<void> {
  at = Date.parse(time);
  return async () => void (at = undefined);
}

/** The time that the file's servers began at: a loan book is made up for it, not for the machine's. */
export function beginning(): Date {
  return new Date(at ?? process.env['RECOUP_CLOCK_AT'] ?? Date.now());
}

/**
 * Sets the clock of a server or of workers that were just made, if the file wants one. The product itself has no call for
 * it: what it is given by RECOUP_CLOCK_AT it keeps.
 */
export function applyClock(context: INestApplicationContext): void {
  if (at !== undefined)
    Object.assign(context.get(Clock, { strict: false }), { shift: at - Date.now(), shifted: true });
}

/** Every date from now on is read off a clock that begins at `now`; timers go on by the real one. */
export function shiftDate(now: number): void {
  jest.useFakeTimers({
    now,
    advanceTimers: false,
    doNotFake: [
      ...(['hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
      ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
      ...(['setImmediate', 'clearImmediate'] as const),
    ],
  });
}
