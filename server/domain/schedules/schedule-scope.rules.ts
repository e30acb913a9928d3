import type { Actor } from '../../platform/auth/actor.js';
import type { Viewer } from '../../platform/auth/scope.js';

/** The rights of who sent a schedule, as they were then: what the job that reads it goes by. */
export type ScheduleScope = Viewer & { mayResign: boolean };

export function scopeOf(actor: Actor): ScheduleScope {
  const { userId, role, institutionId, groupId, institutionIds, path, everywhere, permissions } = actor;
  const mayResign = permissions.has('user:manage');
  return { userId, role, institutionId, groupId, institutionIds, path, everywhere, mayResign };
}
