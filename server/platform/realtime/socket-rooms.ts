import type { Grants } from '../../../contract/permissions.js';
import { rooms } from '../../../contract/realtime.js';
import type { Actor } from '../auth/actor.js';

/** The rooms that a socket has without asking. A wallboard has none: it watches its board. */
export function ownRooms(actor: Actor): string[] {
  const own = [sessionRoom(actor.sessionId)];
  if (actor.kiosk) return own;
  own.push(rooms.user(actor.userId), rooms.institution(actor.institutionId));
  // A viewer whose lists reach over several institutions joins the rooms of each.
  if (actor.role === 'admin' || actor.role === 'supervisor')
    own.push(...actor.institutionIds.map(rooms.institution));
  if (actor.role === 'leader' && actor.groupId !== null) own.push(rooms.group(actor.groupId));
  return own;
}

export function sessionRoom(sessionId: number): string {
  return `session:${sessionId}`;
}

interface Rooms {
  join: (rooms: string[]) => Promise<void> | void;
  leave: (room: string) => Promise<void> | void;
}

export function isSame(one: Grants, other: Grants): boolean {
  return (
    one === other ||
    (one.menu.join() === other.menu.join() && one.permissions.join() === other.permissions.join())
  );
}

export async function changeRooms(socket: Rooms, before: string[], after: string[]): Promise<void> {
  const [old, now] = [new Set(before), new Set(after)];
  await socket.join(after.filter((room) => !old.has(room)));
  for (const room of before) if (!now.has(room)) await socket.leave(room);
}
