import type { CaseStatus } from '../../../contract/codes.js';
import { sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import type { RefundOfItem } from './refund.sql.js';
import { statusChanged } from '../cases/records/record.sql.js';

type Taken = readonly { id: number; amount: number }[];

/** @returns the C50 cases of which nothing is left to refund after so much was taken, with the state that each had before. */
export function releasedBy(refunds: readonly RefundOfItem[], taken: Taken): Map<number, CaseStatus> {
  const parts = new Map(taken.map(({ id, amount }) => [id, amount]));
  const waits = (refund: RefundOfItem) =>
    refund.othersOpen > 0 || (refund.status === 'OPEN' && refund.amount > (parts.get(refund.id) ?? 0));
  const touched = refunds.filter(({ id, caseStatus }) => parts.has(id) && caseStatus === 'C50');
  return new Map(
    touched
      .filter(({ caseId }) => !refunds.some((refund) => refund.caseId === caseId && waits(refund)))
      .map(({ caseId, stateBefore }) => [caseId, stateBefore]),
  );
}

/**
 * Takes money back out of refunds, with an event each. A case that has none left takes the state that `statusOf` answers;
 * the case that the reversal is posted to writes its own.
 */
export function reduceRefunds(
  tx: Tx,
  refunds: readonly RefundOfItem[],
  taken: Taken,
  {
    paymentId,
    caseId,
    statusOf,
  }: { paymentId: number; caseId: number; statusOf: (id: number) => CaseStatus | undefined },
): EmittedEvent[] {
  const byId = new Map(refunds.map((refund) => [refund.id, refund]));
  return taken.map(({ id, amount }) => {
    const refund = byId.get(id)!;
    const left = refund.amount - amount;
    const statusAfter = statusOf(refund.caseId) ?? refund.caseStatus;
    // A refund that was rejected stays so: its state says who decided.
    tx.write(sql`
      UPDATE refund SET amount = ${left}, taken_back = taken_back + ${amount}, version = version + 1,
        status = IF(status = 'OPEN' AND ${left} = 0, 'TAKEN_BACK', status) WHERE id = ${id}`);
    if (refund.caseId !== caseId && statusAfter !== refund.caseStatus)
      tx.write(statusChanged(refund.caseId, statusAfter));
    return tx.emit('refund.reduced', {
      ...{
        caseId: refund.caseId,
        refundId: id,
        institutionId: refund.institutionId,
        paymentId,
        amount,
        left,
      },
      ...{ statusBefore: refund.caseStatus, statusAfter },
    });
  });
}
