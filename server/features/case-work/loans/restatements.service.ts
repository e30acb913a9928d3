import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../../contract/codes.js';
import { businessDay } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Database } from '../../../platform/db/database.js';
import { list, sql, valuesOf, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { promisesOf, type MovedPromise } from '../../../domain/cases/moves/move.sql.js';
import { ITEMS, settleUncredited } from '../../../domain/loans/settling.writes.js';
import { claimedOf, isDue, oldestClaimed, type PlanRowState } from '../../../domain/loans/due.rules.js';

const BATCH = 200;

interface OldCase {
  id: number;
  status: CaseStatus;
  amountDue: number;
  promiseId: number | null;
}
type OldRow = PlanRowState & { caseId: number };

interface Restated extends OldCase {
  amount: number;
  dueDate: string | null;
  settles: boolean;
}

/**
 * Brings cases over that claimed the whole plan, as all did before rows fell due one by one: each says by an event what it
 * claims now, and one with nothing due is settled, credited to nobody. Score cards stay as they are. A case is
 * struck from the list in the transaction that restates it.
 */
@Injectable()
export class RestatementsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
  ) {}

  /** @returns how many cases were restated now. */
  async run(): Promise<number> {
    for (let done = 0; ;) {
      const waiting = await this.database.rows<{ id: number }>(sql`
        SELECT case_id AS id FROM case_to_restate ORDER BY case_id LIMIT ${String(BATCH)}`);
      if (waiting.length === 0) return done;
      await this.uow.transact(SYSTEM, (tx) =>
        this.restate(
          tx,
          waiting.map(({ id }) => id),
        ),
      );
      done += waiting.length;
    }
  }

  private async restate(tx: Tx, ids: readonly number[]): Promise<void> {
    const [cases, rows, promises] = await tx.read<[OldCase, OldRow, MovedPromise]>(
      sql`SELECT c.id, c.status, c.amount_due AS amountDue, c.promise_id AS promiseId FROM collection_case c
          WHERE c.id IN ${list(ids)} AND c.open_loan_item_id IS NOT NULL ORDER BY c.id FOR UPDATE`,
      plansOf(ids),
      promisesOf(ids),
    );
    const day = businessDay(tx.now);
    const byCase = new Map<number, OldRow[]>();
    for (const row of rows) {
      const claimed = isDue(row, day) ? 1 : 0;
      byCase.set(row.caseId, [...(byCase.get(row.caseId) ?? []), { ...row, claimed }]);
    }
    const restated = cases.map((state): Restated => {
      const plan = byCase.get(state.id) ?? [];
      const amount = claimedOf(plan);
      return {
        ...state,
        amount,
        dueDate: oldestClaimed(plan),
        settles: amount === 0,
      };
    });
    if (restated.length > 0) {
      claim(tx, ids, day);
      write(tx, restated);
      settleUncredited(
        tx,
        restated.filter(({ settles }) => settles),
        promises,
      );
    }
    tx.write(sql`DELETE FROM case_to_restate WHERE case_id IN ${list(ids)}`);
  }
}

function plansOf(ids: readonly number[]): Statement {
  const columns = sql`
    SELECT c.id AS caseId, p.loan_item_id AS other, p.period, p.due_date AS dueDate, p.principal, p.interest, p.penalty,
      p.iva, p.paid, p.claimed
    FROM collection_case c`;
  return sql`
    ${columns} JOIN plan_row p ON p.loan_item_id = c.loan_item_id WHERE c.id IN ${list(ids)}
    UNION ALL ${columns} JOIN loan_item i ON i.lead_item_id = c.loan_item_id
      JOIN plan_row p ON p.loan_item_id = i.id WHERE c.id IN ${list(ids)}`;
}

function claim(tx: Tx, ids: readonly number[], day: string): void {
  for (const item of ITEMS) {
    tx.write(sql`
      UPDATE collection_case c JOIN loan_item i ON ${item} JOIN plan_row p ON p.loan_item_id = i.id
      SET p.claimed = 1
      WHERE c.id IN ${list(ids)} AND c.open_loan_item_id IS NOT NULL AND p.due_date <= ${day}`);
  }
}

function write(tx: Tx, restated: readonly Restated[]): void {
  const values = restated.map(({ id, amount, dueDate }) => [id, amount, dueDate]);
  tx.write(sql`
    UPDATE collection_case c JOIN (${valuesOf(['id', 'amount', 'oldest'], values)}) v ON c.id = v.id
    SET c.amount_due = v.amount, c.due_date = COALESCE(v.oldest, c.due_date), c.version = c.version + 1`);
  const differing = restated.filter(({ amount, amountDue }) => amount !== amountDue);
  tx.emitMany(
    'case.dueRestated',
    differing.map(({ id, amount, amountDue }) => ({ caseId: id, before: amountDue, amount })),
  );
}
