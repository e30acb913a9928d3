import { isOpen, LOAN_STATUSES, PAY_LOG_TYPES, type CaseStatus } from '../../../contract/codes.js';
import type { PaymentCallback } from '../../../contract/payments.js';
import { sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { savePlan, settlePromises } from './ledger-writes.js';
import { creditOf, spreadPayment, totalOutstanding } from './payment.rules.js';
import type { Ledger } from './payment.queries.js';

type Payment = Extract<PaymentCallback, { type: 'PAYMENT' }>;

/** Writes a payment with all that it changes. @returns its events, for the score card. */
export function postPayment(tx: Tx, ids: [number, number], message: Payment, ledger: Ledger): EmittedEvent[] {
  const { state, plan, promises } = ledger;
  const [paymentId, refundId] = ids;
  const valueAt = new Date(message.paidAt);
  const { spread, over } = spreadPayment(plan, message.amount);
  const amountDueAfter = totalOutstanding(plan) - (message.amount - over);
  const live = promises.find((promise) => promise.status === 'OPEN' && valueAt <= promise.deadlineAt);
  const creditedTo = creditOf(state, live, tx.now);
  tx.write(sql`
    INSERT INTO payment (id, provider_reference, type, loan_item_id, case_id, amount, channel, log_type, credited_to,
      value_at, posted_at, spread)
    VALUES (${paymentId}, ${message.providerReference}, 'PAYMENT', ${state.loanItemId}, ${state.caseId},
      ${message.amount}, ${message.channel}, ${PAY_LOG_TYPES.ACTIVE}, ${creditedTo}, ${valueAt}, ${tx.now},
      ${JSON.stringify(spread)})`);
  savePlan(tx, state.loanItemId, spread, 1, valueAt);
  if (amountDueAfter === 0) {
    tx.write(sql`
      UPDATE loan_item SET loan_status = ${LOAN_STATUSES.SETTLED}, version = version + 1 WHERE id = ${state.loanItemId}`);
  }
  if (state.caseId === null || state.status === null) return [];
  const settles = amountDueAfter === 0 && isOpen(state.status);
  const promiseEvents = settlePromises(tx, state.caseId, promises, valueAt, message.amount, {
    settles,
    ownerId: state.ownerId,
    status: state.status,
  });
  const statusAfter = statusAfterPayment(state.status, settles, over > 0, promiseEvents.statusAfter);
  tx.write(sql`
    UPDATE collection_case SET amount_due = ${amountDueAfter}, status = ${statusAfter},
      settled_at = IF(${settles}, ${tx.now}, settled_at), settled_by = IF(${settles}, ${creditedTo}, settled_by),
      promise_id = IF(${promiseEvents.closesLive}, NULL, promise_id),
      promise_amount = IF(${promiseEvents.closesLive}, NULL, promise_amount),
      promise_due = IF(${promiseEvents.closesLive}, NULL, promise_due),
      next_follow_up_at = IF(${settles}, NULL, IF(${promiseEvents.closesLive}, ${tx.now}, next_follow_up_at)),
      version = version + 1
    WHERE id = ${state.caseId}`);
  const caseId = state.caseId;
  const events: EmittedEvent[] = [
    tx.emit({
      name: 'payment.posted',
      subject: ['payment', paymentId],
      caseId,
      effectiveAt: valueAt,
      payload: {
        caseId,
        paymentId,
        loanItemId: state.loanItemId,
        amount: message.amount,
        channel: message.channel,
        creditedTo,
        amountDueAfter,
        statusAfter,
      },
    }),
    ...promiseEvents.events,
  ];
  if (settles) {
    events.push(
      tx.emit({
        name: 'case.settled',
        subject: ['case', caseId],
        caseId,
        payload: { caseId, creditedTo, statusBefore: state.status, statusAfter: 'C31' },
      }),
    );
  }
  if (over > 0) events.push(openRefund(tx, refundId, caseId, paymentId, over));
  return events;
}

function openRefund(
  tx: Tx,
  refundId: number,
  caseId: number,
  paymentId: number,
  amount: number,
): EmittedEvent {
  tx.write(sql`
    INSERT INTO refund (id, case_id, payment_id, amount, status, opened_at)
    VALUES (${refundId}, ${caseId}, ${paymentId}, ${amount}, 'OPEN', ${tx.now})`);
  return tx.emit({
    name: 'refund.opened',
    subject: ['case', caseId],
    caseId,
    payload: { caseId, refundId, amount },
  });
}

/** An overpayment settles an open case first and then opens its refund: C31 is passed on the way to C50. */
function statusAfterPayment(
  status: CaseStatus,
  settles: boolean,
  overpaid: boolean,
  afterPromise: CaseStatus,
): CaseStatus {
  const refundable = settles || status === 'C30' || status === 'C31' || status === 'C32';
  if (overpaid && refundable) return 'C50';
  return settles ? 'C31' : afterPromise;
}
