import { useState } from 'react';
import { useCurrentUserQuery } from '../../api/session-api';

/** When the page was opened, by the server's clock when that is shifted. */
export function useNow(): Date {
  const { data: user } = useCurrentUserQuery();
  const [opened] = useState(() => new Date());
  return user?.clockAt ? new Date(user.clockAt) : opened;
}
