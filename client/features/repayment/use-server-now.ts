import { useEffect, useState } from 'react';
import { useClockShift } from '../../api/use-clock-shift';

const SECOND_MS = 1_000;

/** The time by the server's clock, once a second. */
export function useServerNow(): number {
  const shift = useClockShift();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now + shift;
}
