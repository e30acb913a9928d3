import { Injectable } from '@nestjs/common';
import type { CheckCountChange, IdCardChange } from '../../../contract/administration/users.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Rights } from '../../platform/auth/rights.js';
import { Vault } from '../../platform/crypto/vault.js';
import { checkVersion, saveChanges } from '../../platform/db/changes.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { FaceChecksService, type CheckBalance } from '../session/liveness/face-checks.service.js';
import { normaliseIdCard } from '../session/sign-in.service.js';
import { lockPerson, refuseOwnCheck } from '../../domain/users/accounts.writes.js';
import { UsersQueries } from './users.queries.js';

/** By what else than a password a person is known: the bound ID number, and the faces that may be checked. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly checks: FaceChecksService,
    private readonly queries: UsersQueries,
    private readonly rights: Rights,
  ) {}

  /** @returns what the person has then. @throws user.notFound outside the actor's scope, request.reused */
  addChecks(actor: Actor, { clientRequestId, ...body }: CheckCountChange): Promise<CheckBalance> {
    const { id, kind, count } = body;
    return this.uow.once(actor, ['checks', clientRequestId, body], async (tx) => {
      const { institutionId } = await lockPerson(tx, actor, id);
      const balance = await this.checks.add(tx, id, kind, count);
      tx.emit('user.checksAdded', { userId: id, institutionId, kind, count });
      return balance;
    });
  }

  /** @throws user.notFound outside the actor's scope, permission.denied for oneself and for whoever has more rights, approval.tied, entity.changed */
  async bindIdCard(actor: Actor, { id, idCard, version }: IdCardChange): Promise<void> {
    const inForce = await this.queries.info(actor, id);
    const plain = idCard === null ? null : normaliseIdCard(idCard);
    const idCardHash = plain === null ? null : this.vault.index(plain);
    const idCardEnc = plain === null ? null : this.vault.seal(plain);
    await this.uow.transact(actor, async (tx) => {
      const user = await lockPerson(tx, actor, id, ['u.idCardHash']);
      await refuseOwnCheck(tx, actor, id);
      await this.rights.checkCovered(actor, user);
      checkVersion(user, version, inForce);
      const { institutionId } = user;
      const values = { idCardHash, idCardEnc, updatedAt: tx.now, updatedBy: actor.userId };
      const changes = await saveChanges(tx, user, values);
      if (changes) tx.emit('user.changed', { userId: id, institutionId, changes });
    });
  }
}
