import type { CurrentUser } from '../../../contract/session';

/** A wall shows the board of a leader's team: whoever leads none cannot open one. */
export function mayPair(me: CurrentUser | undefined): boolean {
  return me?.role === 'leader' && me.groupId !== null && me.permissions.includes('kiosk:issue');
}
