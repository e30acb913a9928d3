import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IdentityPlace } from '../../../../contract/administration/identity-places.js';
import { DEFAULT_USER, UserForm } from '../../../../contract/administration/users.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { hashPassword } from '../../../platform/auth/passwords.js';
import { insertNew } from '../../../platform/db/changes.js';
import { dbErrorCode } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import type { Vouched } from '../../../platform/providers/openid.js';
import { Providers } from '../../../platform/providers/providers.js';
import { Group } from '../../../domain/groups/group.entity.js';
import { Institution } from '../../../domain/institutions/institution.entity.js';
import { Queue } from '../../../domain/queues/queue.entity.js';
import { User } from '../../../domain/users/user.entity.js';
import { checkPlace } from '../../../domain/users/accounts.writes.js';
import { columnsOf } from '../../../domain/users/user.rules.js';

const NAME_LENGTH = 80;

/**
 * Accounts of people whom the lender's identity provider vouches for, where its groups stand for work here. Who has none is made
 * one; whose account is of another role or institution is moved by an administrator, for a move puts work down.
 */
@Injectable()
export class VouchedPeopleService {
  constructor(
    private readonly providers: Providers,
    private readonly dataSource: DataSource,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @returns why this person does not come in: identity.noPlace, identity.elsewhere; null for nothing */
  async settle(vouched: Vouched): Promise<AppError | null> {
    const { places } = this.providers.of('identity');
    if (places.length === 0) return null;
    const { manager } = this.dataSource;
    const account = await manager.findOneBy(User, { username: vouched.username });
    // Administrators are made and placed by administrators alone.
    if (account?.role === 'admin') return null;
    const place = places.find(({ group }) => vouched.groups.includes(group));
    const institution =
      place && (await manager.findOneBy(Institution, { code: place.institution, enabled: true }));
    if (!institution) return new AppError('identity.noPlace');
    if (!account) return this.make(vouched, place, institution);
    if (account.role === place.role && account.institutionId === institution.id) return null;
    return new AppError('identity.elsewhere', { institution: institution.name });
  }

  private async make(
    { username, name, email }: Vouched,
    place: IdentityPlace,
    { id: institutionId }: Institution,
  ): Promise<AppError | null> {
    const { manager } = this.dataSource;
    const [team, queue] = await Promise.all([
      place.team === null
        ? null
        : manager.findOneBy(Group, { institutionId, name: place.team, enabled: true }),
      place.queue === null ? null : manager.findOneBy(Queue, { institutionId, code: place.queue }),
    ]);
    // The approved queue is not there any more: an account beside its work would be handed nothing.
    if (place.queue !== null && !queue) return new AppError('identity.noPlace');
    const stated = {
      ...{ ...DEFAULT_USER, username, role: place.role },
      name: (name ?? username).slice(0, NAME_LENGTH),
      email: UserForm.shape.email.safeParse(email?.toLowerCase() ?? null).data ?? null,
    };
    const where = { institutionId, groupId: team?.id ?? null, queueId: queue?.id ?? null };
    const form = UserForm.safeParse({ ...stated, ...where });
    if (!form.success) return new AppError('identity.noPlace');
    const [id, passwordHash] = [
      await this.ids.take(),
      await hashPassword(randomBytes(32).toString('base64')),
    ];
    try {
      await this.uow.transact(SYSTEM, async (tx) => {
        await checkPlace(tx, form.data);
        const times = { createdAt: tx.now, updatedAt: tx.now };
        const changes = await insertNew(tx, User, {
          ...columnsOf(form.data),
          id,
          passwordHash,
          ...times,
          enabled: true,
        });
        tx.emit('user.created', { userId: id, institutionId, changes });
      });
    } catch (error) {
      // The same person, in two browsers at once: the other one has made it.
      if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
    }
    return null;
  }
}
