import { Injectable } from '@nestjs/common';
import type { HandleAnomaly } from '../../../../contract/supervision/anomalies.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { peopleOf } from '../../../platform/auth/scope.js';
import { checkVersion } from '../../../platform/db/changes.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../../platform/http/app-error.js';
import { publishViolation } from '../../announcements/violations.service.js';
import { anomaliesOf } from './anomalies.queries.js';

interface Locked {
  id: number;
  version: number;
  status: string;
  userId: number;
  institutionId: number;
  name: string;
}
type Saved = { id: number; version: number };

/** Acts on an anomaly: handed over, acknowledged, or announced as a violation. Nobody handles their own. */
@Injectable()
export class AnomalyActsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws anomaly.notFound, anomaly.own, anomaly.handled, anomaly.assignee, entity.changed */
  async handle(actor: Actor, { clientRequestId, ...input }: HandleAnomaly): Promise<Saved> {
    const announcementId = await this.ids.take();
    return this.uow.once(actor, ['anomaly.handle', clientRequestId, input], (tx) =>
      this.handleWithin(tx, actor, input, announcementId),
    );
  }

  private async handleWithin(
    tx: Tx,
    actor: Actor,
    input: Omit<HandleAnomaly, 'clientRequestId'>,
    announcementId: number,
  ): Promise<Saved> {
    const [[found]] = await tx.read<[Locked]>(sql`
      SELECT a.id, a.version, a.status, a.user_id AS userId, a.institution_id AS institutionId, u.name
      FROM anomaly a JOIN user u ON u.id = a.user_id WHERE a.id = ${input.id} AND ${anomaliesOf(actor)} FOR UPDATE`);
    if (!found) throw new AppError('anomaly.notFound');
    if (found.userId === actor.userId) throw new AppError('anomaly.own');
    checkVersion(found, input.version, { version: found.version, status: found.status });
    if (found.status !== 'OPEN') throw new AppError('anomaly.handled');
    const act = input as HandleAnomaly;
    if (act.act === 'assign') await assign(tx, actor, found, act.assigneeId);
    else {
      if (act.act === 'announce') {
        const { institutionId, name } = found;
        await publishViolation(tx, announcementId, {
          institutionId,
          name,
          reason: act.note,
          amount: act.amount,
          from: { source: 'ANOMALY', sourceId: found.id, userId: found.userId },
        });
      }
      tx.write(sql`
        UPDATE anomaly SET status = ${act.act === 'announce' ? 'ANNOUNCED' : 'ACKNOWLEDGED'}, note = ${act.note},
          announcement_id = ${act.act === 'announce' ? announcementId : null}, handled_by = ${actor.userId},
          handled_at = ${tx.now}, version = version + 1
        WHERE id = ${found.id}`);
    }
    tx.emit('anomaly.handled', {
      ...{ anomalyId: found.id, institutionId: found.institutionId, act: act.act },
      assigneeId: act.act === 'assign' ? act.assigneeId : null,
    });
    return { id: found.id, version: found.version + 1 };
  }
}

/** To a leader, supervisor or administrator whom the actor sees, and never to whom it concerns. */
async function assign(tx: Tx, actor: Actor, { id, userId }: Locked, assigneeId: number): Promise<void> {
  const [[assignee]] = await tx.read<[{ id: number }]>(sql`
    SELECT u.id FROM user u
    WHERE u.id = ${assigneeId} AND u.id <> ${userId} AND u.role <> 'member' AND u.enabled = 1 AND ${peopleOf(actor)}`);
  if (!assignee) throw fieldError('anomaly.assignee', 'assigneeId');
  tx.write(sql`UPDATE anomaly SET assignee_id = ${assigneeId}, version = version + 1 WHERE id = ${id}`);
}
