import type { Actor } from '../../platform/auth/actor.js';

/** The rights of who sent a schedule, as they were then: what the job that reads it goes by. */
export type ScheduleScope = Pick<
  Actor,
  'userId' | 'role' | 'institutionId' | 'institutionIds' | 'groupId'
> & { mayResign: boolean };

export function scopeOf(actor: Actor): ScheduleScope {
  const { userId, role, institutionId, institutionIds, groupId, permissions } = actor;
  return { userId, role, institutionId, institutionIds, groupId, mayResign: permissions.has('user:manage') };
}
