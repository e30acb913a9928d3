import {
  isOpen,
  LOAN_STATUSES,
  PAY_LOG_TYPES,
  type CaseStatus,
  type PayLogType,
} from '../../../contract/codes.js';
import type { PaymentCallback } from '../../../contract/payments.js';
import { list, sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { applyExtension } from '../extensions/extension-writes.js';
import { isFee, shiftOf, type ExtensionState } from '../extensions/extension.rules.js';
import { payCode } from '../repayment-codes/repayment-code.sql.js';
import { savePlan, settlePromises, type PromiseEffect } from './ledger-writes.js';
import type { Ledger } from './payment.queries.js';
import {
  creditOf,
  itemsPaid,
  outstanding,
  spreadPayment,
  totalOutstanding,
  type Spread,
} from './payment.rules.js';

type Payment = Extract<PaymentCallback, { type: 'PAYMENT' }>;

/** What a payment does, worked out from the ledger before anything is written. */
interface Posting {
  paymentId: number;
  refundId: number;
  message: Payment;
  valueAt: Date;
  spread: Spread;
  /** Paid beyond the due: a refund. */
  over: number;
  dueBefore: number;
  amountDueAfter: number;
  creditedTo: number | null;
  logType: PayLogType;
  /** The extension that this is the fee of. */
  fee: ExtensionState | null;
}

/** Writes a payment with all that it changes. @returns its events, for the score card. */
export function postPayment(
  tx: Tx,
  ids: [number, number],
  message: Payment,
  ledger: Ledger,
  logType: PayLogType = PAY_LOG_TYPES.ACTIVE,
): EmittedEvent[] {
  const { state, plan, promises, code } = ledger;
  const valueAt = new Date(message.paidAt);
  const fee = feePaid(message, valueAt, ledger);
  const towardsDue = message.amount - (fee?.fee ?? 0);
  const { spread, over } = spreadPayment(plan, towardsDue, ledger.wholeCase ? 'oldest' : 'named');
  const live = promises.find((promise) => promise.status === 'OPEN' && valueAt <= promise.deadlineAt);
  const posting: Posting = {
    paymentId: ids[0],
    refundId: ids[1],
    message,
    valueAt,
    spread,
    over,
    dueBefore: totalOutstanding(plan),
    amountDueAfter: totalOutstanding(plan) - (towardsDue - over),
    creditedTo: creditOf(state, live, tx.now),
    logType,
    fee,
  };
  writeLedger(tx, posting, ledger);
  if (code?.loanItemId === state.loanItemId) payCode(tx, code, message.amount);
  if (fee) extend(tx, posting, fee, ledger);
  if (state.caseId === null || state.status === null) return [];
  return writeCase(tx, posting, ledger, state.caseId, state.status);
}

/**
 * The extension whose fee this is: paid by the fee's own code, in time, and enough. An offer from before other items joined
 * the case is none any more: an extension moves one plan and ends its case.
 */
function feePaid(message: Payment, valueAt: Date, { state, plan, extension }: Ledger): ExtensionState | null {
  if (!extension || plan.some(({ other }) => other)) return null;
  const due = totalOutstanding(plan);
  return isFee(extension, { amount: message.amount, valueAt }, { ...state, due }) ? extension : null;
}

function extend(tx: Tx, posting: Posting, fee: ExtensionState, { state, plan }: Ledger): void {
  const paid = new Map(posting.spread.map(([period, part]) => [period, part]));
  const unpaid = plan.filter((row) => outstanding(row) > (paid.get(row.period) ?? 0));
  const dueDates = unpaid.map(({ dueDate }) => dueDate);
  const { paymentId, valueAt } = posting;
  const { loanItemId } = state;
  applyExtension(tx, fee, { loanItemId, paymentId, ...shiftOf(dueDates, valueAt, fee.days) });
}

function writeLedger(tx: Tx, posting: Posting, { state, plan }: Ledger): void {
  const { message, spread, valueAt } = posting;
  tx.write(sql`
    INSERT INTO payment (id, provider_reference, type, loan_item_id, case_id, amount, channel, log_type, credited_to,
      value_at, posted_at, due_before, spread)
    VALUES (${posting.paymentId}, ${message.providerReference}, 'PAYMENT', ${state.loanItemId}, ${state.caseId},
      ${message.amount}, ${message.channel}, ${posting.logType}, ${posting.creditedTo}, ${valueAt}, ${tx.now},
      ${posting.dueBefore}, ${JSON.stringify(spread)})`);
  savePlan(tx, state.loanItemId, spread, 1, valueAt);
  const settled = itemsPaid(plan, spread, state.loanItemId);
  if (settled.length === 0) return;
  tx.write(sql`
    UPDATE loan_item SET loan_status = ${LOAN_STATUSES.SETTLED}, version = version + 1 WHERE id IN ${list(settled)}`);
}

function writeCase(
  tx: Tx,
  posting: Posting,
  { state, promises }: Ledger,
  caseId: number,
  status: CaseStatus,
): EmittedEvent[] {
  const settles = (posting.amountDueAfter === 0 || posting.fee !== null) && isOpen(status);
  const settled = posting.fee ? 'C32' : 'C31';
  const context = { settles, ownerId: state.ownerId, status };
  const promise = settlePromises(tx, caseId, promises, posting.valueAt, posting.message.amount, context);
  const statusAfter = posting.fee
    ? settled
    : statusAfterPayment(status, settles, posting.over > 0, promise.statusAfter);
  updateCase(tx, caseId, posting, settles, statusAfter, promise);
  return [
    emitPosted(tx, caseId, posting, state.loanItemId, statusAfter),
    ...promise.events,
    ...(settles ? [emitSettled(tx, caseId, posting.creditedTo, status, settled)] : []),
    ...(posting.over > 0 ? [openRefund(tx, caseId, posting)] : []),
  ];
}

function updateCase(
  tx: Tx,
  caseId: number,
  posting: Posting,
  settles: boolean,
  statusAfter: CaseStatus,
  { closesLive }: PromiseEffect,
): void {
  tx.write(sql`
    UPDATE collection_case SET amount_due = ${posting.amountDueAfter}, status = ${statusAfter},
      settled_at = IF(${settles}, ${tx.now}, settled_at),
      settled_by = IF(${settles}, ${posting.creditedTo}, settled_by),
      promise_id = IF(${closesLive}, NULL, promise_id),
      promise_amount = IF(${closesLive}, NULL, promise_amount),
      promise_due = IF(${closesLive}, NULL, promise_due),
      promise_broken_at = NULL,
      next_follow_up_at = IF(${settles}, NULL, IF(${closesLive}, ${tx.now}, next_follow_up_at)),
      version = version + 1
    WHERE id = ${caseId}`);
}

function emitPosted(
  tx: Tx,
  caseId: number,
  posting: Posting,
  loanItemId: number,
  statusAfter: CaseStatus,
): EmittedEvent {
  const { paymentId, message, creditedTo, amountDueAfter, valueAt } = posting;
  const { amount, channel } = message;
  return tx.emit({
    name: 'payment.posted',
    subject: ['payment', paymentId],
    caseId,
    effectiveAt: valueAt,
    payload: { caseId, paymentId, loanItemId, amount, channel, creditedTo, amountDueAfter, statusAfter },
  });
}

function emitSettled(
  tx: Tx,
  caseId: number,
  creditedTo: number | null,
  statusBefore: CaseStatus,
  statusAfter: 'C31' | 'C32',
): EmittedEvent {
  return tx.emit({
    name: 'case.settled',
    subject: ['case', caseId],
    caseId,
    payload: { caseId, creditedTo, statusBefore, statusAfter },
  });
}

function openRefund(tx: Tx, caseId: number, { refundId, paymentId, over }: Posting): EmittedEvent {
  tx.write(sql`
    INSERT INTO refund (id, case_id, payment_id, amount, status, opened_at)
    VALUES (${refundId}, ${caseId}, ${paymentId}, ${over}, 'OPEN', ${tx.now})`);
  return tx.emit({
    name: 'refund.opened',
    subject: ['case', caseId],
    caseId,
    payload: { caseId, refundId, amount: over },
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
