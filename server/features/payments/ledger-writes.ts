import type { CaseStatus, LoanStatus, PromiseStatus } from '../../../contract/codes.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { outcomeOf } from '../promises/promise.rules.js';
import type { PromiseState } from './payment.queries.js';
import type { Spread } from '../loans/due.rules.js';

/** Adds money to the plan (`sign` 1) or takes it back (-1), each period in one statement of one text. */
export function savePlan(tx: Tx, loanItemId: number, spread: Spread, sign: 1 | -1, at: Date): void {
  for (const [period, amount, other] of spread) {
    tx.write(sql`
      UPDATE plan_row SET paid = paid + ${sign * amount}, paid_at = IF(paid > 0, ${at}, NULL)
      WHERE loan_item_id = ${other ?? loanItemId} AND period = ${period}`);
  }
}

export function setLoanStatus(items: readonly number[], status: LoanStatus): Statement {
  return sql`UPDATE loan_item SET loan_status = ${status}, version = version + 1 WHERE id IN ${list(items)}`;
}

interface PromiseContext {
  /** The due came to zero: whatever was promised is kept. */
  settles: boolean;
  /** Something is due again: what was kept only because nothing was due is judged by what was paid. */
  owesAgain?: boolean;
  ownerId: number | null;
  status: CaseStatus;
}
export interface PromiseEffect {
  events: EmittedEvent[];
  /** The case's live promise is over: its columns on the case are emptied. */
  closesLive: boolean;
  statusAfter: CaseStatus;
}

/**
 * Counts money with a value date inside a promise's life towards it. An open promise is kept as soon as 95 % is there;
 * one that was settled is judged again (a back-dated payment may turn BROKEN into KEPT), and then the case stays where it is.
 *
 * @param caseId the case that is paid, with the status that it has in `context`; a promise of another case leaves that as it is.
 * @param amount what paid the due; negative when a payment is taken back.
 */
export function settlePromises(
  tx: Tx,
  caseId: number,
  promises: readonly PromiseState[],
  valueAt: Date,
  amount: number,
  context: PromiseContext,
): PromiseEffect {
  const effect: PromiseEffect = { events: [], closesLive: false, statusAfter: context.status };
  for (const promise of promises) {
    const counts = valueAt >= promise.createdAt && valueAt <= promise.deadlineAt;
    const open = promise.status === 'OPEN';
    const keptBySettling = context.owesAgain === true && promise.status === 'KEPT';
    if (!counts && !keptBySettling && !(open && context.settles)) continue;
    const paid = Math.max(0, promise.paid + (counts ? amount : 0));
    const status = judge(promise, paid, context.settles);
    tx.write(sql`
      UPDATE promise SET paid = ${paid}, status = ${status}, version = version + 1,
        settled_at = IF(${status === 'OPEN'}, NULL, COALESCE(settled_at, ${tx.now}))
      WHERE id = ${promise.id}`);
    if (status === promise.status) continue;
    if (open) {
      effect.closesLive = true;
      if (context.status === 'C20') effect.statusAfter = context.ownerId === null ? 'C00' : 'C10';
    }
    const statusAfter = promise.caseId === caseId ? effect.statusAfter : promise.caseStatus;
    effect.events.push(settled(tx, promise, status, paid, statusAfter));
  }
  return effect;
}

function judge(promise: PromiseState, paid: number, settles: boolean): PromiseStatus {
  if (promise.status === 'OPEN') {
    return settles || outcomeOf(promise.amount, paid) === 'KEPT' ? 'KEPT' : 'OPEN';
  }
  return outcomeOf(promise.amount, paid);
}

function settled(
  tx: Tx,
  promise: PromiseState,
  status: PromiseStatus,
  paid: number,
  statusAfter: CaseStatus,
): EmittedEvent {
  const { caseId } = promise;
  return tx.emit('promise.settled', {
    caseId,
    promiseId: promise.id,
    collectorId: promise.collectorId,
    amount: promise.amount,
    dueDate: promise.dueDate,
    status,
    paid,
    statusAfter,
  });
}
