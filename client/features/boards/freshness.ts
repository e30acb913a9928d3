import { useEffect, useState } from 'react';
import { useConnection } from '../../state/connection';

export type Freshness = 'fresh' | 'stale' | 'dead';

export const STALE_MS = 5_000;
export const DEAD_MS = 30_000;

/** How far a board can be believed: its connection's heartbeat keeps it fresh even while nothing happens. */
export function freshnessOf(lostForMs: number): Freshness {
  if (lostForMs >= DEAD_MS) return 'dead';
  return lostForMs >= STALE_MS ? 'stale' : 'fresh';
}

export interface Stamp {
  /** The instant at which the figures were certainly true, in the server's time. */
  asOf: number;
  freshness: Freshness;
}

/**
 * `readAt` and `asOf` are one instant by the two clocks, which need not agree. While the connection lives the figures
 * are as of now; from its loss on the stamp stands still and ages.
 */
export function useStamp(asOf: string | undefined, readAt: number | undefined): Stamp | null {
  const live = useConnection() === 'live';
  const [clock, setClock] = useState(() => ({ now: Date.now(), heard: Date.now() }));
  useEffect(() => {
    const tick = () => setClock(({ heard }) => ({ now: Date.now(), heard: live ? Date.now() : heard }));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [live]);
  if (!asOf || !readAt) return null;
  const ahead = Date.parse(asOf) - readAt;
  const known = Math.max(clock.heard, readAt);
  return { asOf: known + ahead, freshness: freshnessOf(clock.now - known) };
}
