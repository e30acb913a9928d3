import { businessDay } from '../../../../contract/shared/date';
import { useCurrentUserQuery } from '../../../api/session-api';

/** The business day, by the server's clock when that is shifted. */
export function useToday(): string {
  const { data: user } = useCurrentUserQuery();
  return businessDay(user?.clockAt ? new Date(user.clockAt) : new Date());
}
