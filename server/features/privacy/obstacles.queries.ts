import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import type { ErasureObstacle } from '../../../contract/contact/privacy.js';
import { businessDay } from '../../../contract/shared/date.js';
import { Case } from '../../domain/cases/case.entity.js';
import { Complaint } from '../../domain/complaints/complaint.entity.js';
import { ContactHold } from '../../domain/contact-compliance/holds/contact-hold.entity.js';
import type { PrivacyBlock } from '../../domain/privacy/privacy-block.entity.js';
import { Receivable } from '../../domain/receivables/receivable.entity.js';
import { Refund } from '../../domain/refunds/refund.entity.js';

/** Facts of a borrower for which his data are still needed. */
@Injectable()
export class ObstaclesQueries {
  /** @returns by the id of the block */
  async of(
    manager: EntityManager,
    blocks: readonly PrivacyBlock[],
    now: Date,
  ): Promise<Map<number, ErasureObstacle[]>> {
    if (blocks.length === 0) return new Map();
    const borrowerId = In(blocks.map((block) => block.borrowerId));
    const cases = await manager.find(Case, {
      select: { id: true, borrowerId: true, isOpen: true, loanItemId: true },
      where: { borrowerId },
    });
    const caseId = In(cases.map(({ id }) => id));
    const [complaints, holds, refunds, receivables] = await Promise.all([
      manager.find(Complaint, {
        select: { id: true, borrowerId: true },
        where: { borrowerId, status: Not('COMPLETED') },
      }),
      manager.find(ContactHold, {
        select: { id: true, borrowerId: true },
        where: { borrowerId, kind: In(['LEGAL', 'DISPUTE']), liftedAt: IsNull() },
      }),
      manager.find(Refund, { select: { id: true, caseId: true }, where: { caseId, status: 'OPEN' } }),
      manager.find(Receivable, { select: { id: true, caseId: true }, where: { caseId, status: 'OPEN' } }),
    ]);
    const owners = new Map(cases.map((one) => [one.id, one.borrowerId]));
    const owing = new Set([...refunds, ...receivables].map((one) => owners.get(one.caseId ?? 0)));
    const today = businessDay(now);
    return new Map(
      blocks.map((block) => {
        const isTheirs = (row: { borrowerId: number | null }) => row.borrowerId === block.borrowerId;
        const found: Record<ErasureObstacle, boolean> = {
          TERM: block.erasableOn > today,
          OPEN_CASE: cases.some((one) => isTheirs(one) && one.isOpen),
          COMPLAINT: complaints.some(isTheirs),
          LEGAL_HOLD: holds.some(isTheirs),
          MONEY: owing.has(block.borrowerId),
        };
        const names = Object.keys(found) as ErasureObstacle[];
        return [block.id, names.filter((name) => found[name])];
      }),
    );
  }
}
