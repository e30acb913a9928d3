import { Injectable } from '@nestjs/common';
import type { CodeChannel, CodeEndReason } from '../../../../contract/money/repayment-codes.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { maskMiddle, Vault } from '../../../platform/crypto/vault.js';
import { Database, dbErrorCode } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { ProviderRefused, ProviderUnavailable } from '../../../platform/providers/provider-client.js';
import { Site } from '../../../platform/site/site.js';
import { EndedCases } from '../../../domain/repayment-codes/ended-cases.sql.js';
import { PaymentRails, type IssuedReference } from './payment-rails.client.js';
import {
  endReasonOf,
  GIVE_UP_MS,
  isGenuine,
  mayBecome,
} from '../../../domain/repayment-codes/repayment-code.rules.js';
import {
  casesWithLiveCodes,
  codesOf,
  endCode,
  liveCodesOf,
  lockCase,
  lockCaseOf,
  lockCode,
  type CaseLock,
  type CodeState,
} from '../../../domain/repayment-codes/repayment-code.sql.js';

const RECONCILE_SIZE = 100;
/** A code's job asks the provider at once; after this time the job must be lost and the sweep asks. */
const LOST_AFTER_MS = 15_000;

interface WaitingCode {
  id: number;
  channel: CodeChannel;
  amount: number;
  loanItemExternalId: string;
  requestedAt: Date;
  expiresAt: Date;
}

/** The life of a code after its request. Each step may run any number of times: a repetition changes nothing. */
@Injectable()
export class CodeLifeService {
  private readonly ended: EndedCases;

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly rails: PaymentRails,
    private readonly site: Site,
  ) {
    this.ended = new EndedCases(database, casesWithLiveCodes);
  }

  /**
   * Asks the provider for the reference. A refusal, digits that do not check, or silence for too long ends the code as
   * FAILED; a person may ask again.
   *
   * @throws ProviderUnavailable while it is worth trying again
   */
  async ask(codeId: number): Promise<void> {
    const code = await this.database.row<WaitingCode>(sql`
      SELECT r.id, r.channel, r.amount, l.external_id AS loanItemExternalId, r.requested_at AS requestedAt,
        r.expires_at AS expiresAt
      FROM repayment_code r JOIN loan_item l ON l.id = r.loan_item_id
      WHERE r.id = ${codeId} AND r.status = 'REQUESTED'`);
    if (!code) return;
    try {
      const issued = await this.rails.issue(code);
      if (isGenuine(code.channel, code.amount, issued)) await this.activate(codeId, issued);
      else await this.fail(codeId, 'BAD_REFERENCE');
    } catch (error) {
      if (error instanceof ProviderRefused) return this.fail(codeId, 'REFUSED');
      if (!(error instanceof ProviderUnavailable) || !this.isOverdue(code)) throw error;
      await this.fail(codeId, 'UNAVAILABLE');
    }
  }

  async activate(codeId: number, issued: IssuedReference): Promise<void> {
    try {
      await this.uow.transact(SYSTEM, (tx) => this.activateOnce(tx, codeId, issued));
    } catch (error) {
      // A reference that another code already has is not accepted.
      if (dbErrorCode(error) !== 'ER_DUP_ENTRY') throw error;
      await this.fail(codeId, 'BAD_REFERENCE');
    }
  }

  /** Ends an active code whose time is over. @returns whether it did. */
  expire(codeId: number): Promise<boolean> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, [code]] = await tx.read<[CaseLock, CodeState]>(lockCaseOf(codeId), lockCode(codeId));
      if (!code || code.expiresAt > tx.now || !mayBecome(code.status, 'EXPIRED')) return false;
      endCode(tx, code, 'EXPIRED');
      return true;
    });
  }

  /** Ends the open codes of a case that ended, and of one that owes less those that ask for more. @returns how many. */
  cancelOf(caseId: number): Promise<number> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [[state], codes] = await tx.read<[CaseLock, CodeState]>(lockCase(caseId), liveCodesOf(caseId));
      const ending = codes.filter((code) => state && endReasonOf(code, state));
      for (const code of ending) endCode(tx, code, 'SUPERSEDED', endReasonOf(code, state!));
      return ending.length;
    });
  }

  /** Does the work of lost jobs. @returns how many codes ended or became active. */
  async reconcile(): Promise<number> {
    const now = this.clock.now();
    const [overdue, waiting, ended] = await Promise.all([
      this.database.rows<{ id: number }>(sql`
        SELECT id FROM repayment_code WHERE status = 'ACTIVE' AND expires_at <= ${now}
        ORDER BY expires_at LIMIT ${RECONCILE_SIZE}`),
      this.database.rows<{ id: number }>(sql`
        SELECT id FROM repayment_code
        WHERE status = 'REQUESTED' AND requested_at <= ${new Date(now.getTime() - LOST_AFTER_MS)}
        ORDER BY requested_at LIMIT ${RECONCILE_SIZE}`),
      this.ended.next(),
    ]);
    let done = 0;
    for (const { id } of overdue) if (await this.expire(id)) done++;
    for (const caseId of ended) done += await this.cancelOf(caseId);
    // A provider that does not answer must not hold up the others; the next sweep tries it again.
    const requested = await Promise.allSettled(waiting.map(({ id }) => this.ask(id)));
    return done + requested.filter(({ status }) => status === 'fulfilled').length;
  }

  private isOverdue(code: WaitingCode): boolean {
    return this.clock.now().getTime() - code.requestedAt.getTime() > GIVE_UP_MS;
  }

  private fail(codeId: number, reason: CodeEndReason): Promise<void> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, [code]] = await tx.read<[CaseLock, CodeState]>(lockCaseOf(codeId), lockCode(codeId));
      if (code && mayBecome(code.status, 'FAILED')) endCode(tx, code, 'FAILED', reason);
    });
  }

  private async activateOnce(tx: Tx, codeId: number, { reference, barcode }: IssuedReference): Promise<void> {
    const [[state], [code]] = await tx.read<[CaseLock, CodeState]>(lockCaseOf(codeId), lockCode(codeId));
    if (!state || !code || !mayBecome(code.status, 'ACTIVE')) return;
    const { caseId, channel, purpose, amount } = code;
    const reason = endReasonOf(code, state);
    if (reason) return endCode(tx, code, 'SUPERSEDED', reason);
    const [others] = await tx.read<[CodeState]>(codesOf(caseId, purpose, channel));
    tx.write(sql`
      UPDATE repayment_code SET status = 'ACTIVE', reference_enc = ${this.vault.seal(reference)},
        reference_hash = ${this.vault.index(reference)}, reference_mask = ${maskMiddle(reference, 0, 4)},
        barcode_enc = ${barcode === null ? null : this.vault.seal(barcode)},
        simulated = ${this.site.simulates('rails')}, updated_at = ${tx.now}
      WHERE id = ${codeId}`);
    tx.emit('repaymentCode.activated', {
      caseId,
      codeId,
      channel,
      purpose,
      amount,
      expiresAt: code.expiresAt.toISOString(),
    });
    for (const other of others) {
      if (other.id !== codeId && other.status === 'ACTIVE') endCode(tx, other, 'SUPERSEDED');
    }
  }
}
