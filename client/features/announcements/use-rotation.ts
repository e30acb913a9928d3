import { useEffect, useState } from 'react';
import { ROTATION_MS } from './unread';

/** Which of so many lines is on; goes to the next every 10 seconds while it runs. */
export function useRotation(length: number, running: boolean): number {
  const [turn, setTurn] = useState(0);
  const turns = running && length > 1;
  useEffect(() => {
    if (!turns) return;
    const timer = setInterval(() => setTurn((now) => now + 1), ROTATION_MS);
    return () => clearInterval(timer);
  }, [turns]);
  return length === 0 ? 0 : turn % length;
}
