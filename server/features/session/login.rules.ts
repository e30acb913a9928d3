export const LOCK_AFTER = 5;
export const LOCK_WINDOW_MS = 10 * 60_000;
/** How far back failures matter: the window in which five fell, and the lock that they began. */
export const LOCK_HORIZON_MS = 2 * LOCK_WINDOW_MS;
export const BUSY_AFTER = 100;
export const BUSY_LONGEST_S = 30;

/**
 * When an account's lock ends, or null. Five failures within ten minutes lock it for ten minutes from the fifth; after
 * that it counts from zero.
 *
 * @param failures since the last success, oldest first. Attempts refused by the lock are none.
 */
export function lockedUntil(failures: readonly Date[], now: Date): Date | null {
  let recent: number[] = [];
  let until = 0;
  for (const failure of failures) {
    const at = failure.getTime();
    recent = [...recent.filter((earlier) => earlier > at - LOCK_WINDOW_MS), at];
    if (recent.length < LOCK_AFTER) continue;
    until = at + LOCK_WINDOW_MS;
    recent = [];
  }
  return until > now.getTime() ? new Date(until) : null;
}

/**
 * Seconds that an address still has to wait, 0 for none. From the hundred-and-first failure in ten minutes on, the pause
 * after a failure doubles with every ten more, up to half a minute: a call centre behind one address is never locked out.
 */
export function waitSeconds(failures: number, last: Date | null, now: Date): number {
  if (failures <= BUSY_AFTER || !last) return 0;
  const pause = Math.min(BUSY_LONGEST_S, 2 ** Math.floor((failures - BUSY_AFTER - 1) / 10));
  return Math.max(0, Math.ceil(pause - (now.getTime() - last.getTime()) / 1000));
}
