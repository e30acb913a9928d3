import { sql, type Statement } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';

export interface ReceivableState {
  id: number;
  caseId: number;
  refundId: number;
  institutionId: number;
  loanItemId: number;
  amount: number;
  paid: number;
  writtenOff: number;
}

export const STATE = sql`
  v.id, v.case_id AS caseId, v.refund_id AS refundId, v.institution_id AS institutionId,
  v.loan_item_id AS loanItemId, v.amount, v.paid, v.written_off AS writtenOff`;

/** Those of a loan item, the oldest first. @param items a condition on loan items `li`, which are locked */
export function receivablesOf(items: Statement): Statement {
  return sql`
    SELECT ${STATE} FROM loan_item li JOIN receivable v ON v.loan_item_id = li.id
    WHERE ${items} ORDER BY v.id FOR UPDATE`;
}

export function leftOf({
  amount,
  paid,
  writtenOff,
}: Pick<ReceivableState, 'amount' | 'paid' | 'writtenOff'>): number {
  return amount - paid - writtenOff;
}

/** Closes them by money, the oldest first. */
export function payReceivables(
  tx: Tx,
  receivables: readonly ReceivableState[],
  amount: number,
  paymentId: number,
): EmittedEvent[] {
  let rest = amount;
  return receivables.flatMap((state) => {
    const part = Math.min(rest, leftOf(state));
    if (part === 0) return [];
    rest -= part;
    // Whatever was asked about an amount that is another now has to be asked again.
    tx.write(sql`
      UPDATE receivable SET paid = paid + ${part}, asked_by = NULL, asked_at = NULL, reason = NULL, version = version + 1,
        status = IF(amount > paid + written_off, 'OPEN', IF(written_off > 0, 'WRITTEN_OFF', 'PAID')) WHERE id = ${state.id}`);
    return [tx.emit('receivable.paid', { ...factsOf(state, part, leftOf(state) - part), paymentId })];
  });
}

/** Opens one for what was paid out of a refund, or adds to it; and again those that the money taken back had closed. */
export function oweReceivables(
  tx: Tx,
  known: readonly ReceivableState[],
  opened: {
    id: number;
    paymentId: number;
    owed: Omit<ReceivableState, 'id' | 'paid' | 'writtenOff'> | null;
    reopened: number;
  },
): EmittedEvent[] {
  const { id, paymentId, owed, reopened } = opened;
  const events: EmittedEvent[] = [];
  const states = new Map(known.map((state) => [state.id, { ...state }]));
  if (owed) {
    const { amount, caseId, refundId, institutionId, loanItemId } = owed;
    const state = known.find((other) => other.refundId === refundId);
    tx.write(sql`
      INSERT INTO receivable (id, institution_id, loan_item_id, case_id, refund_id, amount, status, opened_at)
      VALUES (${id}, ${institutionId}, ${loanItemId}, ${caseId}, ${refundId}, ${amount}, 'OPEN', ${tx.now})
      ON DUPLICATE KEY UPDATE amount = amount + ${amount}, status = 'OPEN', asked_by = NULL, asked_at = NULL,
        reason = NULL, version = version + 1`);
    const base = state ? states.get(state.id)! : { ...owed, id, amount: 0, paid: 0, writtenOff: 0 };
    base.amount += amount;
    events.push(tx.emit('receivable.opened', { ...factsOf(base, amount, leftOf(base)), paymentId }));
  }
  let rest = reopened;
  for (const state of [...states.values()].reverse()) {
    const part = Math.min(rest, state.paid);
    if (part === 0) continue;
    rest -= part;
    state.paid -= part;
    tx.write(sql`
      UPDATE receivable SET paid = paid - ${part}, status = 'OPEN', asked_by = NULL, asked_at = NULL, reason = NULL,
        version = version + 1 WHERE id = ${state.id}`);
    events.push(tx.emit('receivable.opened', { ...factsOf(state, part, leftOf(state)), paymentId }));
  }
  return events;
}

export function factsOf(
  { id, caseId, institutionId, loanItemId }: ReceivableState,
  amount: number,
  left: number,
) {
  return { caseId, receivableId: id, institutionId, loanItemId, amount, left };
}
