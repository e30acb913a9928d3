import { Injectable } from '@nestjs/common';
import type { SetupSkipForm, SkippableStep } from '../../../contract/administration/setup.js';
import type { Actor } from '../../platform/auth/actor.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { SetupSkip } from '../../domain/setup/setup-skip.entity.js';

/** Steps that the actor's institution does not need. */
@Injectable()
export class SetupSkipsService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Said twice: the later reason stands. */
  async skip(actor: Actor, { step, reason }: SetupSkipForm): Promise<void> {
    const { institutionId, userId: skippedBy } = actor;
    await this.uow.transact(actor, async (tx) => {
      await tx.manager.save(SetupSkip, { institutionId, step, reason, skippedBy, skippedAt: tx.now });
      tx.emit('setup.skipped', { institutionId, step, reason });
    });
  }

  /** A step that was not skipped stays as it is. */
  async resume(actor: Actor, step: SkippableStep): Promise<void> {
    const { institutionId } = actor;
    await this.uow.transact(actor, async (tx) => {
      const { affected } = await tx.manager.delete(SetupSkip, { institutionId, step });
      if (affected) tx.emit('setup.resumed', { institutionId, step });
    });
  }
}
