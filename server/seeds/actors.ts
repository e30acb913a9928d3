import type { Role } from '../../contract/codes.js';
import { ROLE_GRANTS } from '../../contract/permissions.js';
import type { Actor } from '../platform/auth/actor.js';

export interface SeedUser {
  id: number;
  name: string;
  username: string;
  role: Role;
  institutionId: number;
  groupId: number | null;
  queueId: number | null;
}

export function actorOf(user: SeedUser): Actor {
  return {
    userId: user.id,
    name: user.name,
    username: user.username,
    role: user.role,
    institutionId: user.institutionId,
    institutionIds: [user.institutionId],
    path: `/${user.institutionId}/`,
    everywhere: false,
    groupId: user.groupId,
    queueId: user.queueId,
    permissions: new Set(ROLE_GRANTS[user.role].permissions),
    sessionId: 0,
    kiosk: false,
    requestId: null,
    address: null,
    language: 'es',
  };
}
