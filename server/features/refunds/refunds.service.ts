import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../contract/codes.js';
import type { RefundCompletion, RefundRejection, RefundState } from '../../../contract/money/refunds.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { checkVersion } from '../../platform/db/changes.js';
import { sql, type Statement } from '../../platform/db/sql.js';
import { UnitOfWork, type EmittedEvent, type Tx } from '../../platform/db/unit-of-work.js';
import { AppError } from '../../platform/http/app-error.js';
import { nextStatus } from '../../domain/cases/case.rules.js';
import {
  claimedOf,
  isDue,
  oldestClaimed,
  unpaidOf,
  type PlanRowState,
} from '../../domain/loans/due.rules.js';
import { STATE_BEFORE } from '../../domain/refunds/refund.sql.js';
import { ScoreCardsService } from '../case-work/score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../domain/score-cards/score-card.rules.js';
import { statusChanged } from '../../domain/cases/records/record.sql.js';

interface RefundLock {
  id: number;
  version: number;
  status: RefundState;
  amount: number;
  caseId: number;
  caseStatus: CaseStatus;
  institutionId: number;
  /** The state that the case had before its refunds. */
  stateBefore: CaseStatus;
  /** Other refunds of the case that nobody has decided yet. */
  othersOpen: number;
  /** The collector, when still there. */
  ownerId: number | null;
  settledBy: number | null;
  /** Another case has the loan item. */
  openElsewhere: number;
  /** The actor had the case once, or was credited for money of it. */
  hadIt: number;
}

type PlanRow = PlanRowState & { loanItemId: number };
type RefundInput = { [Field in 'reference' | 'voucher' | 'reason']?: string | null };
interface Decided {
  version: number;
}

/** The two ends of a refund. Whoever collected the money does not send it back, too. */
@Injectable()
export class RefundsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
  ) {}

  /** @throws refund.notFound, entity.changed, refund.decided, refund.amount, refund.ownCase, request.reused */
  complete(actor: Actor, completion: RefundCompletion): Promise<Decided> {
    return this.decide(actor, 'COMPLETED', completion, (tx, refund) => {
      if (refund.hadIt) throw new AppError('refund.ownCase');
      leave(tx, refund, 'refund.completed');
    });
  }

  /**
   * Amounts due by now are collected again, unless another case does that already; otherwise the case is what it was before.
   *
   * @throws refund.notFound, entity.changed, refund.decided, request.reused
   */
  reject(actor: Actor, rejection: RefundRejection): Promise<Decided> {
    return this.decide(actor, 'REJECTED', rejection, async (tx, refund) => {
      const [plan, days] = await tx.read<[PlanRow, DayCaseRow]>(
        planOf(refund.caseId),
        this.scoreCards.entries([refund.caseId], tx.now),
      );
      const due = plan.filter((row) => isDue(row, businessDay(tx.now)) && unpaidOf(row) > 0);
      const stays = refund.openElsewhere || refund.stateBefore === 'C30' || !isLast(refund);
      if (due.length === 0 || stays) leave(tx, refund, 'refund.rejected');
      else this.scoreCards.apply(tx, reopen(tx, refund, due), days);
    });
  }

  private decide(
    actor: Actor,
    status: RefundState,
    { clientRequestId, ...decision }: RefundCompletion | RefundRejection,
    end: (tx: Tx, refund: RefundLock) => Promise<void> | void,
  ): Promise<Decided> {
    const { refundId, version } = decision;
    const key = [`refund.${status}`, clientRequestId, decision] as const;
    return this.uow.onceLocked<Decided>(actor, key, async (tx, claim) => {
      const [[refund]] = await claim.read<[RefundLock]>(lockRefund(actor, refundId));
      if (!refund) throw new AppError('refund.notFound');
      const earlier = claim.earlier();
      if (earlier) return earlier;
      const inForce = { version: refund.version, status: refund.status, amount: refund.amount };
      checkVersion(refund, version, inForce);
      if (refund.status !== 'OPEN') throw new AppError('refund.decided', {}, [], { inForce });
      if ('amount' in decision && decision.amount !== refund.amount)
        throw new AppError('refund.amount', {}, [], { inForce });
      await end(tx, refund);
      const { reference = null, voucher = null, reason = null }: RefundInput = decision;
      tx.write(sql`
        UPDATE refund SET status = ${status}, reference = ${reference}, voucher = ${voucher}, reason = ${reason},
          decided_by = ${actor.userId}, decided_at = ${tx.now}, version = version + 1 WHERE id = ${refundId}`);
      return claim.keep({ version: refund.version + 1 });
    });
  }
}

function lockRefund(actor: Actor, refundId: number): Statement {
  const me = actor.userId;
  return sql`
    SELECT r.id, r.version, r.status, r.amount, c.id AS caseId, c.status AS caseStatus,
      c.institution_id AS institutionId, c.settled_by AS settledBy,
      ${STATE_BEFORE} AS stateBefore,
      (SELECT COUNT(*) FROM refund o WHERE o.case_id = c.id AND o.status = 'OPEN' AND o.id <> r.id) AS othersOpen,
      (SELECT u.id FROM user u WHERE u.id = c.owner_id AND u.enabled = 1) AS ownerId,
      EXISTS (SELECT 1 FROM loan_item li JOIN collection_case o ON o.open_loan_item_id = COALESCE(li.lead_item_id, li.id)
        WHERE li.id = c.loan_item_id) AS openElsewhere,
      (COALESCE(c.owner_id = ${me}, 0) OR COALESCE(c.settled_by = ${me}, 0)
        OR EXISTS (SELECT 1 FROM payment p WHERE p.case_id = c.id AND p.credited_to = ${me})
        OR EXISTS (SELECT 1 FROM domain_event e WHERE e.case_id = c.id
          AND e.name IN ('case.assigned', 'case.reassigned') AND JSON_VALUE(e.payload, '$.to') = ${me})) AS hadIt
    FROM refund r JOIN collection_case c ON c.id = r.case_id
    WHERE r.id = ${refundId} AND ${casesOf(actor)} FOR UPDATE`;
}

function planOf(caseId: number): Statement {
  return sql`
    SELECT pr.loan_item_id AS loanItemId, pr.period, pr.due_date AS dueDate, pr.principal, pr.interest, pr.penalty,
      pr.iva, pr.paid, pr.claimed
    FROM collection_case c JOIN loan_item li ON c.loan_item_id IN (li.id, li.lead_item_id)
    JOIN plan_row pr ON pr.loan_item_id = li.id WHERE c.id = ${caseId} FOR UPDATE`;
}

/** Another refund keeps the case where it is; one beside a case that is not C50 does not move it. */
function isLast({ caseStatus, othersOpen }: RefundLock): boolean {
  return caseStatus === 'C50' && othersOpen === 0;
}

function leave(tx: Tx, refund: RefundLock, name: 'refund.completed' | 'refund.rejected'): void {
  const { caseId, caseStatus, stateBefore } = refund;
  const statusAfter = isLast(refund) ? stateBefore : caseStatus;
  tx.write(statusChanged(caseId, statusAfter));
  tx.emit(name, payloadOf(refund, statusAfter));
}

function payloadOf({ id, caseId, institutionId, amount, caseStatus }: RefundLock, statusAfter: CaseStatus) {
  return { caseId, refundId: id, institutionId, amount, statusBefore: caseStatus, statusAfter };
}

/** As a reversal does: to the same collector when still there, and whoever was credited for the settlement is not any more. */
function reopen(tx: Tx, refund: RefundLock, due: readonly PlanRow[]): EmittedEvent[] {
  const { caseId, ownerId, settledBy } = refund;
  const statusAfter = nextStatus('C50', 'refundRejected', ownerId !== null)!;
  const claimed = due.map((row) => ({ ...row, claimed: 1 }));
  const amount = claimedOf(claimed);
  for (const { loanItemId, period } of due)
    tx.write(sql`UPDATE plan_row SET claimed = 1 WHERE loan_item_id = ${loanItemId} AND period = ${period}`);
  tx.write(sql`
    UPDATE collection_case SET status = ${statusAfter}, amount_due = ${amount}, due_date = ${oldestClaimed(claimed)},
      owner_id = ${ownerId}, reopened = 1, settled_at = NULL, next_follow_up_at = ${tx.now}, version = version + 1
    WHERE id = ${caseId}`);
  const reopened = { caseId, creditedTo: settledBy, ownerId, statusAfter, amount };
  return [tx.emit('refund.rejected', payloadOf(refund, statusAfter)), tx.emit('case.reopened', reopened)];
}
