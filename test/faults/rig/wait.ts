import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 20;

/** Asks until the answer is neither false, null nor undefined. @throws naming `what` when the time is over. */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | false | null | undefined> | Value | false | null | undefined,
  milliseconds = 30_000,
): Promise<Value> {
  const end = performance.now() + milliseconds;
  for (;;) {
    const value = await check();
    if (value !== false && value !== null && value !== undefined) return value;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds / 1000} s for ${what}`);
    await delay(LOOK_MS);
  }
}

export const seconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100;
