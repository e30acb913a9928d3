import { Injectable } from '@nestjs/common';
import type { PageVisit } from '../../../../contract/money/payments.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';

interface VisitedLoan {
  id: number;
  caseId: number | null;
  lastVisitAt: Date | null;
}

@Injectable()
export class PageVisitsService {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Notes that the borrower opened a payment page. The latest visit counts: a repeated or late message changes nothing.
   *
   * @throws payment.unknownLoanItem
   */
  note({ loanItemExternalId, visitedAt }: PageVisit): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [[loan]] = await tx.read<[VisitedLoan]>(sql`
        SELECT li.id, li.last_page_visit_at AS lastVisitAt,
          (SELECT c.id FROM collection_case c WHERE c.open_loan_item_id = COALESCE(li.lead_item_id, li.id)) AS caseId
        FROM loan_item li WHERE li.external_id = ${loanItemExternalId} FOR UPDATE`);
      if (!loan) throw new AppError('payment.unknownLoanItem');
      // A clock of theirs that runs ahead would hide every later visit.
      const at = new Date(Math.min(Date.parse(visitedAt), tx.now.getTime()));
      if (loan.lastVisitAt && loan.lastVisitAt >= at) return;
      tx.write(sql`UPDATE loan_item SET last_page_visit_at = ${at} WHERE id = ${loan.id}`);
      tx.emit('payment.pageVisited', { loanItemId: loan.id }, { caseId: loan.caseId, effectiveAt: at });
    });
  }
}
