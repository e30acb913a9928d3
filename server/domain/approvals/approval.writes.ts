import { In } from 'typeorm';
import type { Actor } from '../../platform/auth/actor.js';
import type { ApprovalKind } from '../../../contract/administration/approvals.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { Institution } from '../institutions/institution.entity.js';
import { Approval } from './approval.entity.js';

/** Whether two administrators of the institution, or of one above it, have approved a kind and nobody has ended it. */
export async function isApproved(tx: Tx, institutionId: number, kind: ApprovalKind): Promise<boolean> {
  const { path } = await tx.manager.findOneByOrFail(Institution, { id: institutionId });
  const above = path.split('/').filter(Boolean).map(Number);
  return tx.manager.existsBy(Approval, { institutionId: In(above), kind, status: 'APPROVED' });
}

type Wish = Pick<Approval, 'id' | 'kind' | 'institutionId' | 'reason' | 'document'>;

/** Under the institution's lock. @throws approval.stands while one of its kind waits or stands */
export async function askFor(tx: Tx, actor: Actor, wish: Wish): Promise<void> {
  const { id, kind, institutionId } = wish;
  const status = In(['WAITING', 'APPROVED']);
  if (await tx.manager.existsBy(Approval, { institutionId, kind, status }))
    throw new AppError('approval.stands');
  const request = { requestedBy: actor.userId, requestedAt: tx.now, status: 'WAITING' as const };
  await tx.manager.insert(Approval, { ...wish, ...request } as object);
  tx.emit('approval.requested', { approvalId: id, institutionId, kind });
}
