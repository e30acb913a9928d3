import { Injectable } from '@nestjs/common';
import type { UserWork } from '../../../contract/users.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { CallsService } from '../calls/calls.service.js';
import { CaseMovesService } from '../cases/moves/case-moves.service.js';

/** Cases that a refusal names. */
const NAMED = 5;

interface OpenCase {
  id: number;
  loanId: string;
  borrowerName: string;
  promised: number;
}

/**
 * What a person has in hand when they are disabled or moved. The person's row is locked by then, so that nobody gives them
 * another case or call meanwhile.
 */
@Injectable()
export class OpenWorkService {
  constructor(
    private readonly moves: CaseMovesService,
    private readonly calls: CallsService,
  ) {}

  /**
   * Cases go back to their queue with their promises, calls are hung up, all in the command at hand.
   *
   * @throws user.hasWork with what it is, unless it may be released
   */
  async putDown(tx: Tx, userId: number, release: boolean): Promise<void> {
    const [cases, calls] = await tx.read<[OpenCase, object]>(
      sql`
        SELECT c.id, c.loan_no AS loanId, c.borrower_name AS borrowerName, c.promise_id IS NOT NULL AS promised
        FROM collection_case c WHERE c.owner_id = ${userId} AND c.is_open = 1 ORDER BY c.id`,
      sql`SELECT p.id FROM phone_call p WHERE p.agent_id = ${userId} AND p.is_live = 1`,
    );
    if (cases.length + calls.length === 0) return;
    if (!release) throw refusal(cases, calls.length);
    await this.calls.endOf(tx, userId);
    const taskIds = cases.map(({ id }) => id);
    await this.moves.releaseWithin(tx, taskIds, 'LEFT');
  }
}

function refusal(cases: readonly OpenCase[], calls: number): AppError {
  const work: UserWork = {
    cases: cases.length,
    promises: cases.filter(({ promised }) => promised === 1).length,
    calls,
    named: cases.slice(0, NAMED).map(({ loanId, borrowerName }) => `${borrowerName} (${loanId})`),
  };
  return new AppError('user.hasWork', {}, [], { work });
}
