import {
  isOpen,
  LOAN_STATUSES,
  PAY_LOG_TYPES,
  type CaseStatus,
  type PayLogType,
} from '../../../contract/codes.js';
import type { PaymentCallback } from '../../../contract/money/payments.js';
import { businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { logBySystem } from '../cases/system-log.writes.js';
import { applyExtension } from '../extensions/extension.writes.js';
import { isFee, shiftOf, type ExtensionState } from '../extensions/extension.rules.js';
import { payCode } from '../repayment-codes/repayment-code.sql.js';
import { meets, savePlan, setLoanStatus, settlePromises, type PromiseEffect } from './ledger.writes.js';
import type { Ledger, LedgerState } from './payment.sql.js';
import {
  afterSpread,
  claimedOf,
  oldestClaimed,
  spreadPayment,
  statusesAfter,
  unpaidOf,
  type PlanRowState,
  type Spreading,
} from '../loans/due.rules.js';
import { nextStatus } from '../cases/case.rules.js';
import { claimRows } from '../loans/claiming.writes.js';
import { leftOf, payReceivables } from '../receivables/receivable.writes.js';
import { creditOf } from './payment.rules.js';

type Payment = Extract<PaymentCallback, { type: 'PAYMENT' }>;

/** The effect of a payment, worked out from the ledger before anything is written. */
interface Posting {
  paymentId: number;
  refundId: number;
  message: Payment;
  valueAt: Date;
  money: Spreading;
  /** The amount on cards and towards promises: paid due, and an extension's fee. */
  counted: number;
  dueBefore: number;
  /** The oldest due date that it finds unpaid. */
  dueSince: string | null;
  amountDueAfter: number;
  /** The plan with the payment in it. */
  planAfter: PlanRowState[];
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
  const { state, promises, code } = ledger;
  const plan = claimDue(tx, ledger);
  const valueAt = new Date(message.paidAt);
  const fee = feePaid(message, valueAt, { ...ledger, plan });
  const money = spreadPayment(
    plan,
    message.amount - (fee?.fee ?? 0),
    ledger.wholeCase ? 'oldest' : 'named',
    ledger.receivables.reduce((sum, state) => sum + leftOf(state), 0),
  );
  const counted = money.towardsDue + (fee?.fee ?? 0);
  const planAfter = afterSpread(plan, money.spread, 1);
  const live = promises.find((promise) => promise.status === 'OPEN' && meets(promise, valueAt));
  const posting: Posting = {
    ...{ message, valueAt, money, counted, planAfter, logType, fee },
    paymentId: ids[0],
    refundId: ids[1],
    dueBefore: claimedOf(plan),
    dueSince: oldestClaimed(plan),
    amountDueAfter: fee ? 0 : claimedOf(planAfter),
    creditedTo: counted > 0 && state.status !== 'C40' ? creditOf(state, live, tx.now) : null,
  };
  writeLedger(tx, posting, ledger);
  if (code?.loanItemId === state.loanItemId) payCode(tx, code, message.amount);
  if (fee) extend(tx, posting, fee, ledger);
  const closed = payReceivables(tx, ledger.receivables, money.receivable, posting.paymentId);
  if (state.caseId === null || state.status === null) return closed;
  return [...writeCase(tx, posting, ledger, state.caseId, state.status), ...closed];
}

/** A payment just after midnight finds rows whose day has come and whose night has not: they are claimed in its command. */
function claimDue(tx: Tx, { state, plan }: Ledger): PlanRowState[] {
  const { caseId, status, amountDue, loanItemId } = state;
  if (caseId === null || status === null || !(isOpen(status) || status === 'C40')) return plan;
  const day = businessDay(tx.now);
  const falling = plan.filter((row) => row.claimed === 0 && row.dueDate <= day && unpaidOf(row) > 0);
  const rows = falling.map((row) => {
    return { ...row, caseId, loanItemId: row.other ?? loanItemId, unpaid: unpaidOf(row) };
  });
  claimRows(tx, [{ id: caseId, amountDue: amountDue ?? 0 }], rows);
  return plan.map((row) => (falling.includes(row) ? { ...row, claimed: 1 } : row));
}

/**
 * The extension whose fee this is: paid by the fee's own code, in time, and enough. An offer from before other items joined
 * the case is no longer valid: an extension moves one plan and ends its case.
 */
function feePaid(message: Payment, valueAt: Date, { state, plan, extension }: Ledger): ExtensionState | null {
  if (!extension || plan.some(({ other }) => other)) return null;
  const due = claimedOf(plan);
  return isFee(extension, { amount: message.amount, valueAt }, { ...state, due }) ? extension : null;
}

/** All that is unpaid moves, rows that are not due yet too. */
function extend(tx: Tx, posting: Posting, fee: ExtensionState, { state }: Ledger): void {
  const dueDates = posting.planAfter.filter((row) => unpaidOf(row) > 0).map(({ dueDate }) => dueDate);
  const { paymentId, valueAt } = posting;
  const { loanItemId } = state;
  applyExtension(tx, fee, { loanItemId, paymentId, ...shiftOf(dueDates, valueAt, fee.days) });
}

function writeLedger(tx: Tx, posting: Posting, { state, simulated }: Ledger): void {
  const { message, money, planAfter, valueAt } = posting;
  tx.write(sql`
    INSERT INTO payment (id, provider_reference, type, loan_item_id, case_id, amount, towards_due, prepaid, due_since,
      channel, log_type, credited_to, credited_institution_id, value_at, posted_at, due_before, spread, fee, refunded,
      receivable, simulated)
    VALUES (${posting.paymentId}, ${message.providerReference}, 'PAYMENT', ${state.loanItemId}, ${state.caseId},
      ${message.amount}, ${posting.counted}, ${money.prepaid}, ${posting.dueSince}, ${message.channel}, ${posting.logType},
      ${posting.creditedTo}, (SELECT institution_id FROM user WHERE id = ${posting.creditedTo}), ${valueAt}, ${tx.now}, ${posting.dueBefore}, ${JSON.stringify(money.spread)},
      ${posting.fee?.fee ?? 0}, ${money.over}, ${money.receivable}, ${simulated})`);
  savePlan(tx, state.loanItemId, money.spread, 1, valueAt);
  for (const [status, items] of statusesAfter(
    planAfter,
    money.spread,
    state.loanItemId,
    businessDay(tx.now),
  )) {
    if (status !== LOAN_STATUSES.OVERDUE) tx.write(setLoanStatus(items, status));
  }
}

function writeCase(
  tx: Tx,
  posting: Posting,
  { state, promises }: Ledger,
  caseId: number,
  status: CaseStatus,
): EmittedEvent[] {
  const over = posting.amountDueAfter === 0 || posting.fee !== null;
  const settles = over && nextStatus(status, 'settled', state.ownerId !== null) !== null;
  const settled = posting.fee ? 'C32' : 'C31';
  const context = { settles, ownerId: state.ownerId, status };
  const promise = settlePromises(tx, caseId, promises, posting.valueAt, posting.counted, context);
  const paid = settles ? settled : promise.statusAfter;
  const overpaid = posting.money.over > 0;
  const statusAfter = overpaid ? (nextStatus(paid, 'refundOpened', true) ?? paid) : paid;
  updateCase(tx, caseId, posting, settles, statusAfter, promise);
  if (settles && !posting.fee) logBySystem(tx, 'STLD', [[posting.paymentId, caseId]]);
  else if (!settles && promise.closesLive) logBySystem(tx, 'PTRPD', [[posting.paymentId, caseId]]);
  return [
    emitPosted(tx, caseId, posting, state.loanItemId, statusAfter),
    ...promise.events,
    ...(settles ? [emitSettled(tx, caseId, posting.creditedTo, status, settled)] : []),
    ...(overpaid ? [openRefund(tx, caseId, posting, state, paid)] : []),
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
      due_date = COALESCE(${oldestClaimed(posting.planAfter)}, due_date),
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
  const { paymentId, message, creditedTo, amountDueAfter, valueAt, counted, money } = posting;
  const { amount, channel } = message;
  const parts = { towardsDue: counted, prepaid: money.prepaid };
  return tx.emit(
    'payment.posted',
    { caseId, paymentId, loanItemId, amount, ...parts, channel, creditedTo, amountDueAfter, statusAfter },
    { effectiveAt: valueAt },
  );
}

function emitSettled(
  tx: Tx,
  caseId: number,
  creditedTo: number | null,
  statusBefore: CaseStatus,
  statusAfter: 'C31' | 'C32',
): EmittedEvent {
  return tx.emit('case.settled', { caseId, creditedTo, statusBefore, statusAfter });
}

/** An overpayment settles an open case first and then opens its refund: C31 is passed on the way to C50. */
function openRefund(
  tx: Tx,
  caseId: number,
  { refundId, paymentId, money: { over } }: Posting,
  { institutionId, loanItemId }: LedgerState,
  before: CaseStatus,
): EmittedEvent {
  tx.write(sql`
    INSERT INTO refund (id, case_id, loan_item_id, payment_id, amount, status, opened_at, status_before)
    VALUES (${refundId}, ${caseId}, ${loanItemId}, ${paymentId}, ${over}, 'OPEN', ${tx.now}, ${before})`);
  return tx.emit('refund.opened', { caseId, refundId, institutionId, amount: over });
}
