import { jest } from '@jest/globals';

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
