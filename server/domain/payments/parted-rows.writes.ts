import { businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { claimRows } from '../loans/claiming.writes.js';
import { afterSpread, isDue, loanStatusOf, unpaidOf, type Spread } from '../loans/due.rules.js';
import { setLoanStatus } from './ledger.writes.js';
import type { PartedRow } from './payment.sql.js';

/**
 * Claims the money that a reversal has taken from parted rows in their item's own case. While it has none, nobody claims them,
 * and the night's job opens the next case for them.
 */
export function claimParted(tx: Tx, rows: readonly PartedRow[], spread: Spread): void {
  const day = businessDay(tx.now);
  for (const item of new Set(rows.map(({ other }) => other))) {
    const own = rows.filter(({ other }) => other === item);
    const taken = new Map(
      spread.filter(([, , other]) => other === item).map(([period, amount]) => [period, amount]),
    );
    if (taken.size === 0) continue;
    const after = afterSpread(own, spread, -1);
    const [{ caseId, amountDue }] = own as [PartedRow];
    const touched = after.filter((row) => taken.has(row.period) && unpaidOf(row) > 0);
    if (caseId === null) unclaim(tx, item, touched);
    else {
      const falling = touched.filter((row) => isDue(row, day));
      claimRows(
        tx,
        [{ id: caseId, amountDue: amountDue! }],
        falling.map((row) => {
          const { period, dueDate, claimed } = row;
          const unpaid = claimed === 1 ? taken.get(period)! : unpaidOf(row);
          return { caseId, loanItemId: item, period, dueDate, unpaid };
        }),
      );
    }
    tx.write(setLoanStatus([item], loanStatusOf(after, day)));
  }
}

function unclaim(tx: Tx, item: number, rows: readonly PartedRow[]): void {
  for (const { period } of rows)
    tx.write(sql`UPDATE plan_row SET claimed = 0 WHERE loan_item_id = ${item} AND period = ${period}`);
}
