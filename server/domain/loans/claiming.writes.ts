import { businessDay } from '../../../contract/shared/date.js';
import { list, sql, valuesOf } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { FallingRow } from './due.sql.js';

interface ClaimingCase {
  id: number;
  amountDue: number;
}

/**
 * Takes rows into the amounts of their cases, which are locked, with an event for each row that falls due and one for each
 * loan item that is accelerated. `cases` are brought up to date.
 */
export function claimRows(tx: Tx, cases: readonly ClaimingCase[], rows: readonly FallingRow[]): void {
  if (rows.length === 0) return;
  const day = businessDay(tx.now);
  const early = rows.filter(({ dueDate }) => dueDate > day);
  tx.write(sql`
    UPDATE plan_row p JOIN (${valuesOf(
      ['item', 'period'],
      rows.map((row) => [row.loanItemId, row.period]),
    )}) v
      ON p.loan_item_id = v.item AND p.period = v.period
    SET p.claimed = 1`);
  addToCases(tx, rows);
  const byId = new Map(cases.map((state) => [state.id, state]));
  const fallen = rows.filter(({ dueDate }) => dueDate <= day);
  tx.emitMany(
    'case.rowFellDue',
    fallen.map(({ caseId, loanItemId, period, unpaid }) => {
      const amount = (byId.get(caseId)!.amountDue += unpaid);
      return { caseId, loanItemId, period, addedAmount: unpaid, amount };
    }),
  );
  if (early.length > 0) accelerate(tx, byId, early, day);
}

function addToCases(tx: Tx, rows: readonly FallingRow[]): void {
  const added = new Map<number, { sum: number; oldest: string }>();
  for (const { caseId, unpaid, dueDate } of rows) {
    const { sum, oldest } = added.get(caseId) ?? { sum: 0, oldest: dueDate };
    added.set(caseId, { sum: sum + unpaid, oldest: dueDate < oldest ? dueDate : oldest });
  }
  const values = [...added].map(([caseId, { sum, oldest }]) => [caseId, sum, oldest]);
  // due_date stands before amount_due: MySQL assigns from left to right.
  tx.write(sql`
    UPDATE collection_case c JOIN (${valuesOf(['id', 'added', 'oldest'], values)}) v ON c.id = v.id
    SET c.due_date = IF(c.amount_due = 0, v.oldest, LEAST(c.due_date, CAST(v.oldest AS DATE))),
      c.amount_due = c.amount_due + v.added, c.version = c.version + 1`);
}

function accelerate(
  tx: Tx,
  cases: ReadonlyMap<number, ClaimingCase>,
  rows: readonly FallingRow[],
  day: string,
): void {
  const items = new Map<number, { caseId: number; added: number }>();
  for (const { loanItemId, caseId, unpaid } of rows)
    items.set(loanItemId, { caseId, added: (items.get(loanItemId)?.added ?? 0) + unpaid });
  tx.write(sql`
    UPDATE loan_item SET accelerated_on = ${day}, version = version + 1 WHERE id IN ${list([...items.keys()])}`);
  tx.emitMany(
    'case.accelerated',
    [...items].map(([loanItemId, { caseId, added }]) => {
      const amount = (cases.get(caseId)!.amountDue += added);
      return { caseId, loanItemId, day, addedAmount: added, amount };
    }),
  );
}
