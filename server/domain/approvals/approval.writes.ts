import { In, IsNull, type EntityManager } from 'typeorm';
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

type Wish = Pick<Approval, 'id' | 'kind' | 'institutionId' | 'reason' | 'document'> &
  Partial<Pick<Approval, 'subjectId'>>;

/** Under the lock of the institution or of the subject. @throws approval.stands while one of its kind and subject waits or stands */
export async function askFor(tx: Tx, actor: Actor, wish: Wish): Promise<void> {
  const { id, kind, institutionId, subjectId = null } = wish;
  const which = { institutionId, kind, subjectId: subjectId ?? IsNull() };
  if (await tx.manager.existsBy(Approval, { ...which, status: In(['WAITING', 'APPROVED']) }))
    throw new AppError('approval.stands');
  const request = { requestedBy: actor.userId, requestedAt: tx.now, status: 'WAITING' as const };
  await tx.manager.insert(Approval, { ...wish, ...request } as object);
  tx.emit('approval.requested', { approvalId: id, institutionId, kind });
}

interface Waiting<Document> {
  waiting: WaitingChange;
  /** The change that it writes. */
  document: Document;
}
type Kind = Pick<Approval, 'institutionId' | 'kind'> & { subjectId?: number };

/** The change of a kind that waits for a second administrator of an institution, as a viewer sees it. */
export async function waitingChange<Document>(
  manager: EntityManager,
  viewer: Pick<Actor, 'userId'>,
  which: Kind,
): Promise<Waiting<Document> | null> {
  const where = { ...which, status: 'WAITING' as const };
  const approval = await manager.findOne(Approval, { where, relations: { requester: true } });
  return approval && waitingOf(approval, viewer);
}

/** By subject, as `waitingChange`. */
export async function waitingChanges<Document>(
  manager: EntityManager,
  viewer: Pick<Actor, 'userId'>,
  kind: ApprovalKind,
  subjectIds: readonly number[],
): Promise<Map<number, Waiting<Document>>> {
  if (subjectIds.length === 0) return new Map();
  const where = { kind, subjectId: In(subjectIds), status: 'WAITING' as const };
  const approvals = await manager.find(Approval, { where, relations: { requester: true } });
  return new Map(approvals.map((approval) => [approval.subjectId!, waitingOf<Document>(approval, viewer)]));
}

function waitingOf<Document>(approval: Approval, { userId }: Pick<Actor, 'userId'>): Waiting<Document> {
  const { id: approvalId, version: approvalVersion, requester, requestedBy, requestedAt } = approval;
  const by = { requestedBy: requester?.name ?? null, ...wire({ requestedAt }), mine: requestedBy === userId };
  return { waiting: { approvalId, approvalVersion, ...by }, document: approval.document as Document };
}
