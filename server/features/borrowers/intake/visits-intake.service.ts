import { Injectable } from '@nestjs/common';
import type { IntakeAnswer, VisitIntake } from '../../../../contract/cases/intake.js';
import { sql } from '../../../platform/db/sql.js';
import { NoticesService } from './notices.service.js';

/** Visits of the lender's app. The latest one is kept. */
@Injectable()
export class VisitsIntakeService {
  constructor(private readonly notices: NoticesService) {}

  /** @throws intake.unknownBorrower, request.reused */
  take(messages: readonly VisitIntake[]): Promise<IntakeAnswer[]> {
    return this.notices.take(messages, {
      command: 'intake.visit',
      body: (visit) => visit,
      at: ({ visitedAt }) => visitedAt,
      storedAt: () => sql`b.last_app_visit_at`,
      write: (tx, { borrowerId, at }) =>
        tx.write(sql`UPDATE borrower SET last_app_visit_at = ${at} WHERE id = ${borrowerId}`),
      tell: (tx, { borrowerId, caseId, at }) =>
        tx.emit('borrower.appVisited', { borrowerId }, { caseId, effectiveAt: at }),
    });
  }
}
