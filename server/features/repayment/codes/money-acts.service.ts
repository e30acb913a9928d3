import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../../contract/codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';

export interface MoneyCase {
  id: number;
  status: CaseStatus;
  loanItemId: number;
  amountDue: number;
  pendingCallId: number | null;
}

/** With all else that makes it this request. */
interface Act {
  command: string;
  taskId: number;
  clientRequestId: string;
}

type Rows<All extends object[]> = { [Index in keyof All]: All[Index][] };

/**
 * The beginning of every money act of a person: the case is locked, exists for the person and is open, and the same
 * clientRequestId again has no second effect and the first one's answer, however parallel it comes.
 */
@Injectable()
export class MoneyActs {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws case.notFound, request.reused, call.whoAnswers, case.closed, and whatever `work` throws; then nothing is written. */
  once<All extends object[], Answer extends object>(
    actor: Actor,
    act: Act,
    reads: Statement[],
    work: (tx: Tx, state: MoneyCase, rows: Rows<All>) => Answer,
  ): Promise<Answer> {
    return this.uow.onceLocked<Answer>(actor, [act.command, act.clientRequestId, act], async (tx, claim) => {
      const lock = lockMoneyCase(actor, act.taskId);
      const [[state], ...rest] = await claim.read<[MoneyCase, ...object[]]>(lock, ...reads);
      if (!state) throw new AppError('case.notFound');
      const earlier = claim.earlier();
      if (earlier) return earlier;
      refuseWhilePending(state);
      if (!isOpen(state.status)) throw new AppError('case.closed');
      if (state.amountDue === 0) throw new AppError('case.nothingDue');
      return claim.keep(work(tx, state, rest as unknown as Rows<All>));
    });
  }
}

function lockMoneyCase(actor: Actor, taskId: number): Statement {
  return sql`
    SELECT c.id, c.status, c.loan_item_id AS loanItemId, c.amount_due AS amountDue, ${pendingCall(actor)} AS pendingCallId
    FROM collection_case c WHERE c.id = ${taskId} AND ${casesOf(actor)} FOR UPDATE`;
}
