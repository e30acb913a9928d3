import { isOpen, LOAN_STATUSES } from '../../../contract/codes.js';
import type { PaymentCallback } from '../../../contract/money/payments.js';
import { businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { revokeExtension } from '../extensions/extension-writes.js';
import { mayBecome } from '../extensions/extension.rules.js';
import {
  afterSpread,
  claimedOf,
  isDue,
  oldestClaimed,
  reversedParts,
  spreadReversal,
  statusesAfter,
  unpaidOf,
  type PlanRowState,
  type Spread,
} from '../loans/due.rules.js';
import { savePlan, setLoanStatus, settlePromises } from './ledger-writes.js';
import type { Ledger, LedgerState, PostedPayment } from './payment.queries.js';

type Reversal = Extract<PaymentCallback, { type: 'REVERSAL' }>;

interface Undoing {
  paymentId: number;
  message: Reversal;
  original: PostedPayment;
  spread: Spread;
  /** Of the amount: what had paid the due, and what had been paid in advance. */
  towardsDue: number;
  prepaid: number;
  planAfter: PlanRowState[];
  amountDueAfter: number;
  /** The case is C31 and something of it is due again. */
  reopens: boolean;
}

/**
 * Takes a payment back, in whole or in part, and debits whoever was credited for what had paid the due, on the day it is
 * posted. What is due again is claimed by the item's open case; when there is none and the case is settled, it opens again,
 * to the same collector when still there, else unowned; otherwise the night finds the rows and opens the next case.
 *
 * @throws payment.unknownOriginal, payment.conflictingReference when more is taken back than was paid.
 */
export function postReversal(
  tx: Tx,
  paymentId: number,
  message: Reversal,
  ledger: Ledger,
  original: PostedPayment | undefined,
): EmittedEvent[] {
  if (!original || original.type !== 'PAYMENT') throw new AppError('payment.unknownOriginal');
  if (original.reversedAmount + message.amount > original.amount)
    throw new AppError('payment.conflictingReference');
  const { state, plan, extension } = ledger;
  const paid = JSON.parse(original.spread) as Spread;
  const spread = spreadReversal(paid, original.reversedAmount, message.amount);
  const parts = reversedParts(original, original.reversedAmount, message.amount);
  const day = businessDay(tx.now);
  const after = claimAgain(afterSpread(plan, spread, -1), state, day);
  const undoing: Undoing = {
    ...{ paymentId, message, original, spread, ...parts, ...after },
    amountDueAfter: claimedOf(after.planAfter),
  };
  writePayment(tx, undoing, state, claimedOf(plan));
  savePlan(tx, state.loanItemId, spread, -1, tx.now);
  saveClaims(tx, state.loanItemId, plan, undoing.planAfter);
  const kept = original.amount - original.reversedAmount - message.amount;
  const revoked = extension && kept < extension.fee && mayBecome(extension.status, 'REVOKED');
  if (revoked) revokeExtension(tx, extension, state);
  for (const [status, items] of statusesAfter(undoing.planAfter, spread, state.loanItemId, day))
    tx.write(setLoanStatus(items, revoked ? LOAN_STATUSES.OVERDUE : status));
  return state.caseId === null || state.status === null ? [] : writeCase(tx, undoing, ledger);
}

/**
 * Rows with something unpaid again. Those that are due belong into an open case or a settled one, which opens again for
 * them; in no other case they are claimed, so that the night finds them.
 */
function claimAgain(
  plan: readonly PlanRowState[],
  { status }: LedgerState,
  day: string,
): { planAfter: PlanRowState[]; reopens: boolean } {
  const due = plan.filter((row) => isDue(row, day) && unpaidOf(row) > 0);
  const reopens = status === 'C31' && due.length > 0;
  const claims = status !== null && (isOpen(status) || status === 'C40' || reopens);
  const claimed = new Set(claims ? due : []);
  const planAfter = plan.map((row) => {
    if (unpaidOf(row) === 0 || status === 'C30') return row;
    return { ...row, claimed: claimed.has(row) ? 1 : 0 };
  });
  return { planAfter, reopens };
}

function saveClaims(
  tx: Tx,
  loanItemId: number,
  before: readonly PlanRowState[],
  after: readonly PlanRowState[],
): void {
  for (const [index, row] of after.entries()) {
    if (row.claimed === before[index]!.claimed) continue;
    tx.write(sql`
      UPDATE plan_row SET claimed = ${row.claimed}
      WHERE loan_item_id = ${row.other ?? loanItemId} AND period = ${row.period}`);
  }
}

function writePayment(tx: Tx, undoing: Undoing, state: LedgerState, dueBefore: number): void {
  const { paymentId, message, original, spread, towardsDue, prepaid } = undoing;
  tx.write(sql`
    INSERT INTO payment (id, provider_reference, type, original_id, loan_item_id, case_id, amount, towards_due, prepaid,
      channel, credited_to, value_at, posted_at, due_before, spread)
    VALUES (${paymentId}, ${message.providerReference}, 'REVERSAL', ${original.id}, ${state.loanItemId}, ${state.caseId},
      ${message.amount}, ${towardsDue}, ${prepaid}, 'LEDGER', ${original.creditedTo}, ${new Date(message.paidAt)},
      ${tx.now}, ${dueBefore}, ${JSON.stringify(spread)})`);
  tx.write(sql`
    UPDATE payment SET reversed_amount = reversed_amount + ${message.amount} WHERE id = ${original.id}`);
}

function writeCase(tx: Tx, undoing: Undoing, { state, promises }: Ledger): EmittedEvent[] {
  const { paymentId, message, original, towardsDue, prepaid, amountDueAfter, reopens } = undoing;
  const caseId = state.caseId!;
  const status = state.status!;
  const ownerId = state.ownerEnabled === 1 ? state.ownerId : null;
  const statusAfter = reopens ? (ownerId === null ? 'C00' : 'C10') : status;
  const promiseEffect = settlePromises(tx, caseId, promises, original.valueAt, -towardsDue, {
    settles: false,
    owesAgain: amountDueAfter > 0,
    ownerId,
    status: statusAfter,
  });
  tx.write(sql`
    UPDATE collection_case SET amount_due = ${amountDueAfter}, status = ${statusAfter},
      due_date = COALESCE(${oldestClaimed(undoing.planAfter)}, due_date),
      owner_id = IF(${reopens}, ${ownerId}, owner_id), reopened = IF(${reopens}, 1, reopened),
      settled_at = IF(${reopens}, NULL, settled_at), next_follow_up_at = IF(${reopens}, ${tx.now}, next_follow_up_at),
      version = version + 1
    WHERE id = ${caseId}`);
  const { id: originalId, creditedTo } = original;
  const { amount } = message;
  const events: EmittedEvent[] = [
    tx.emit(
      'payment.reversed',
      {
        ...{ caseId, paymentId, originalId, loanItemId: state.loanItemId, amount, towardsDue, prepaid },
        ...{ creditedTo, amountDueAfter, statusAfter },
      },
      { effectiveAt: new Date(message.paidAt) },
    ),
    ...promiseEffect.events,
  ];
  if (reopens) {
    events.push(
      tx.emit('case.reopened', {
        caseId,
        creditedTo: state.settledBy,
        ownerId,
        statusAfter,
        amount: amountDueAfter,
      }),
    );
  }
  return events;
}
