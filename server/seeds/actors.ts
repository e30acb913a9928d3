import type { Role } from '../../contract/codes.js';
import { ROLE_GRANTS } from '../../contract/permissions.js';
import type { Actor } from '../platform/auth/actor.js';

export interface Seat {
  id: number;
  name: string;
  username: string;
  role: Role;
  institutionId: number;
  groupId: number | null;
  queueId: number | null;
}

export function actorOf(seat: Seat): Actor {
  return {
    userId: seat.id,
    name: seat.name,
    username: seat.username,
    role: seat.role,
    institutionId: seat.institutionId,
    institutionIds: [seat.institutionId],
    path: `/${seat.institutionId}/`,
    everywhere: false,
    groupId: seat.groupId,
    queueId: seat.queueId,
    permissions: new Set(ROLE_GRANTS[seat.role].permissions),
    sessionId: 0,
    kiosk: false,
    requestId: null,
    address: null,
    language: 'es',
  };
}
