import { Injectable } from '@nestjs/common';
import type { WeightsChange } from '../../../contract/priorities.js';
import type { Actor } from '../../platform/auth/actor.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { WeightsQueries } from './weights.queries.js';

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
      // The institution's row is the lock: before the first version there is nothing else to hold on to.
      const [, [latest]] = await tx.read<[object, { version: number | null }]>(
        sql`SELECT id FROM institution WHERE id = ${institutionId} FOR UPDATE`,
        sql`SELECT MAX(version) AS version FROM priority_weights WHERE institution_id = ${institutionId}`,
      );
      if ((latest?.version ?? 0) !== change.version) throw new AppError('weights.changed');
      tx.write(sql`
        INSERT INTO priority_weights (institution_id, version, weights, changed_by, changed_at)
        VALUES (${institutionId}, ${version}, ${JSON.stringify(change.weights)}, ${actor.userId}, ${tx.now})`);
      tx.emit({
        name: 'priorities.changed',
        subject: ['institution', institutionId],
        payload: { institutionId, version },
      });
    });
    this.queries.forget(institutionId);
    return { version };
  }
}
