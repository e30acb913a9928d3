import { Injectable } from '@nestjs/common';
import { PAY_LOG_STATUSES, PAY_LOG_TYPES } from '../../../../contract/codes.js';
import type { DeductionCallback, DeductionReason } from '../../../../contract/money/deductions.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Logger } from '../../../platform/logger/logger.js';
import { ProviderRefused } from '../../../platform/providers/provider-client.js';
import { Site } from '../../../platform/site/site.js';
import { PaymentsService } from '../payments/payments.service.js';
import { CardDebits, deductionOf } from './card-debits.client.js';
import {
  duplicateChargeOf,
  groupOf,
  keepDuplicateCharge,
} from '../../../domain/deductions/duplicate-charges.writes.js';
import {
  mayBecome,
  NO_ANSWER_MS,
  reasonOf,
  type DeductionStatus,
} from '../../../domain/deductions/deduction.rules.js';

const { INITIALISED, FAILED, SUCCESS } = PAY_LOG_STATUSES;
const RECONCILE_SIZE = 100;
/** A deduction's job hands it over at once; after this time the job must be lost and the sweep does it. */
const LOST_AFTER_MS = 15_000;

interface WaitingDeduction {
  id: number;
  loanItemId: number;
  amount: number;
  due: number;
}
interface RequestedDeduction {
  amount: number;
  caseId: number;
  loanItemExternalId: string;
  /** 1: nobody asked for it, it was due on a promise's day. */
  automatic: number;
}
interface DeductionState {
  id: number;
  caseId: number;
  amount: number;
  status: DeductionStatus;
  requestedBy: number | null;
}

/** Another charge of the deduction had succeeded. */
class ChargedTwice extends Error {}

/**
 * The life of a deduction after its request. The provider takes one charge for one deduction, however often it is
 * handed over; whether a charge that was not answered took place is not known, so it is never called failed for that. A
 * success and its payment commit together, and a repeated, late or overtaken message changes nothing. A second charge that
 * succeeds is not posted: it is stored and reported.
 */
@Injectable()
export class DebitsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly debits: CardDebits,
    private readonly payments: PaymentsService,
    private readonly ids: Ids,
    private readonly logger: Logger,
    private readonly site: Site,
  ) {}

  /** Hands it to the provider. @throws ProviderUnavailable: to be tried again under the same key */
  async charge(deductionId: number): Promise<void> {
    const deduction = await this.database.row<WaitingDeduction>(sql`
      SELECT d.id, d.loan_item_id AS loanItemId, d.amount, c.is_open = 1 AND c.amount_due >= d.amount
          AND (d.promise_id IS NULL OR (p.status = 'OPEN' AND p.amount - p.paid >= d.amount)) AS due
      FROM deduction d JOIN collection_case c ON c.id = d.case_id LEFT JOIN promise p ON p.id = d.promise_id
      WHERE d.id = ${deductionId} AND d.status = ${INITIALISED} AND d.submitted_at IS NULL`);
    if (!deduction) return;
    if (deduction.due !== 1) return this.fail(deductionId, 'NOT_DUE');
    try {
      await this.debits.charge(deduction);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      return this.fail(deductionId, 'REFUSED');
    }
    await this.database.run(sql`
      UPDATE deduction SET submitted_at = ${this.clock.now()} WHERE id = ${deductionId} AND submitted_at IS NULL`);
  }

  /**
   * `repay/deduct/callback`. @throws deduction.notFound, deduction.conflict when the amount is another, and what posting a
   * payment throws
   */
  async settle(message: DeductionCallback): Promise<{ repeated: boolean }> {
    const id = deductionOf(message.idempotencyKey);
    const found = await this.database.row<RequestedDeduction>(sql`
      SELECT d.amount, d.case_id AS caseId, l.external_id AS loanItemExternalId, d.requested_by IS NULL AS automatic
      FROM deduction d JOIN loan_item l ON l.id = d.loan_item_id WHERE d.id = ${id}`);
    if (id === null || !found) throw new AppError('deduction.notFound');
    if (found.amount !== message.amount) {
      // Post nothing: a person has to ask the provider.
      const { status, chargeId, amount } = message;
      this.logger.warn('A charge of another amount was refused', { id, status, chargeId, amount });
      throw new AppError('deduction.conflict');
    }
    return message.status === 'SUCCESS' ? this.succeed(id, message, found) : this.refused(id, message);
  }

  /** Handles deductions whose job was lost or whose answer never came. @returns how many */
  async reconcile(): Promise<number> {
    const now = this.clock.now().getTime();
    const [waiting, silent] = await Promise.all([
      this.database.rows<{ id: number }>(sql`
        SELECT id FROM deduction WHERE status = ${INITIALISED} AND submitted_at IS NULL
          AND requested_at <= ${new Date(now - LOST_AFTER_MS)} ORDER BY requested_at LIMIT ${RECONCILE_SIZE}`),
      this.database.rows<{ id: number }>(sql`
        SELECT id FROM deduction WHERE status = ${INITIALISED} AND requested_at <= ${new Date(now - NO_ANSWER_MS)}
        ORDER BY requested_at LIMIT ${RECONCILE_SIZE}`),
    ]);
    for (const { id } of silent) await this.fail(id, 'NO_ANSWER');
    // One that the provider does not take now is tried by the next sweep.
    const charged = await Promise.allSettled(waiting.map(({ id }) => this.charge(id)));
    return silent.length + charged.filter(({ status }) => status === 'fulfilled').length;
  }

  private async succeed(
    id: number,
    message: DeductionCallback,
    { loanItemExternalId, caseId, automatic }: RequestedDeduction,
  ): Promise<{ repeated: boolean }> {
    const payment = {
      type: 'PAYMENT',
      providerReference: `CHARGE-${message.chargeId}`,
      loanItemExternalId,
      amount: message.amount,
      channel: 'DEBIT',
      paidAt: message.at,
    } as const;
    try {
      const { repeated } = await this.payments.post(SYSTEM, payment, {
        logType: automatic === 1 ? PAY_LOG_TYPES.AUTOMATIC : PAY_LOG_TYPES.COLLECTION,
        caseId,
        simulated: this.site.simulates('debit'),
        together: async (tx, paymentId) => {
          const deduction = await lockDeduction(tx, id);
          if (!deduction) throw new AppError('deduction.notFound');
          if (!mayBecome(deduction.status, SUCCESS)) throw new ChargedTwice();
          keepEvent(tx, id, message);
          end(tx, deduction, SUCCESS, null, paymentId);
        },
      });
      return { repeated };
    } catch (error) {
      if (!(error instanceof ChargedTwice)) throw error;
      return this.keepDuplicateCharge(id, message);
    }
  }

  /** The provider took the money under one charge and again under another: who asked for it and the leader are told, once. */
  private async keepDuplicateCharge(id: number, message: DeductionCallback): Promise<{ repeated: boolean }> {
    const duplicateChargeId = await this.ids.take();
    const isNew = await this.uow.transact(SYSTEM, async (tx) => {
      const [[deduction], [known], [found]] = await tx.read<
        [DeductionState, { id: number }, { groupId: number | null }]
      >(lockDeductionRow(id), duplicateChargeOf(id, message.chargeId), groupOf(id));
      keepEvent(tx, id, message);
      if (!deduction || known) return false;
      keepDuplicateCharge(tx, { id: duplicateChargeId, deduction, groupId: found?.groupId ?? null }, message);
      return true;
    });
    if (isNew) this.logger.warn('The provider charged a card twice for one deduction', { deduction: id });
    return { repeated: !isNew };
  }

  private refused(id: number, message: DeductionCallback): Promise<{ repeated: boolean }> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const deduction = await lockDeduction(tx, id);
      keepEvent(tx, id, message);
      if (!deduction || !mayBecome(deduction.status, FAILED)) return { repeated: true };
      end(tx, deduction, FAILED, reasonOf(message.reason), null);
      return { repeated: false };
    });
  }

  private fail(id: number, reason: DeductionReason): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const deduction = await lockDeduction(tx, id);
      if (deduction && mayBecome(deduction.status, FAILED)) end(tx, deduction, FAILED, reason, null);
    });
  }
}

function lockDeductionRow(id: number): Statement {
  return sql`
    SELECT id, case_id AS caseId, amount, status, requested_by AS requestedBy
    FROM deduction WHERE id = ${id} FOR UPDATE`;
}

async function lockDeduction(tx: Tx, id: number): Promise<DeductionState | undefined> {
  const [[deduction]] = await tx.read<[DeductionState]>(lockDeductionRow(id));
  return deduction;
}

function keepEvent(tx: Tx, id: number, { eventId, status, amount, at }: DeductionCallback): void {
  tx.write(sql`
    INSERT INTO deduction_event (event_id, deduction_id, status, amount, at, received_at)
    VALUES (${eventId}, ${id}, ${status}, ${amount}, ${new Date(at)}, ${tx.now})
    ON DUPLICATE KEY UPDATE event_id = event_id`);
}

function end(
  tx: Tx,
  { id, caseId, amount, requestedBy }: DeductionState,
  status: 1 | 2,
  reason: DeductionReason | null,
  paymentId: number | null,
): void {
  tx.write(sql`
    UPDATE deduction SET status = ${status}, reason = ${reason}, payment_id = ${paymentId}, ended_at = ${tx.now}
    WHERE id = ${id}`);
  tx.emit('deduction.settled', { caseId, deductionId: id, amount, requestedBy, status, reason });
}
