import { In } from 'typeorm';
import type { ApprovalKind } from '../../../contract/administration/approvals.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { Institution } from '../institutions/institution.entity.js';
import { Approval } from './approval.entity.js';

/** Whether two administrators of the institution, or of one above it, have approved a kind and nobody has ended it. */
export async function isApproved(tx: Tx, institutionId: number, kind: ApprovalKind): Promise<boolean> {
  const { path } = await tx.manager.findOneByOrFail(Institution, { id: institutionId });
  const above = path.split('/').filter(Boolean).map(Number);
  return tx.manager.existsBy(Approval, { institutionId: In(above), kind, status: 'APPROVED' });
}
