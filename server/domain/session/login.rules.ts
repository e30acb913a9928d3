export const LOCK_AFTER = 5;
export const LOCK_WINDOW_MS = 10 * 60_000;
/** How far back failures matter: the window in which five fell, and the lock that they began. */
export const LOCK_HORIZON_MS = 2 * LOCK_WINDOW_MS;
/** Failures of strangers in LOCK_WINDOW_MS: a call centre behind one address never comes to a lock. */
export const BUSY_AFTER = 100;
/** How long a browser stays known after a sign-in by it. */
export const KNOWN_MS = 30 * 24 * 3_600_000;

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

/** Results of an attempt that count against the account and the address. */
export const FAILURES = ['WRONG', 'DISABLED', 'ID_CARD', 'CODE'] as const;
export type Failure = (typeof FAILURES)[number];

/** When the lock ends that attempts have begun, or null: what came before a success counts no longer. @param attempts oldest first */
export function lockOf(attempts: readonly { result: string; at: Date }[], now: Date): Date | null {
  const since = attempts.findLastIndex(({ result }) => result === 'SUCCESS') + 1;
  return lockedUntil(
    attempts.slice(since).map(({ at }) => at),
    now,
  );
}

/** One key for all spellings that the database takes for one name: unknown names are counted together, as accounts are. */
export function plainName(typed: string): string {
  return typed.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
