import { getNextMillis, type AdvancedOptions } from 'bullmq';
import type { Clock } from '../clock/clock.js';

/** For queues and workers: recurring jobs come by a shifted clock. Unshifted, they are BullMQ's as they stand. */
export function byShownTime(clock: Clock): AdvancedOptions {
  if (!clock.shifted) return {};
  return {
    repeatStrategy: (millis, options) => {
      const shift = clock.now().getTime() - Date.now();
      return getNextMillis(millis + shift, options)! - shift;
    },
  };
}
