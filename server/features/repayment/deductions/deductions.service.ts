import { Injectable } from '@nestjs/common';
import { PAY_LOG_STATUSES } from '../../../../contract/codes.js';
import type { DeductionAnswer } from '../../../../contract/money/deductions.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { Ids } from '../../../platform/db/ids.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Site } from '../../../platform/site/site.js';
import { MoneyActs } from '../codes/money-acts.service.js';
import { debitAmount } from '../../../domain/deductions/deduction.rules.js';
import { insertDeduction, loanFacts, type LoanFacts } from '../../../domain/deductions/deduction.writes.js';

interface DebitWish {
  taskId: number;
  /** Null: the whole due. */
  amount: number | null;
  clientRequestId: string;
}

/** Requests of people: a direct debit of the stored card, one of a loan at a time. A worker hands it to the provider. */
@Injectable()
export class DeductionsService {
  constructor(
    private readonly acts: MoneyActs,
    private readonly ids: Ids,
    private readonly site: Site,
  ) {}

  /** @throws provider.off, case.notFound, case.closed, deduction.amount, deduction.noCard, deduction.inFlight */
  async request(actor: Actor, wish: DebitWish): Promise<DeductionAnswer> {
    this.site.require('debit');
    const id = await this.ids.take();
    const reads = [loanFacts(wish.taskId)];
    const act = { ...wish, command: 'deduction' as const };
    return this.acts.once<[LoanFacts], DeductionAnswer>(actor, act, reads, (tx, state, [[facts]]) => {
      const amount = debitAmount(wish.amount, state.amountDue);
      if (!facts?.card) throw new AppError('deduction.noCard');
      if (facts.pending > 0) throw new AppError('deduction.inFlight');
      const whole = wish.amount === null;
      insertDeduction(tx, { id, requestedBy: actor.userId, promiseId: null, amount, whole }, state);
      return { deductionId: id, amount, status: PAY_LOG_STATUSES.INITIALISED };
    });
  }
}
