import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../../contract/codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { againIfTwice, ClientRequest, type KeptRequest } from '../../../platform/db/client-request.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';

export interface MoneyCase {
  id: number;
  status: CaseStatus;
  loanItemId: number;
  amountDue: number;
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

  /** @throws case.notFound, request.reused, case.closed, and whatever `work` throws; then nothing is written. */
  async once<All extends object[], Answer extends object>(
    actor: Actor,
    act: Act,
    reads: Statement[],
    work: (tx: Tx, state: MoneyCase, rows: Rows<All>) => Answer,
  ): Promise<Answer> {
    return againIfTwice(() => this.uow.transact(actor, (tx) => this.run(tx, actor, act, reads, work)));
  }

  private async run<All extends object[], Answer extends object>(
    tx: Tx,
    actor: Actor,
    act: Act,
    reads: Statement[],
    work: (tx: Tx, state: MoneyCase, rows: Rows<All>) => Answer,
  ): Promise<Answer> {
    const request = new ClientRequest<Answer>(actor, act.command, act.clientRequestId, act);
    const [cases, answers, ...rest] = await tx.read<[MoneyCase, KeptRequest, ...object[]]>(
      lockMoneyCase(actor, act.taskId),
      request.kept(),
      ...reads,
    );
    const state = cases[0];
    if (!state) throw new AppError('case.notFound');
    const first = request.answerIn(answers);
    if (first) return first;
    if (!isOpen(state.status)) throw new AppError('case.closed');
    if (state.amountDue === 0) throw new AppError('case.nothingDue');
    const answer = work(tx, state, rest as unknown as Rows<All>);
    request.keep(tx, answer);
    return answer;
  }
}

function lockMoneyCase(actor: Actor, taskId: number): Statement {
  return sql`
    SELECT c.id, c.status, c.loan_item_id AS loanItemId, c.amount_due AS amountDue
    FROM collection_case c WHERE c.id = ${taskId} AND ${casesOf(actor)} FOR UPDATE`;
}
