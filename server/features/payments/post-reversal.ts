import { LOAN_STATUSES } from '../../../contract/codes.js';
import type { PaymentCallback } from '../../../contract/payments.js';
import { list, sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { oweAgain, revokeExtension } from '../extensions/extension-writes.js';
import { mayBecome } from '../extensions/extension.rules.js';
import { savePlan, settlePromises } from './ledger-writes.js';
import { spreadReversal, totalOutstanding, type Spread } from './payment.rules.js';
import type { Ledger, PostedPayment } from './payment.queries.js';

type Reversal = Extract<PaymentCallback, { type: 'REVERSAL' }>;

/**
 * Takes a payment back, in whole or in part, and debits whoever was credited, on the day it is posted. A case that the
 * payment had settled opens again: to the same collector when still there, else unowned.
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
  const { state, plan, promises, extension } = ledger;
  const spread = spreadReversal(
    JSON.parse(original.spread) as Spread,
    original.reversedAmount,
    message.amount,
  );
  const amountDueAfter = totalOutstanding(plan) + spread.reduce((sum, [, part]) => sum + part, 0);
  tx.write(sql`
    INSERT INTO payment (id, provider_reference, type, original_id, loan_item_id, case_id, amount, channel, credited_to,
      value_at, posted_at, due_before, spread)
    VALUES (${paymentId}, ${message.providerReference}, 'REVERSAL', ${original.id}, ${state.loanItemId}, ${state.caseId},
      ${message.amount}, 'LEDGER', ${original.creditedTo}, ${new Date(message.paidAt)}, ${tx.now},
      ${totalOutstanding(plan)}, ${JSON.stringify(spread)})`);
  tx.write(sql`
    UPDATE payment SET reversed_amount = reversed_amount + ${message.amount} WHERE id = ${original.id}`);
  savePlan(tx, state.loanItemId, spread, -1, tx.now);
  const kept = original.amount - original.reversedAmount - message.amount;
  if (extension && kept < extension.fee && mayBecome(extension.status, 'REVOKED'))
    revokeExtension(tx, extension, state.loanItemId);
  if (amountDueAfter > 0) {
    const items =
      spread.length === 0 ? [state.loanItemId] : spread.map(([, , other]) => other ?? state.loanItemId);
    tx.write(sql`
      UPDATE loan_item SET loan_status = ${LOAN_STATUSES.OVERDUE}, version = version + 1 WHERE id IN ${list(items)}`);
    tx.write(oweAgain(items));
  }
  return state.caseId === null || state.status === null
    ? []
    : writeCase(tx, paymentId, message, ledger, original, amountDueAfter, promises);
}

function writeCase(
  tx: Tx,
  paymentId: number,
  message: Reversal,
  { state }: Ledger,
  original: PostedPayment,
  amountDueAfter: number,
  promises: Ledger['promises'],
): EmittedEvent[] {
  const caseId = state.caseId!;
  const status = state.status!;
  const reopens = status === 'C31' && amountDueAfter > 0;
  const ownerId = state.ownerEnabled === 1 ? state.ownerId : null;
  const statusAfter = reopens ? (ownerId === null ? 'C00' : 'C10') : status;
  const promiseEffect = settlePromises(tx, caseId, promises, original.valueAt, -message.amount, {
    settles: false,
    ownerId,
    status: statusAfter,
  });
  tx.write(sql`
    UPDATE collection_case SET amount_due = ${amountDueAfter}, status = ${statusAfter},
      owner_id = IF(${reopens}, ${ownerId}, owner_id), reopened = IF(${reopens}, 1, reopened),
      settled_at = IF(${reopens}, NULL, settled_at), next_follow_up_at = IF(${reopens}, ${tx.now}, next_follow_up_at),
      version = version + 1
    WHERE id = ${caseId}`);
  const events: EmittedEvent[] = [
    tx.emit({
      name: 'payment.reversed',
      subject: ['payment', paymentId],
      caseId,
      effectiveAt: new Date(message.paidAt),
      payload: {
        caseId,
        paymentId,
        originalId: original.id,
        loanItemId: state.loanItemId,
        amount: message.amount,
        creditedTo: original.creditedTo,
        amountDueAfter,
        statusAfter,
      },
    }),
    ...promiseEffect.events,
  ];
  if (reopens) {
    events.push(
      tx.emit({
        name: 'case.reopened',
        subject: ['case', caseId],
        caseId,
        payload: { caseId, creditedTo: state.settledBy, ownerId, statusAfter, amount: amountDueAfter },
      }),
    );
  }
  return events;
}
