import { LOAN_STATUSES, type CaseStatus } from '../../../contract/codes.js';
import { list, sql } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { MovedPromise } from '../cases/moves/move.sql.js';

/** A case's own loan item, and those that it leads: apart, for an OR would read all items. */
export const ITEMS = [sql`i.id = c.loan_item_id`, sql`i.lead_item_id = c.loan_item_id`];

/** Ends cases that owe nothing, with their promises. Nobody brought the money in, so nobody is credited. */
export function settleUncredited(
  tx: Tx,
  settled: readonly { id: number; status: CaseStatus }[],
  promises: readonly MovedPromise[],
): void {
  if (settled.length === 0) return;
  const ids = new Set(settled.map(({ id }) => id));
  tx.write(sql`
    UPDATE collection_case SET status = 'C31', settled_at = ${tx.now}, settled_by = NULL, promise_id = NULL,
      promise_amount = NULL, promise_due = NULL, next_follow_up_at = NULL
    WHERE id IN ${list([...ids])}`);
  for (const item of ITEMS) {
    tx.write(sql`
      UPDATE collection_case c JOIN loan_item i ON ${item} SET i.loan_status = ${LOAN_STATUSES.NOT_SETTLED}
      WHERE c.id IN ${list([...ids])} AND i.loan_status = ${LOAN_STATUSES.OVERDUE}`);
  }
  const statusAfter = 'C31';
  tx.emitMany(
    'case.settled',
    settled.map(({ id, status }) => ({ caseId: id, creditedTo: null, statusBefore: status, statusAfter })),
  );
  const cancelled = promises.filter(({ caseId }) => ids.has(caseId));
  if (cancelled.length === 0) return;
  tx.write(sql`
    UPDATE promise SET status = 'CANCELLED', settled_at = ${tx.now}, version = version + 1
    WHERE id IN ${list(cancelled.map(({ id }) => id))}`);
  tx.emitMany(
    'promise.settled',
    cancelled.map(({ id: promiseId, ...promise }) => ({
      ...promise,
      promiseId,
      status: 'CANCELLED',
      statusAfter,
    })),
  );
}
