import { useEffect, useState } from 'react';

/** A tab that nobody looks at leaves it to one that somebody does. */
const HIDDEN_WAIT_MS = 250;

/**
 * True in one of this browser's tabs: the first to hold the lock of this name, one that is seen before those that are not.
 * When that tab closes another takes over. A page without locks (plain http beyond this machine) goes by what is seen.
 */
export function useOneTab(name: string): boolean {
  const [mine, setMine] = useState(() => !('locks' in navigator) && !document.hidden);
  useEffect(() => {
    if (!('locks' in navigator)) return;
    const leave = new AbortController();
    const held = new Promise<void>((release) => leave.signal.addEventListener('abort', () => release()));
    const hold = () => {
      setMine(true);
      return held;
    };
    const wait = setTimeout(
      () => {
        navigator.locks.request(name, { signal: leave.signal }, hold).catch((cause: unknown) => {
          // Called off while it waited: another tab has it.
          if (!leave.signal.aborted) throw cause;
        });
      },
      document.hidden ? HIDDEN_WAIT_MS : 0,
    );
    return () => {
      clearTimeout(wait);
      leave.abort();
    };
  }, [name]);
  return mine;
}
