import { Injectable } from '@nestjs/common';
import type { DeviceDataChange } from '../../../../contract/guard-policy.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { lockOne, saveChanges } from '../../../platform/db/changes.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Institution } from '../../institutions/institution.entity.js';
import { DeviceApproval } from './device-approval.entity.js';
import { ownInstitution } from './policies.service.js';

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
      const institution = await lockOne(tx, Institution, 'i', sql`i.id = ${of}`);
      const found = await lockOne(
        tx,
        DeviceApproval,
        'a',
        sql`a.institution_id = ${of} AND a.purpose = ${purpose} AND a.ended_at IS NULL`,
      );
      if (act === 'request') {
        if (found) throw new AppError('guard.deviceState');
        const wish = { id, institutionId: of, purpose, requestedBy: actor.userId, requestedAt: tx.now };
        await tx.manager.insert(DeviceApproval, wish);
      } else if (act === 'approve') await approve(tx, actor, found);
      else await end(tx, actor, found);
      if (purpose === 'KEEP' && act !== 'request')
        await saveChanges(tx, institution!, { deviceData: act === 'approve' });
      tx.emit(EVENTS[act], { institutionId: of, purpose });
    });
  }
}

const EVENTS = {
  request: 'deviceData.requested',
  approve: 'deviceData.approved',
  end: 'deviceData.ended',
} as const;

async function approve(tx: Tx, actor: Actor, found: DeviceApproval | null): Promise<void> {
  if (!found || found.approvedAt !== null) throw new AppError('guard.deviceState');
  if (found.requestedBy === actor.userId) throw new AppError('guard.sameAdmin');
  await saveChanges(tx, found, { approvedBy: actor.userId, approvedAt: tx.now });
}

async function end(tx: Tx, actor: Actor, found: DeviceApproval | null): Promise<void> {
  if (!found) throw new AppError('guard.deviceState');
  await saveChanges(tx, found, { endedBy: actor.userId, endedAt: tx.now });
}
