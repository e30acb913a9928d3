import type { CaseStatus, LoanStatus, PromiseStatus } from '../../../contract/codes.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../platform/db/unit-of-work.js';
import { nextStatus } from '../cases/case.rules.js';
import { graceDeadline, outcomeOf } from '../promises/promise.rules.js';
import type { PromiseState } from './payment.sql.js';
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
 * Counts money with a value date inside a promise's life towards it. An open promise is kept as soon as 95 % is there. One
 * that was settled is judged again: a back-dated payment may turn BROKEN into KEPT, and the case stays where it is; money
 * taken back before the last day is over opens it again, for whoever took it.
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
  let hasLive = promises.some((promise) => promise.status === 'OPEN' && promise.caseId === caseId);
  // The newest first: of several that are not kept any more it is the one that the case goes on with.
  for (const promise of [...promises].reverse()) {
    const counts = meets(promise, valueAt);
    const open = promise.status === 'OPEN';
    const keptBySettling = context.owesAgain === true && promise.status === 'KEPT';
    if (!counts && !keptBySettling && !(open && context.settles)) continue;
    const paid = Math.max(0, promise.paid + (counts ? amount : 0));
    const reopened =
      promise.caseId !== caseId || hasLive
        ? null
        : nextStatus(effect.statusAfter, 'promiseReopened', context.ownerId !== null);
    const status = judge(tx, promise, paid, context.settles, { hasLive, reopens: reopened !== null });
    tx.write(sql`
      UPDATE promise SET paid = ${paid}, status = ${status}, version = version + 1,
        settled_at = IF(${status === 'OPEN'}, NULL, COALESCE(settled_at, ${tx.now}))
      WHERE id = ${promise.id}`);
    if (status === promise.status) continue;
    if (status === 'OPEN') {
      hasLive = true;
      effect.statusAfter = reopened!;
      effect.events.push(reopen(tx, promise, paid, reopened!));
      continue;
    }
    if (open) {
      effect.closesLive = true;
      if (context.status === 'C20') effect.statusAfter = context.ownerId === null ? 'C00' : 'C10';
    }
    const statusAfter = promise.caseId === caseId ? effect.statusAfter : promise.caseStatus;
    effect.events.push(tx.emit('promise.settled', { ...factsOf(promise), status, paid, statusAfter }));
  }
  return effect;
}

/** Whether money counts towards a promise; of an open one on the day of grace too, before the sweep has given it. */
export function meets(promise: PromiseState, valueAt: Date): boolean {
  const till = promise.status === 'OPEN' ? lastMomentOf(promise) : promise.deadlineAt;
  return valueAt >= promise.createdAt && valueAt <= till;
}

function lastMomentOf({ payableAtTill, dueDate, deadlineAt }: PromiseState): Date {
  return payableAtTill ? graceDeadline(dueDate) : deadlineAt;
}

/**
 * PARTIAL and BROKEN are said only of a promise whose last day is over. Before that it is open again; where its case has
 * another one by now, that one has taken its place, and in a case that takes no promise it is cancelled.
 */
function judge(
  tx: Tx,
  promise: PromiseState,
  paid: number,
  settles: boolean,
  { hasLive, reopens }: { hasLive: boolean; reopens: boolean },
): PromiseStatus {
  const outcome = outcomeOf(promise.amount, paid);
  if (outcome === 'KEPT') return 'KEPT';
  if (promise.status === 'OPEN') return settles ? 'KEPT' : 'OPEN';
  // One that has ended badly is over, whatever code came after it.
  if (promise.status !== 'KEPT' || tx.now >= lastMomentOf(promise)) return outcome;
  if (reopens) return 'OPEN';
  return hasLive ? 'SUPERSEDED' : 'CANCELLED';
}

/** The job that settles it still waits for its deadline. */
function reopen(tx: Tx, promise: PromiseState, paid: number, statusAfter: CaseStatus): EmittedEvent {
  const { id, caseId, amount, dueDate } = promise;
  tx.write(sql`
    UPDATE collection_case SET promise_id = ${id}, promise_amount = ${amount}, promise_due = ${dueDate}
    WHERE id = ${caseId}`);
  return tx.emit('promise.reopened', { ...factsOf(promise), paid, statusAfter });
}

function factsOf({ id: promiseId, caseId, collectorId, amount, dueDate }: PromiseState) {
  return { caseId, promiseId, collectorId, amount, dueDate };
}
