import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserStatusChange } from '../../../contract/session.js';
import type { UserChange } from '../../../contract/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import { peopleOf } from '../../platform/auth/scope.js';
import { checkVersion, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { SessionsService, type EndSessions } from '../session/sessions.service.js';
import { Group } from '../groups/group.entity.js';
import { Queue } from '../queues/queue.entity.js';
import { OpenWorkService } from './open-work.service.js';
import { User } from './user.entity.js';
import { columnsOf, endsSessions, outranks, takesWork } from './user.rules.js';
import { UsersQueries } from './users.queries.js';

@Injectable()
export class AccountsService {
  constructor(
    private readonly ids: Ids,
    private readonly sessions: SessionsService,
    private readonly queries: UsersQueries,
    private readonly work: OpenWorkService,
  ) {}

  /**
   * A new account has a password that nobody knows. Whoever is moved, renamed or given another role is signed out.
   *
   * @throws user.notFound outside the actor's scope, entity.changed, user.usernameTaken, user.hasWork of whoever is moved, user.lastAdmin, permission.denied
   * for a role above the own one or an end of the own administration, institution.notFound, group.notFound, queue.elsewhere
   */
  async save(actor: Actor, change: UserChange): Promise<{ id: number }> {
    if (outranks(change.role, actor.role)) throw fieldError('permission.denied', 'role');
    if (!actor.institutionIds.includes(change.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    try {
      return await (change.id === undefined
        ? this.add(actor, change)
        : this.change(actor, change.id, change));
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError('user.usernameTaken', 'username');
      throw error;
    }
  }

  /** @throws user.notFound for anybody outside the actor's scope; user.lastAdmin; user.hasWork; permission.denied for oneself. */
  async setStatus(actor: Actor, { userId, enabled, release = false }: UserStatusChange): Promise<void> {
    if (userId === actor.userId && !enabled) throw new AppError('permission.denied');
    await this.sessions.command(actor, async (tx, end) => {
      const user = await lockPerson(tx, actor, userId);
      if (!enabled) {
        await this.work.putDown(tx, userId, release);
        return disableWithin(tx, end, user);
      }
      const changes = await saveChanges(tx, user, { enabled, updatedAt: tx.now, updatedBy: actor.userId });
      if (changes) tx.emit('user.changed', { userId, institutionId: user.institutionId, changes });
    });
  }

  private async add(actor: Actor, change: UserChange): Promise<{ id: number }> {
    const id = await this.ids.take();
    const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
    const { clientRequestId, ...body } = change;
    const request = new ClientRequest<{ id: number }>(actor, 'account', clientRequestId, body);
    const add = async (tx: Tx) => {
      await checkPlace(tx, change);
      const made = { id, passwordHash, createdBy: actor.userId, updatedBy: actor.userId };
      const times = { createdAt: tx.now, updatedAt: tx.now };
      await tx.manager.save(tx.manager.create(User, { ...columnsOf(change), ...made, ...times }));
      tx.emit('user.created', { userId: id, institutionId: change.institutionId });
      return { id };
    };
    return request.once((run) => this.sessions.command(actor, run), add);
  }

  private async change(actor: Actor, id: number, change: UserChange): Promise<{ id: number }> {
    const inForce = await this.queries.info(actor, id);
    await this.sessions.command(actor, async (tx, end) => {
      const user = await lockPerson(tx, actor, id);
      checkVersion(user, change.version, inForce);
      await checkPlace(tx, change);
      if (change.role !== user.role || change.institutionId !== user.institutionId) {
        if (id === actor.userId) throw fieldError('permission.denied', 'role');
        await keepOneAdmin(tx, user);
      }
      if (takesWork(user, change)) await this.work.putDown(tx, id, change.release ?? false);
      await this.write(tx, end, actor, user, change);
    });
    return { id };
  }

  private async write(tx: Tx, end: EndSessions, actor: Actor, user: User, change: UserChange): Promise<void> {
    const values = { ...columnsOf(change), updatedAt: tx.now, updatedBy: actor.userId };
    const changes = await saveChanges(tx, user, values);
    if (!changes) return;
    tx.emit('user.changed', { userId: user.id, institutionId: user.institutionId, changes });
    if (endsSessions(changes)) await end(sql`s.user_id = ${user.id}`, 'revoked');
  }
}

/** @throws user.notFound for whoever is outside the actor's scope, or above the actor. */
export async function lockPerson(tx: Tx, actor: Actor, id: number, more: string[] = []): Promise<User> {
  const user = await lockOne(tx, User, 'u', sql`u.id = ${id} AND ${peopleOf(actor)}`, more);
  if (!user || outranks(user.role, actor.role)) throw new AppError('user.notFound');
  return user;
}

/** Part of another command, which has locked the person: signed out at once, and never in again. @throws user.lastAdmin */
export async function disableWithin(tx: Tx, end: EndSessions, user: User): Promise<void> {
  await keepOneAdmin(tx, user);
  const { id: userId, institutionId } = user;
  const disabled = { enabled: false, updatedAt: tx.now, updatedBy: tx.actor.userId };
  if (!(await saveChanges(tx, user, disabled))) return;
  tx.emit('user.disabled', { userId, institutionId });
  await end(sql`s.user_id = ${userId}`, 'disabled');
}

/** Group and queue are those of the institution. @throws group.notFound, queue.elsewhere */
async function checkPlace(tx: Tx, { institutionId, groupId, queueId }: UserChange): Promise<void> {
  if (groupId !== null && !(await tx.manager.existsBy(Group, { id: groupId, institutionId })))
    throw fieldError('group.notFound', 'groupId');
  if (queueId !== null && !(await tx.manager.existsBy(Queue, { id: queueId, institutionId })))
    throw fieldError('queue.elsewhere', 'queueId');
}

/** Before an administrator goes: another one stays. All are locked, so that no two see each other off. @throws user.lastAdmin */
async function keepOneAdmin(tx: Tx, { id, role, enabled, institutionId }: User): Promise<void> {
  if (role !== 'admin' || !enabled) return;
  const [admins] = await tx.read<[{ id: number }]>(sql`
    SELECT u.id FROM user u
    WHERE u.institution_id = ${institutionId} AND u.role = 'admin' AND u.enabled = 1 FOR UPDATE`);
  if (admins.every((admin) => admin.id === id)) throw new AppError('user.lastAdmin');
}
