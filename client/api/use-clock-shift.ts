import { useCurrentUserQuery } from './session-api';

/** How far the server's clock is ahead of this computer's, in milliseconds. */
export function useClockShift(): number {
  const { data: user, fulfilledTimeStamp } = useCurrentUserQuery();
  return user?.clockAt && fulfilledTimeStamp ? Date.parse(user.clockAt) - fulfilledTimeStamp : 0;
}
