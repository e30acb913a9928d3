import { Injectable } from '@nestjs/common';
import type { PayLogType } from '../../../../contract/codes.js';
import type { PaymentAnswer, PaymentCallback } from '../../../../contract/money/payments.js';
import { businessDay } from '../../../../contract/shared/date.js';
import { UnitOfWork, type TxActor, type Tx } from '../../../platform/db/unit-of-work.js';
import { dbErrorCode } from '../../../platform/db/database.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import {
  lockExtensionByPayment,
  lockExtensionByReference,
} from '../../../domain/extensions/extension.writes.js';
import type { ExtensionState } from '../../../domain/extensions/extension.rules.js';
import { lockCodeByReference, type CodeState } from '../../../domain/repayment-codes/repayment-code.sql.js';
import { ScoreCardsService } from '../../case-work/score-cards/score-cards.service.js';
import type { DayCaseRow } from '../../../domain/score-cards/score-card.rules.js';
import {
  dayCasesOf,
  loanItems,
  lockLedger,
  partedRows,
  planOf,
  postedOf,
  postedPayment,
  promisesOf,
  type Ledger,
  type LedgerState,
  type LoanItemKey,
  type PartedRow,
  type PostedPayment,
  type PromiseState,
} from '../../../domain/payments/payment.sql.js';
import type { PlanRowState } from '../../../domain/loans/due.rules.js';
import { receivablesOf, type ReceivableState } from '../../../domain/receivables/receivable.writes.js';
import { refundsOf, type RefundOfItem } from '../../../domain/refunds/refund.sql.js';
import type { PostedMoney } from '../../../domain/payments/taking-back.rules.js';
import { valueTimeOf } from '../../../domain/payments/payment.rules.js';
import { postPayment } from '../../../domain/payments/post-payment.writes.js';
import { postReversal } from '../../../domain/payments/post-reversal.writes.js';

interface PostOptions {
  /** The institutions whose loan items exist for the sender; all when it is not said. */
  within?: readonly number[] | undefined;
  /** From a file: a time of payment that can not be is refused. A provider's message is posted all the same. */
  refusesClaims?: boolean;
  /** Deduction log type; 1, the borrower paid, when it is not said. */
  logType?: PayLogType;
  /** A simulator reported it: no money moved. */
  simulated?: boolean;
  /** The case that a deduction was asked for; of a payment by code it is the code's. */
  caseId?: number;
  /** Commits together with a new payment. It may refuse the payment by throwing. */
  together?: (tx: Tx, paymentId: number) => Promise<void>;
}

/**
 * Every payment comes in here: the rails' callback, a ledger file and the simulator. One transaction writes
 * the pay log, the plan, the case, the promise, the collector's day and the events; the reference is unique, so the same
 * message twice, or fifty at once, posts once.
 */
@Injectable()
export class PaymentsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly scoreCards: ScoreCardsService,
    private readonly ids: Ids,
    private readonly vault: Vault,
  ) {}

  /**
   * @returns the payment's id; `repeated` when this very message had been posted before.
   * @throws payment.unknownLoanItem, payment.unknownOriginal, payment.conflictingReference; payment.claimedTime, where such
   * are refused
   */
  async post(actor: TxActor, message: PaymentCallback, options: PostOptions = {}): Promise<PaymentAnswer> {
    const ids = await this.ids.takeMany(2);
    for (;;) {
      try {
        return await this.uow.transact(actor, (tx) =>
          this.once(tx, message, ids as [number, number], options),
        );
      } catch (error) {
        // Two deliveries of one reference for different loan items ran at once: read what the first one posted.
        if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
      }
    }
  }

  private async once(
    tx: Tx,
    message: PaymentCallback,
    ids: [number, number],
    { within, refusesClaims, logType, simulated = false, caseId, together }: PostOptions,
  ): Promise<PaymentAnswer> {
    const key: LoanItemKey =
      message.type === 'PAYMENT'
        ? { externalId: message.loanItemExternalId }
        : { reference: message.originalReference };
    const { states, known, originals, codes, ...read } = await this.read(tx, key, message, within);
    const state = states[0];
    const repeated = known[0];
    if (repeated && (state || !within))
      return { paymentId: sameContent(repeated, message, state), repeated: true };
    if (!state)
      throw new AppError(message.type === 'PAYMENT' ? 'payment.unknownLoanItem' : 'payment.unknownOriginal');
    const counted = countedFrom(tx, ids[0], message, state, refusesClaims);
    await together?.(tx, ids[0]);
    const code = codes[0] ?? null;
    const linkedCaseId = caseId ?? code?.caseId;
    const ledger: Ledger = {
      ...{ ...read, state, code, simulated },
      wholeCase: linkedCaseId === state.caseId && read.plan.some(({ other }) => other),
    };
    const events =
      counted.type === 'PAYMENT'
        ? postPayment(tx, ids, counted, ledger, logType)
        : postReversal(tx, ids, counted, ledger, originals[0]);
    this.scoreCards.apply(tx, events, read.days);
    return { paymentId: ids[0], repeated: false };
  }

  /** All that a message is judged by, in one round trip with the loan item and its case locked. */
  private async read(tx: Tx, key: LoanItemKey, message: PaymentCallback, within?: readonly number[]) {
    const original = message.type === 'REVERSAL' ? message.originalReference : message.providerReference;
    const [
      states,
      plan,
      promises,
      days,
      known,
      originals,
      receivables,
      codes,
      extensions,
      posted,
      refunds,
      parted,
    ] = await tx.read<
      [
        LedgerState,
        PlanRowState,
        PromiseState,
        DayCaseRow,
        PostedPayment,
        PostedPayment,
        ReceivableState,
        CodeState,
        ExtensionState,
        PostedMoney,
        RefundOfItem,
        PartedRow,
      ]
    >(
      lockLedger(key, within),
      planOf(key),
      promisesOf(key),
      dayCasesOf(key, businessDay(tx.now)),
      postedPayment(message.providerReference),
      postedPayment(original),
      receivablesOf(loanItems(key)),
      ...this.paidBy(message),
      ...('reference' in key ? [postedOf(key), refundsOf(loanItems(key)), partedRows(key)] : []),
    );
    return {
      ...{ states, known, originals, codes: codes ?? [] },
      ...{ plan, promises, days, receivables, extension: extensions?.[0] ?? null },
      ...{ posted: posted ?? [], refunds: refunds ?? [], parted: parted ?? [] },
    };
  }

  /** The code that a message names, and the extension behind it. A payment without a code, as most are, reads no more. */
  private paidBy(message: PaymentCallback): Statement[] {
    if (message.type === 'REVERSAL')
      return [lockCodeByReference([]), lockExtensionByPayment(message.originalReference)];
    if (!message.reference) return [];
    const hashes = this.vault.indexes(message.reference);
    return [lockCodeByReference(hashes), lockExtensionByReference(hashes)];
  }
}

/** The message with the moment from which it counts. A claim that can not be is kept. @throws payment.claimedTime */
function countedFrom(
  tx: Tx,
  paymentId: number,
  message: PaymentCallback,
  { institutionId, disbursedAt }: LedgerState,
  refusesClaims = false,
): PaymentCallback {
  const claimedAt = new Date(message.paidAt);
  const { valueAt, error } = valueTimeOf(claimedAt, disbursedAt, tx.now);
  if (error && refusesClaims) throw new AppError('payment.claimedTime');
  if (error)
    tx.write(sql`
      INSERT INTO payment_claim (payment_id, institution_id, claimed_at, reason)
      VALUES (${paymentId}, ${institutionId}, ${claimedAt}, ${error})`);
  return { ...message, paidAt: valueAt.toISOString() };
}

function sameContent(
  posted: PostedPayment,
  message: PaymentCallback,
  state: LedgerState | undefined,
): number {
  const same =
    posted.type === message.type &&
    posted.amount === message.amount &&
    posted.loanItemId === state?.loanItemId;
  if (!same) throw new AppError('payment.conflictingReference');
  return posted.id;
}
