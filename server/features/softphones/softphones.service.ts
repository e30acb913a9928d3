import { Injectable } from '@nestjs/common';
import {
  SoftphoneChange,
  type SoftphoneAct,
  type SoftphoneForm,
} from '../../../contract/contact/softphones.js';
import type { Actor } from '../../platform/auth/actor.js';
import { canonicalNumber, Vault } from '../../platform/crypto/vault.js';
import { lockOne } from '../../platform/db/changes.js';
import {
  ConfiguredEntity,
  type Reverting,
  type Saved,
  type Saving,
  type Written,
} from '../../platform/db/configured-entity.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { lockPerson } from '../../domain/users/accounts.writes.js';
import { bindWithin, release } from '../../domain/softphones/bindings.writes.js';
import { Softphone } from '../../domain/softphones/softphone.entity.js';
import { infoOf, phonesOf } from './softphones.queries.js';

@Injectable()
export class SoftphonesService extends ConfiguredEntity<Softphone, SoftphoneForm> {
  readonly entity = Softphone;
  readonly noun = 'softphone';
  protected readonly input = SoftphoneChange;
  protected readonly notFound = 'softphone.notFound';
  protected override readonly duplicate = ['softphone.numberTaken', 'extensionNumber'] as const;

  constructor(
    uow: UnitOfWork,
    ids: Ids,
    private readonly vault: Vault,
  ) {
    super(uow, ids);
  }

  /**
   * @throws softphone.notFound, user.notFound, both outside the actor's scope; entity.changed; softphone.elsewhere of a person
   * of another institution, softphone.taken, softphone.oneEach, softphone.disabled, user.disabled
   */
  operate(actor: Actor, { clientRequestId, ...body }: SoftphoneAct): Promise<Saved> {
    return this.uow.once(actor, ['softphoneAct', clientRequestId, body], async (tx) => {
      await this.act(tx, actor, body);
      return { id: body.id };
    });
  }

  /** @throws softphone.stays (field) of a bound one that is moved */
  protected async columns(_: Tx, form: SoftphoneForm, { row: phone }: Saving<Softphone>) {
    const { institutionId, supplier, extensionNumber, provider, callerNumber, password } = form;
    if (phone && phone.ownerId !== null && phone.institutionId !== institutionId)
      throw fieldError('softphone.stays', 'institutionId');
    const sealed = password === null ? {} : { passwordEnc: this.vault.seal(password) };
    const made = phone ? {} : { status: 'ENABLED' as const };
    const shown =
      callerNumber === undefined ? {} : { callerNumber: callerNumber && canonicalNumber(callerNumber) };
    return Promise.resolve({
      institutionId,
      supplier,
      extensionNumber,
      provider,
      ...shown,
      ...sealed,
      ...made,
    });
  }

  protected inForce(phone: Softphone) {
    return infoOf(phone);
  }

  protected override emit(tx: Tx, { what, row, changes }: Written<Softphone>): void {
    const { id: softphoneId, institutionId, ownerId } = row;
    tx.emit(`softphone.${what}`, { softphoneId, institutionId, ownerId, changes });
  }

  override async revert(actor: Actor, old: Softphone, back: Reverting): Promise<void> {
    const { id, version, status, institutionId, supplier, extensionNumber, provider, callerNumber } = old;
    const form = { institutionId, supplier, extensionNumber, provider, callerNumber, password: null };
    if ('status' in back.changes)
      await this.operate(actor, { id, version, act: status === 'ENABLED' ? 'enable' : 'disable' });
    else await this.save(actor, { ...form, id, version });
  }

  protected override find(tx: Tx, actor: Actor, id: number): Promise<Softphone | null> {
    return lockOne(tx, Softphone, 'p', sql`p.id = ${id} AND ${phonesOf(actor)}`);
  }

  private async act(tx: Tx, actor: Actor, { id, act, agentId, version }: SoftphoneAct): Promise<void> {
    if (act === 'bind') {
      const user = await lockPerson(tx, actor, agentId!);
      const phone = await this.lock(tx, actor, { id, version });
      if (!user.enabled) throw new AppError('user.disabled');
      if (user.institutionId !== phone.institutionId) throw new AppError('softphone.elsewhere');
      return bindWithin(tx, phone, user.id);
    }
    const phone = await this.lock(tx, actor, { id, version });
    if (act === 'unbind') return release(tx, phone);
    await this.write(tx, actor, phone, { status: act === 'enable' ? 'ENABLED' : 'DISABLED' });
  }
}
