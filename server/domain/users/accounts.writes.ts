import type { Actor } from '../../platform/auth/actor.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { refuseOwnHand } from '../../platform/auth/ties.js';
import { lockOne } from '../../platform/db/changes.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
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
