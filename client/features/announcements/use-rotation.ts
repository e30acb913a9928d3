import { useEffect, useState } from 'react';
import { ROTATION_MS } from './unread';

/** Which of so many lines is on; goes to the next every 10 seconds while it runs, and to the first when that is a new one. */
export function useRotation(length: number, first: number | undefined, running: boolean): number {
  const [{ turn, since }, setTurn] = useState({ turn: 0, since: first });
  if (since !== first) setTurn({ turn: 0, since: first });
  const turns = running && length > 1;
  useEffect(() => {
    if (!turns) return;
    const timer = setInterval(() => setTurn((now) => ({ ...now, turn: now.turn + 1 })), ROTATION_MS);
    return () => clearInterval(timer);
  }, [turns, since]);
  return length === 0 ? 0 : turn % length;
}
