import { Injectable } from '@nestjs/common';
import type { IdentityIntake, IntakeAnswer } from '../../../../contract/cases/intake.js';
import { sql } from '../../../platform/db/sql.js';
import { NoticesService } from './notices.service.js';

/** Third parties' answers about borrowers, as the lender's platform passes them on. The newest answer is kept. */
@Injectable()
export class IdentityIntakeService {
  constructor(private readonly notices: NoticesService) {}

  /** @throws intake.unknownBorrower, request.reused */
  take(messages: readonly IdentityIntake[]): Promise<IntakeAnswer[]> {
    return this.notices.take(messages, {
      command: 'intake.identity',
      body: (answer) => answer,
      at: ({ checkedAt }) => checkedAt,
      storedAt: () => sql`(SELECT a.checked_at FROM identity_answer a WHERE a.borrower_id = b.id)`,
      write: (tx, { message, borrowerId, at }) => {
        const { provider, reference, identityMatch, phoneMatch, faceSimilarity } = message;
        const { creditScore, riskLevel, recentLenders, overdueElsewhere } = message;
        tx.write(sql`
          REPLACE INTO identity_answer (borrower_id, provider, reference, checked_at, identity_match, phone_match,
            face_similarity, credit_score, risk_level, recent_lenders, overdue_elsewhere)
          VALUES (${borrowerId}, ${provider}, ${reference}, ${at}, ${identityMatch}, ${phoneMatch}, ${faceSimilarity},
            ${creditScore}, ${riskLevel}, ${recentLenders}, ${overdueElsewhere})`);
      },
      tell: (tx, { borrowerId, caseId, at }) =>
        tx.emit('borrower.identityReceived', { borrowerId }, { caseId, effectiveAt: at }),
    });
  }
}
