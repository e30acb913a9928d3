import { useEffect, useState } from 'react';
import { useCurrentUserQuery } from '../../api/session-api';

const SECOND_MS = 1_000;

/** The time by the server's clock, once a second. */
export function useServerNow(): number {
  const { data: user, fulfilledTimeStamp } = useCurrentUserQuery();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const shift = user?.clockAt && fulfilledTimeStamp ? Date.parse(user.clockAt) - fulfilledTimeStamp : 0;
  return now + shift;
}
