import { Injectable } from '@nestjs/common';
import type { WeightsChange } from '../../../../contract/cases/priorities.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { changesOf, lockNewest } from '../../../platform/db/changes.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { PriorityWeights } from '../../../domain/priorities/priority-weights.entity.js';
import { WeightsQueries, weightsIn } from './weights.queries.js';

@Injectable()
export class WeightsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: WeightsQueries,
  ) {}

  /**
   * Puts new weights in force; the old ones stay in the table. Of two who change the same version one is refused.
   *
   * @throws institution.notFound outside the actor's institutions; weights.changed.
   */
  async change(actor: Actor, change: WeightsChange): Promise<{ version: number }> {
    const institutionId = change.institutionId ?? actor.institutionId;
    if (!actor.institutionIds.includes(institutionId)) throw new AppError('institution.notFound');
    const version = change.version + 1;
    await this.uow.transact(actor, async (tx) => {
      const seen = { institutionId, version: change.version };
      const newest = await lockNewest(tx, PriorityWeights, seen, 'weights.changed');
      const { weights } = change;
      const row = { institutionId, version, weights, changedBy: actor.userId, changedAt: tx.now };
      await tx.manager.insert(PriorityWeights, row);
      tx.emit('priorities.changed', {
        institutionId,
        version,
        changes: changesOf(weightsIn(newest), weights),
      });
    });
    this.queries.forget(institutionId);
    return { version };
  }
}
