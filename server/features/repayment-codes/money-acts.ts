import { Injectable } from '@nestjs/common';
import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Database, dbErrorCode } from '../../platform/db/database.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { keepAnswer, storedAnswer, type ClientCommand } from '../cases/record.sql.js';

export interface MoneyCase {
  id: number;
  status: CaseStatus;
  loanItemId: number;
  amountDue: number;
}

interface Act {
  command: ClientCommand;
  taskId: number;
  clientRequestId: string;
}

type Rows<All extends object[]> = { [Index in keyof All]: All[Index][] };

/**
 * What every money act of a person begins with: the case is locked, exists for the person and is open, and the same
 * clientRequestId again has no second effect and the first one's answer, however parallel it comes.
 */
@Injectable()
export class MoneyActs {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** @throws case.notFound, case.closed, and whatever `work` throws; then nothing is written. */
  async once<All extends object[], Answer extends object>(
    actor: Actor,
    act: Act,
    reads: Statement[],
    work: (tx: Tx, state: MoneyCase, rows: Rows<All>) => Answer,
  ): Promise<Answer> {
    try {
      return await this.uow.transact(actor, (tx) => this.run(tx, actor, act, reads, work));
    } catch (error) {
      // The same request id was used on two cases at once: the first one's answer stands.
      if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
      const stored = await this.database.row<{ answer: string }>(
        storedAnswer(actor, act.command, act.clientRequestId),
      );
      if (!stored) throw error;
      return JSON.parse(stored.answer) as Answer;
    }
  }

  private async run<All extends object[], Answer extends object>(
    tx: Tx,
    actor: Actor,
    { command, taskId, clientRequestId }: Act,
    reads: Statement[],
    work: (tx: Tx, state: MoneyCase, rows: Rows<All>) => Answer,
  ): Promise<Answer> {
    const [cases, answers, ...rest] = await tx.read<[MoneyCase, { answer: string }, ...object[]]>(
      lockMoneyCase(actor, taskId),
      storedAnswer(actor, command, clientRequestId),
      ...reads,
    );
    if (answers[0]) return JSON.parse(answers[0].answer) as Answer;
    const state = cases[0];
    if (!state) throw new AppError('case.notFound');
    if (!isOpen(state.status)) throw new AppError('case.closed');
    const answer = work(tx, state, rest as unknown as Rows<All>);
    tx.write(keepAnswer(actor, command, clientRequestId, JSON.stringify(answer), tx.now));
    return answer;
  }
}

function lockMoneyCase(actor: Actor, taskId: number): Statement {
  return sql`
    SELECT c.id, c.status, c.loan_item_id AS loanItemId, c.amount_due AS amountDue
    FROM collection_case c WHERE c.id = ${taskId} AND ${casesOf(actor)} FOR UPDATE`;
}
