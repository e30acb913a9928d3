import { isOpen, type CaseStatus } from '../../../contract/codes.js';
import type { PaymentCallback } from '../../../contract/money/payments.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { revokeExtension } from '../extensions/extension.writes.js';
import { mayBecome, type ExtensionState } from '../extensions/extension.rules.js';
import {
  afterSpread,
  claimedOf,
  isDue,
  oldestClaimed,
  reversedParts,
  statusesAfter,
  unpaidOf,
  type PlanRowState,
} from '../loans/due.rules.js';
import { savePlan, setLoanStatus, settlePromises } from './ledger.writes.js';
import { claimParted } from './parted-rows.writes.js';
import { oweReceivables } from '../receivables/receivable.writes.js';
import { reduceRefunds, releasedBy } from '../refunds/refund.writes.js';
import { takeBack, type TakenBack } from './taking-back.rules.js';
import type { Ledger, LedgerState, PostedPayment } from './payment.sql.js';

type Reversal = Extract<PaymentCallback, { type: 'REVERSAL' }>;

interface Undoing {
  paymentId: number;
  message: Reversal;
  original: PostedPayment;
  taken: TakenBack;
  /** Parts of the amount: paid due, and paid in advance. */
  towardsDue: number;
  prepaid: number;
  planAfter: PlanRowState[];
  amountDueAfter: number;
  /** Cases that were C50 and have nothing left to refund, with the state that each had before. */
  released: Map<number, CaseStatus>;
  /** The case is settled and something of it is due again. */
  reopens: boolean;
}

/**
 * Takes a payment back, in whole or in part, and debits whoever was credited for what had paid the due, on the day it is
 * posted. Where the money comes from is judged by `takeBack`; a C50 case with nothing left to refund is what it was before.
 * Rows that are due again are claimed by the item's open case; when there is none and the case is settled, it opens again, to
 * the same collector when still there, else unowned; otherwise the night finds the rows and opens the next case. Rows of an
 * item that shared the case when it was paid and stands alone by now are claimed where they are now.
 *
 * @throws payment.unknownOriginal, payment.conflictingReference when more is taken back than was paid.
 */
export function postReversal(
  tx: Tx,
  [paymentId, receivableId]: [number, number],
  message: Reversal,
  ledger: Ledger,
  original: PostedPayment | undefined,
): EmittedEvent[] {
  if (!original || original.type !== 'PAYMENT') throw new AppError('payment.unknownOriginal');
  if (original.reversedAmount + message.amount > original.amount)
    throw new AppError('payment.conflictingReference');
  const { state, plan, extension, refunds, parted } = ledger;
  const taken = takeBack(original, message.amount, ledger);
  const { spread } = taken;
  const parts = reversedParts(original, original.reversedAmount, message.amount);
  const day = businessDay(tx.now);
  const released = releasedBy(refunds, taken.refunds);
  const before = released.get(state.caseId ?? 0) ?? state.status;
  const settled = before === 'C31' || (before === 'C32' && released.has(state.caseId!));
  const kept = original.amount - original.reversedAmount - message.amount;
  const revoked = extension && kept < extension.fee && mayBecome(extension.status, 'REVOKED');
  const unpaid = afterSpread(plan, spread, -1);
  const found = revoked ? movedBack(unpaid, extension, state) : unpaid;
  // A case that ended in a long-aging one is not closed: its item has a next case.
  const closed = before === 'C30' && state.mergedInto === null;
  const after = claimAgain(found, before, { settled, closed, day });
  const undoing: Undoing = {
    ...{ paymentId, message, original, taken, released, ...parts, ...after },
    amountDueAfter: claimedOf(after.planAfter),
  };
  writePayment(tx, undoing, ledger);
  savePlan(tx, state.loanItemId, spread, -1, tx.now);
  if (revoked) revokeExtension(tx, extension, state);
  saveClaims(tx, state.loanItemId, found, undoing.planAfter);
  claimParted(tx, parted, spread);
  const apart = new Set(parted.map(({ other }) => other));
  const together = spread.filter(([, , other]) => !apart.has(other ?? state.loanItemId));
  for (const [status, items] of statusesAfter(undoing.planAfter, together, state.loanItemId, day))
    tx.write(setLoanStatus(items, status));
  const events =
    state.caseId === null || state.status === null ? [] : writeCase(tx, undoing, ledger, before!);
  return [...events, ...owe(tx, receivableId, undoing, ledger)];
}

function owe(tx: Tx, id: number, { taken, paymentId }: Undoing, { state, refunds, receivables }: Ledger) {
  const { institutionId, loanItemId } = state;
  const { owed, reopened } = taken;
  const refund = owed && refunds.find((other) => other.id === owed.refundId)!;
  return oweReceivables(tx, receivables, {
    ...{ id, paymentId, reopened },
    owed: owed && refund && { ...owed, caseId: refund.caseId, institutionId, loanItemId },
  });
}

/** The plan as `revokeExtension` leaves it: its rows fall due anew, on the days of before. */
function movedBack(
  plan: readonly PlanRowState[],
  { caseId, shiftDays }: ExtensionState,
  state: LedgerState,
): PlanRowState[] {
  if (caseId !== state.caseId) return [...plan];
  return plan.map((row) => {
    if (row.other || unpaidOf(row) === 0) return row;
    return { ...row, dueDate: addDays(row.dueDate, -(shiftDays ?? 0)), claimed: 0 };
  });
}

/**
 * Rows with something unpaid again. Those that are due belong into an open case or a settled one, which opens again for
 * them; in no other case they are claimed, so that the night finds them.
 */
function claimAgain(
  plan: readonly PlanRowState[],
  status: CaseStatus | null,
  { settled, closed, day }: { settled: boolean; closed: boolean; day: string },
): { planAfter: PlanRowState[]; reopens: boolean } {
  const due = plan.filter((row) => isDue(row, day) && unpaidOf(row) > 0);
  const reopens = settled && due.length > 0;
  const claims = status !== null && (isOpen(status) || status === 'C40' || reopens);
  const claimed = new Set(claims ? due : []);
  const planAfter = plan.map((row) => {
    if (unpaidOf(row) === 0 || closed) return row;
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

/** A promise's loss: money that had paid the due and is on the plan no more. */
function lostOf({ towardsDue, taken }: Undoing): number {
  return Math.min(
    towardsDue,
    taken.spread.reduce((sum, [, amount]) => sum + amount, taken.fee),
  );
}

function writePayment(tx: Tx, undoing: Undoing, { state, plan, simulated }: Ledger): void {
  const { paymentId, message, original, taken, towardsDue, prepaid } = undoing;
  const { spread, fee, refunds, owed, reopened } = taken;
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  tx.write(sql`
    INSERT INTO payment (id, provider_reference, type, original_id, loan_item_id, case_id, amount, towards_due, prepaid,
      channel, credited_to, value_at, posted_at, due_before, spread, fee, refunded, receivable, simulated)
    VALUES (${paymentId}, ${message.providerReference}, 'REVERSAL', ${original.id}, ${state.loanItemId}, ${state.caseId},
      ${message.amount}, ${towardsDue}, ${prepaid}, 'LEDGER', ${original.creditedTo}, ${new Date(message.paidAt)},
      ${tx.now}, ${claimedOf(plan)}, ${JSON.stringify(spread)}, ${fee}, ${refunded}, ${(owed?.amount ?? 0) + reopened},
      ${simulated})`);
  tx.write(sql`
    UPDATE payment SET reversed_amount = reversed_amount + ${message.amount} WHERE id = ${original.id}`);
}

function writeCase(
  tx: Tx,
  undoing: Undoing,
  { state, promises, refunds }: Ledger,
  status: CaseStatus,
): EmittedEvent[] {
  const { paymentId, message, original, towardsDue, prepaid, amountDueAfter, reopens, released } = undoing;
  const caseId = state.caseId!;
  const ownerId = state.ownerEnabled === 1 ? state.ownerId : null;
  const promiseEffect = settlePromises(tx, caseId, promises, original.valueAt, -lostOf(undoing), {
    settles: false,
    owesAgain: amountDueAfter > 0,
    ownerId,
    status: reopens ? (ownerId === null ? 'C00' : 'C10') : status,
  });
  const { statusAfter } = promiseEffect;
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
    ...reduceRefunds(tx, refunds, undoing.taken.refunds, {
      ...{ paymentId, caseId },
      statusOf: (id) => (id === caseId ? statusAfter : released.get(id)),
    }),
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
