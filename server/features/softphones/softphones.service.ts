import { Injectable } from '@nestjs/common';
import type { SoftphoneAct, SoftphoneChange } from '../../../contract/contact/softphones.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Vault } from '../../platform/crypto/vault.js';
import { checkVersion, insertNew, lockOne, saveChanges } from '../../platform/db/changes.js';
import { ClientRequest } from '../../platform/db/client-request.js';
import { dbErrorCode } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { lockPerson } from '../../domain/users/accounts.writes.js';
import { bindWithin, release } from '../../domain/softphones/bindings.writes.js';
import { Softphone } from '../../domain/softphones/softphone.entity.js';
import { phonesOf, SoftphonesQueries } from './softphones.queries.js';

@Injectable()
export class SoftphonesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly queries: SoftphonesQueries,
  ) {}

  /**
   * @throws softphone.notFound outside the actor's scope, institution.notFound, softphone.numberTaken, entity.changed,
   * softphone.stays of a bound one that is moved
   */
  async save(actor: Actor, { clientRequestId, ...change }: SoftphoneChange): Promise<{ id: number }> {
    if (!actor.institutionIds.includes(change.institutionId))
      throw fieldError('institution.notFound', 'institutionId');
    const request = new ClientRequest<{ id: number }>(actor, 'softphone', clientRequestId, change);
    const save = change.id === undefined ? await this.adding(change) : this.changing(actor, change);
    try {
      return await request.once((run) => this.uow.transact(actor, run), save);
    } catch (error) {
      if (dbErrorCode(error) === 'ER_DUP_ENTRY') throw fieldError('softphone.numberTaken', 'extensionNumber');
      throw error;
    }
  }

  /**
   * @throws softphone.notFound, user.notFound, both outside the actor's scope; entity.changed; softphone.elsewhere of a person
   * of another institution, softphone.taken, softphone.oneEach, softphone.disabled, user.disabled
   */
  operate(actor: Actor, { clientRequestId, ...body }: SoftphoneAct): Promise<{ id: number }> {
    const request = new ClientRequest<{ id: number }>(actor, 'softphoneAct', clientRequestId, body);
    return request.once(
      (run) => this.uow.transact(actor, run),
      async (tx) => {
        await this.act(tx, actor, body);
        return { id: body.id };
      },
    );
  }

  private async adding(change: SoftphoneChange) {
    const id = await this.ids.take();
    const { institutionId } = change;
    return async (tx: Tx) => {
      const times = { createdAt: tx.now, updatedAt: tx.now };
      const made = { ...this.columns(change), id, status: 'ENABLED' as const, ...times };
      const changes = await insertNew(tx, Softphone, made);
      tx.emit('softphone.created', { softphoneId: id, institutionId, changes });
      return { id };
    };
  }

  private changing(actor: Actor, change: SoftphoneChange) {
    return async (tx: Tx) => {
      const id = change.id!;
      const phone = await this.lock(tx, actor, id, change.version);
      if (phone.ownerId !== null && phone.institutionId !== change.institutionId)
        throw fieldError('softphone.stays', 'institutionId');
      await write(tx, phone, this.columns(change));
      return { id };
    };
  }

  private async act(tx: Tx, actor: Actor, { id, act, agentId, version }: SoftphoneAct): Promise<void> {
    if (act === 'bind') {
      const user = await lockPerson(tx, actor, agentId!);
      const phone = await this.lock(tx, actor, id, version);
      if (!user.enabled) throw new AppError('user.disabled');
      if (user.institutionId !== phone.institutionId) throw new AppError('softphone.elsewhere');
      return bindWithin(tx, phone, user.id);
    }
    const phone = await this.lock(tx, actor, id, version);
    if (act === 'unbind') return release(tx, phone);
    await write(tx, phone, { status: act === 'enable' ? 'ENABLED' : 'DISABLED' });
  }

  private async lock(tx: Tx, actor: Actor, id: number, version: number | undefined): Promise<Softphone> {
    const inForce = version === undefined ? {} : await this.queries.info(actor, id);
    const phone = await lockOne(tx, Softphone, 'p', sql`p.id = ${id} AND ${phonesOf(actor)}`);
    if (!phone) throw new AppError('softphone.notFound');
    checkVersion(phone, version, inForce);
    return phone;
  }

  private columns({ institutionId, supplier, extensionNumber, provider, password }: SoftphoneChange) {
    const sealed = password === null ? {} : { passwordEnc: this.vault.seal(password) };
    return { institutionId, supplier, extensionNumber, provider, ...sealed };
  }
}

async function write(tx: Tx, phone: Softphone, values: Partial<Softphone>): Promise<void> {
  const { id: softphoneId, institutionId, ownerId } = phone;
  const changes = await saveChanges(tx, phone, { ...values, updatedAt: tx.now });
  if (changes && Object.keys(changes).length > 0)
    tx.emit('softphone.changed', { softphoneId, institutionId, ownerId, changes });
}
