import { Injectable } from '@nestjs/common';
import type { DeviceDataChange } from '../../../../contract/guard.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { ownInstitution } from './policies.service.js';

interface Approval {
  id: number;
  requestedBy: number;
  approvedAt: Date | null;
}

/**
 * The policy for what came from borrowers' devices. KEEP lets the intake keep it and its screens show it, CONTACT lets the
 * guard allow it; each takes two administrators, and any one ends it.
 */
@Injectable()
export class DeviceDataService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** @throws institution.notFound, guard.sameAdmin, guard.deviceState when there is nothing to approve, or it stands already */
  async change(actor: Actor, { institutionId, purpose, act }: DeviceDataChange): Promise<void> {
    const of = ownInstitution(actor, institutionId);
    const id = await this.ids.take();
    await this.uow.transact(actor, async (tx) => {
      const [, found] = await tx.read<[{ id: number }, Approval]>(
        sql`SELECT id FROM institution WHERE id = ${of} FOR UPDATE`,
        sql`
          SELECT a.id, a.requested_by AS requestedBy, a.approved_at AS approvedAt FROM device_approval a
          WHERE a.institution_id = ${of} AND a.purpose = ${purpose} AND a.ended_at IS NULL`,
      );
      if (act === 'request') {
        if (found[0]) throw new AppError('guard.deviceState');
        tx.write(sql`
          INSERT INTO device_approval (id, institution_id, purpose, requested_by, requested_at)
          VALUES (${id}, ${of}, ${purpose}, ${actor.userId}, ${tx.now})`);
      } else if (act === 'approve') approve(tx, actor, found[0]);
      else end(tx, actor, found[0]);
      if (purpose === 'KEEP' && act !== 'request')
        tx.write(sql`UPDATE institution SET device_data = ${act === 'approve'} WHERE id = ${of}`);
      tx.emit({
        name:
          act === 'request'
            ? 'deviceData.requested'
            : act === 'approve'
              ? 'deviceData.approved'
              : 'deviceData.ended',
        subject: ['institution', of],
        payload: { institutionId: of, purpose },
      });
    });
  }
}

function approve(tx: Tx, actor: Actor, found: Approval | undefined): void {
  if (!found || found.approvedAt !== null) throw new AppError('guard.deviceState');
  if (found.requestedBy === actor.userId) throw new AppError('guard.sameAdmin');
  tx.write(sql`
    UPDATE device_approval SET approved_by = ${actor.userId}, approved_at = ${tx.now} WHERE id = ${found.id}`);
}

function end(tx: Tx, actor: Actor, found: Approval | undefined): void {
  if (!found) throw new AppError('guard.deviceState');
  tx.write(
    sql`UPDATE device_approval SET ended_by = ${actor.userId}, ended_at = ${tx.now} WHERE id = ${found.id}`,
  );
}
