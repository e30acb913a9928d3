import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserStatusChange } from '../../../contract/session.js';
import type { PendingApproval } from '../../../contract/administration/approvals.js';
import { UserChange, UserForm, type AccountChange } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { hashPassword } from '../../platform/auth/passwords.js';
import { Rights } from '../../platform/auth/rights.js';
import { checkVersion, insertNew, parsed, saveChanges } from '../../platform/db/changes.js';
import type { NounCommand, Reverting } from '../../platform/db/configured-entity.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { SessionsService } from '../session/sessions.service.js';
import { ofPerson, type EndSessions } from '../../domain/session/sessions.writes.js';
import type { Approval } from '../../domain/approvals/approval.entity.js';
import { AdministratorsService } from './administrators.service.js';
import { keepAdministrator } from '../../domain/institutions/administrators.writes.js';
import { unbindWithin } from '../../domain/softphones/bindings.writes.js';
import { checkPlace, lockPerson, refuseOwnCheck } from '../../domain/users/accounts.writes.js';
import { OpenWorkService } from '../open-work/open-work.service.js';
import { User } from '../../domain/users/user.entity.js';
import { columnsOf, endsSessions, formOf, outranks, takesWork } from '../../domain/users/user.rules.js';
import { UsersQueries } from './users.queries.js';

type Saved = { id: number } & PendingApproval;

@Injectable()
export class AccountsService implements NounCommand<User> {
  readonly noun = 'user';
  readonly entity = User;

  constructor(
    private readonly ids: Ids,
    private readonly sessions: SessionsService,
    private readonly queries: UsersQueries,
    private readonly work: OpenWorkService,
    private readonly rights: Rights,
    private readonly administrators: AdministratorsService,
  ) {}

  /**
   * A new account has a password that nobody knows. Whoever is moved, renamed or given another role is signed out. An
   * administrator's account is enabled by another administrator's approval.
   *
   * @throws user.notFound outside the actor's scope, entity.changed, user.usernameTaken, user.hasWork of whoever is moved, user.lastAdmin, permission.denied
   * for a role above the own one, or with a right that the actor lacks, an end of the own administration, or the own face check,
   * institution.notFound, institution.closed, group.notFound, queue.elsewhere
   */
  async save(actor: Actor, change: UserChange): Promise<Saved> {
    if (outranks(change.role, actor.role)) throw fieldError('permission.denied', 'role');
    if (!actor.institutionIds.includes(change.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    if (!(await this.rights.covers(actor, change.institutionId, change.role)))
      throw fieldError('permission.denied', 'role');
    try {
      return await (change.id === undefined
        ? this.add(actor, change)
        : this.change(actor, change.id, change));
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError('user.usernameTaken', 'username');
      throw error;
    }
  }

  /**
   * @throws user.notFound for anybody outside the actor's scope; user.lastAdmin; user.hasWork; permission.denied for oneself, and
   * for whoever has a right that the actor lacks; approval.stands
   */
  async setStatus(
    actor: Actor,
    { userId, enabled, release = false }: UserStatusChange,
  ): Promise<PendingApproval> {
    if (userId === actor.userId && !enabled) throw new AppError('permission.denied');
    return this.sessions.command(actor, async (tx, end) => {
      const user = await lockPerson(tx, actor, userId);
      await this.rights.checkCovered(actor, user);
      if (!enabled) {
        await this.work.putDown(tx, [userId], release);
        await this.work.disable(tx, end, user);
        return { approvalId: null };
      }
      await checkPlace(tx, user);
      const approvalId = user.enabled ? null : await this.administrators.askFor(tx, actor, user);
      if (approvalId !== null) return { approvalId };
      const changes = await saveChanges(tx, user, { enabled, updatedAt: tx.now, updatedBy: actor.userId });
      if (changes) tx.emit('user.changed', { userId, institutionId: user.institutionId, changes });
      return { approvalId };
    });
  }

  /** One thing about an account: whether it is enabled, or its role. @throws what `setStatus` and `save` throw; user.needsGroup */
  async alter(actor: Actor, { id, enabled, role, ...change }: AccountChange): Promise<PendingApproval> {
    if (enabled !== undefined) return this.setStatus(actor, { userId: id, enabled, release: change.release });
    const seen = await this.queries.info(actor, id);
    const form = UserForm.safeParse({ ...seen, role });
    if (!form.success) throw fieldError('user.needsGroup', 'role');
    const { approvalId } = await this.save(actor, { ...form.data, ...change, id });
    return { approvalId };
  }

  revert(actor: Actor, old: User, { changes }: Reverting): Promise<PendingApproval> {
    const { id, version, enabled } = old;
    if ('enabled' in changes) return this.setStatus(actor, { userId: id, enabled });
    return this.save(actor, parsed(UserChange, { ...formOf(old), id, version }));
  }

  /** Part of a second administrator's approval. @throws entity.changed, institution.closed, permission.denied */
  async carryOut(tx: Tx, actor: Actor, approval: Approval): Promise<void> {
    const user = await lockPerson(tx, actor, approval.subjectId!);
    if (user.role !== 'admin' || user.institutionId !== approval.institutionId || user.enabled)
      throw new AppError('entity.changed');
    await this.rights.checkCovered(actor, user);
    await checkPlace(tx, user);
    const { id: userId, institutionId } = user;
    const changes = await saveChanges(tx, user, {
      enabled: true,
      updatedAt: tx.now,
      updatedBy: actor.userId,
    });
    tx.emit('user.changed', { userId, institutionId, changes: changes!, requestedBy: approval.requestedBy });
  }

  private async add(actor: Actor, change: UserChange): Promise<Saved> {
    const id = await this.ids.take();
    const passwordHash = await hashPassword(randomBytes(32).toString('base64'));
    const { clientRequestId, ...body } = change;
    return this.sessions.once(actor, ['account', clientRequestId, body], async (tx) => {
      await checkPlace(tx, change);
      const made = { id, passwordHash, createdBy: actor.userId, updatedBy: actor.userId };
      const times = { createdAt: tx.now, updatedAt: tx.now };
      const approvalId = await this.administrators.askFor(tx, actor, { ...change, id });
      const enabled = approvalId === null;
      const changes = await insertNew(tx, User, { ...columnsOf(change), ...made, ...times, enabled });
      tx.emit('user.created', { userId: id, institutionId: change.institutionId, changes });
      return { id, approvalId };
    });
  }

  private async change(actor: Actor, id: number, change: UserChange): Promise<Saved> {
    const inForce = await this.queries.info(actor, id);
    return this.sessions.command(actor, async (tx, end) => {
      const user = await lockPerson(tx, actor, id);
      checkVersion(user, change.version, inForce);
      await this.rights.checkCovered(actor, user);
      if (change.liveness !== user.liveness) await refuseOwnCheck(tx, actor, id);
      await checkPlace(tx, change, user);
      if (change.role !== user.role || change.institutionId !== user.institutionId) {
        if (id === actor.userId) throw fieldError('permission.denied', 'role');
        await keepAdministrator(tx, user);
      }
      if (change.institutionId !== user.institutionId) await unbindWithin(tx, id);
      if (takesWork(user, change)) await this.work.putDown(tx, [id], change.release ?? false);
      const approvalId = await this.administrators.askForMore(tx, actor, user, change);
      await this.write(tx, end, user, {
        ...columnsOf(change),
        ...(approvalId !== null && { enabled: false }),
      });
      return { id, approvalId };
    });
  }

  private async write(tx: Tx, end: EndSessions, user: User, columns: Partial<User>): Promise<void> {
    const values = { ...columns, updatedAt: tx.now, updatedBy: tx.actor.userId };
    const changes = await saveChanges(tx, user, values);
    if (!changes) return;
    tx.emit('user.changed', { userId: user.id, institutionId: user.institutionId, changes });
    if (endsSessions(changes)) await end(ofPerson(user.id), 'revoked');
  }
}
