import { Injectable } from '@nestjs/common';
import { PAY_LOG_STATUSES } from '../../../contract/codes.js';
import type { DeductionAnswer } from '../../../contract/deductions.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Ids } from '../../platform/db/ids.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { MoneyActs, type MoneyCase } from '../repayment-codes/money-acts.js';
import { debitAmount } from './deduction.rules.js';

interface DebitWish {
  taskId: number;
  /** Null: the whole due. */
  amount: number | null;
  clientRequestId: string;
}
interface LoanFacts {
  card: string | null;
  pending: number;
}

/** What people ask for: a direct debit of the stored card, one of a loan at a time. A worker hands it to the provider. */
@Injectable()
export class DeductionsService {
  constructor(
    private readonly acts: MoneyActs,
    private readonly ids: Ids,
  ) {}

  /** @throws case.notFound, case.closed, deduction.amount, deduction.noCard, deduction.inFlight */
  async request(actor: Actor, wish: DebitWish): Promise<DeductionAnswer> {
    const id = await this.ids.take();
    const reads = [loanFacts(wish.taskId)];
    const act = { ...wish, command: 'deduction' as const };
    return this.acts.once<[LoanFacts], DeductionAnswer>(actor, act, reads, (tx, state, [[facts]]) => {
      const amount = debitAmount(wish.amount, state.amountDue);
      if (!facts?.card) throw new AppError('deduction.noCard');
      if (facts.pending > 0) throw new AppError('deduction.inFlight');
      insertDeduction(tx, { id, requestedBy: actor.userId, amount, whole: wish.amount === null }, state);
      return { deductionId: id, amount, status: PAY_LOG_STATUSES.INITIALISED };
    });
  }
}

function loanFacts(caseId: number): Statement {
  return sql`
    SELECT l.card_mask AS card,
      (SELECT COUNT(*) FROM deduction d WHERE d.open_loan_item_id = l.id) AS pending
    FROM collection_case c JOIN loan_item l ON l.id = c.loan_item_id WHERE c.id = ${caseId}`;
}

function insertDeduction(
  tx: Tx,
  { id, requestedBy, amount, whole }: { id: number; requestedBy: number; amount: number; whole: boolean },
  { id: caseId, loanItemId }: MoneyCase,
): void {
  tx.write(sql`
    INSERT INTO deduction (id, case_id, loan_item_id, amount, whole, status, requested_by, requested_at)
    VALUES (${id}, ${caseId}, ${loanItemId}, ${amount}, ${whole}, ${PAY_LOG_STATUSES.INITIALISED}, ${requestedBy},
      ${tx.now})`);
  tx.emit({
    name: 'deduction.requested',
    subject: ['deduction', id],
    caseId,
    payload: { caseId, deductionId: id, amount, requestedBy, whole },
  });
}
