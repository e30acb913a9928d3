import { Injectable } from '@nestjs/common';
import { businessDay, daysBetween } from '../../../contract/shared/date.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, valuesOf, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { unpaidPrincipalOf } from '../../domain/loans/due.rules.js';
import { setOverdue } from '../../domain/loans/falling-due.sql.js';
import { accrualOf, type Accrual } from '../../domain/accruals/accrual.rules.js';

const BATCH = 250;

interface AccruingRow {
  caseId: number;
  loanItemId: number;
  amountDue: number;
  dueDate: string;
  period: number;
  principal: number;
  interest: number;
  penalty: number;
  iva: number;
  paid: number;
}

/**
 * Adds the day's penalty interest to every overdue row of every open case, once a day: `accrued_on` says which day a case has had, so the job
 * may die and run again. A few hundred cases a transaction, each with its event.
 */
@Injectable()
export class AccrualsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns how many cases accrued now. */
  async accrueToday(): Promise<number> {
    const day = businessDay(this.clock.now());
    let last = 0;
    let accrued = 0;
    for (;;) {
      const ids = await this.database.rows<{ id: number }>(sql`
        SELECT id FROM collection_case
        WHERE id > ${last} AND is_open = 1
          AND (accrued_on IS NULL OR accrued_on < ${day})
        ORDER BY id LIMIT ${BATCH}`);
      if (ids.length === 0) return accrued;
      last = ids[ids.length - 1]!.id;
      accrued += await this.uow.transact(SYSTEM, (tx) =>
        this.accrue(
          tx,
          ids.map((row) => row.id),
          day,
        ),
      );
    }
  }

  private async accrue(tx: Tx, ids: number[], day: string): Promise<number> {
    const [leading, led] = await tx.read<[AccruingRow, AccruingRow]>(
      overdueRows(ids, day, sql`i.id = c.loan_item_id`),
      // The other loan items of long-aging cases; their case is locked by then.
      overdueRows(ids, day, sql`c.kind = 'LONG_AGING' AND i.lead_item_id = c.loan_item_id`),
    );
    const rows = [...leading, ...led];
    if (rows.length === 0) return 0;
    const accruals = rows.map((row) => accrualOf(unpaidPrincipalOf(row), daysBetween(row.dueDate, day)));
    tx.write(addToPlan(rows, accruals));
    tx.write(setOverdue([...new Set(rows.map(({ loanItemId }) => loanItemId))]));
    const cases = byCase(rows, accruals);
    tx.write(addToCases(cases, day));
    const accrued = cases.map(({ caseId, amountDue, accrual }) => ({
      caseId,
      day,
      ...accrual,
      amount: amountDue + total(accrual),
    }));
    tx.emitMany('case.accrued', accrued);
    return cases.length;
  }
}

function overdueRows(ids: number[], day: string, item: Statement): Statement {
  return sql`
    SELECT c.id AS caseId, i.id AS loanItemId, c.amount_due AS amountDue, p.due_date AS dueDate, p.period, p.principal,
      p.interest, p.penalty, p.iva, p.paid
    FROM collection_case c JOIN loan_item i ON ${item}
    JOIN plan_row p ON p.loan_item_id = i.id AND p.claimed = 1 AND p.due_date < ${day}
      AND p.paid < p.principal + p.interest + p.penalty + p.iva
    WHERE c.id IN ${list(ids)} AND c.is_open = 1 AND (c.accrued_on IS NULL OR c.accrued_on < ${day})
    ORDER BY c.id, i.id, p.period FOR UPDATE`;
}

interface CaseAccrual {
  caseId: number;
  amountDue: number;
  accrual: Accrual;
}

function byCase(items: readonly AccruingRow[], accruals: readonly Accrual[]): CaseAccrual[] {
  const cases = new Map<number, CaseAccrual>();
  for (const [index, { caseId, amountDue }] of items.entries()) {
    const { interest, penalty, iva } = accruals[index]!;
    const sum = cases.get(caseId)?.accrual ?? { interest: 0, penalty: 0, iva: 0 };
    const accrual = { interest: sum.interest + interest, penalty: sum.penalty + penalty, iva: sum.iva + iva };
    cases.set(caseId, { caseId, amountDue, accrual });
  }
  return [...cases.values()];
}

function total(accrual: Accrual): number {
  return accrual.interest + accrual.penalty + accrual.iva;
}

function addToPlan(cases: readonly AccruingRow[], accruals: Accrual[]): Statement {
  const rows = cases.map((row, index) => [
    row.loanItemId,
    row.period,
    accruals[index]!.interest,
    accruals[index]!.penalty,
    accruals[index]!.iva,
  ]);
  return sql`
    UPDATE plan_row p JOIN (${valuesOf(['item', 'late', 'interest', 'penalty', 'iva'], rows)}) v
      ON p.loan_item_id = v.item AND p.period = v.late
    SET p.interest = p.interest + v.interest, p.penalty = p.penalty + v.penalty, p.iva = p.iva + v.iva`;
}

function addToCases(cases: readonly CaseAccrual[], day: string): Statement {
  const rows = cases.map(({ caseId, accrual }) => [caseId, total(accrual)]);
  return sql`
    UPDATE collection_case c JOIN (${valuesOf(['id', 'added'], rows)}) v ON c.id = v.id
    SET c.amount_due = c.amount_due + v.added, c.accrued_on = ${day}, c.version = c.version + 1`;
}
