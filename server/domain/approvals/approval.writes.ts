import { In, type EntityManager } from 'typeorm';
import type { Actor } from '../../platform/auth/actor.js';
import type { ApprovalKind, WaitingChange } from '../../../contract/administration/approvals.js';
import { wire } from '../../platform/db/rows.js';
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

/** The change of a kind that waits for a second administrator of an institution, as a viewer sees it, with what it writes. */
export async function waitingChange<Document>(
  manager: EntityManager,
  { userId }: Pick<Actor, 'userId'>,
  which: Pick<Approval, 'institutionId' | 'kind'>,
): Promise<{ waiting: WaitingChange; document: Document } | null> {
  const where = { ...which, status: 'WAITING' as const };
  const approval = await manager.findOne(Approval, { where, relations: { requester: true } });
  if (!approval) return null;
  const { id: approvalId, version: approvalVersion, requester, requestedBy, requestedAt } = approval;
  const by = { requestedBy: requester?.name ?? null, ...wire({ requestedAt }), mine: requestedBy === userId };
  return { waiting: { approvalId, approvalVersion, ...by }, document: approval.document as Document };
}
