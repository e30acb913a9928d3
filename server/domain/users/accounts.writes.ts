import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { refuseOwnHand } from '../../platform/auth/ties.js';
import { lockOne } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { Queue } from '../queues/queue.entity.js';
import { User } from './user.entity.js';
import { outranks } from './user.rules.js';

/** Whoever is checked does not take the check away, by the own account or one of their making. @throws permission.denied, approval.tied */
export async function refuseOwnCheck(tx: Tx, actor: Actor, id: number): Promise<void> {
  if (id === actor.userId) throw new AppError('permission.denied');
  await refuseOwnHand(tx, actor.userId, id);
}

/** @throws user.notFound for whoever is outside the actor's scope, or above the actor. */
export async function lockPerson(tx: Tx, actor: Actor, id: number, more: string[] = []): Promise<User> {
  const user = await lockOne(tx, User, 'u', sql`u.id = ${id} AND ${peopleOf(actor)}`, more);
  if (!user || outranks(user.role, actor.role)) throw new AppError('user.notFound');
  return user;
}

type Place = Pick<User, 'institutionId' | 'groupId' | 'queueId'>;

/**
 * Group and queue are those of the institution. What is closed takes nobody in, and is not closed meanwhile: its row is
 * locked against that.
 *
 * @param before whoever is there already stays there
 * @throws institution.closed, group.notFound, queue.elsewhere
 */
export async function checkPlace(
  tx: Tx,
  { institutionId, groupId, queueId }: Place,
  before?: Place,
): Promise<void> {
  const [open, [group]] = await tx.read<[object, { enabled: number }]>(
    sql`SELECT 1 FROM institution WHERE id = ${institutionId} AND enabled = 1 LOCK IN SHARE MODE`,
    sql`SELECT enabled FROM admin_group
        WHERE id = ${groupId} AND institution_id = ${institutionId} LOCK IN SHARE MODE`,
  );
  if (open.length === 0 && institutionId !== before?.institutionId)
    throw fieldError('institution.closed', 'institutionId');
  const isOpen = group?.enabled === 1 || (group && groupId === before?.groupId);
  if (groupId !== null && !isOpen) throw fieldError('group.notFound', 'groupId');
  if (queueId !== null && !(await tx.manager.existsBy(Queue, { id: queueId, institutionId })))
    throw fieldError('queue.elsewhere', 'queueId');
}
