import { setTimeout } from 'node:timers/promises';

/** Asks again and again until the check passes; its last failure is thrown when the time is over. */
export async function eventually<Value>(
  check: () => Promise<Value> | Value,
  milliseconds = 30_000,
): Promise<Value> {
  const until = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await setTimeout(15);
    }
  }
}
