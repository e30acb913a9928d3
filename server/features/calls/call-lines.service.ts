import { Injectable } from '@nestjs/common';
import { isLiveCall, type CallReason } from '../../../contract/contact/calls.js';
import type { ComplianceRule } from '../../../contract/contact/contact-compliance.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { ProviderRefused, ProviderUnavailable } from '../../platform/providers/provider-client.js';
import { Site } from '../../platform/site/site.js';
import { ContactComplianceService } from '../contact-compliance/decide/contact-compliance.service.js';
import { THROUGH_GATE } from '../../domain/stops/forbidden.sql.js';
import { CallReportsService } from './call-reports.service.js';
import { TelephoneService } from './telephone/telephone.service.js';
import { happenedHere } from '../../domain/calls/call-progress.writes.js';
import { DIAL_WITHIN_MS, keyOf } from '../../domain/calls/call.rules.js';
import { lockCall, type Call } from '../../domain/calls/call.sql.js';

/**
 * Asks the telephone supplier to do things, from jobs. Each may run any number of times: the supplier dials once for one
 * key, and a hang-up of what is over is nothing.
 */
@Injectable()
export class CallLinesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly telephone: TelephoneService,
    private readonly compliance: ContactComplianceService,
    private readonly reports: CallReportsService,
    private readonly site: Site,
  ) {}

  /**
   * Asks the supplier to dial a requested call; callbacks report the outcome. A call that nobody waits for any more is not
   * dialled late.
   *
   * @throws ProviderUnavailable while it is worth another try
   */
  async dial(callId: number): Promise<void> {
    const call = await this.claim(callId);
    if (!call) return;
    try {
      const to = this.vault.open(call.numberEnc!);
      const { supplier, extensionNumber: extension, callerNumber: from } = call;
      const line = keyOf(callId);
      await this.taken(callId, await this.telephone.dial({ line, supplier, extension, to, from }));
    } catch (error) {
      if (error instanceof ProviderRefused) return this.give(callId, 'UNREACHABLE');
      if (!(error instanceof ProviderUnavailable) || this.worthWaiting(call)) throw error;
      await this.give(callId, 'LOST');
    }
  }

  /** @throws ProviderUnavailable */
  async hangUp(callId: number): Promise<void> {
    const call = await this.database.row<{ line: string | null }>(sql`
      SELECT IF(c.direction = 'IN', c.supplier_call_id, ${keyOf(callId)}) AS line FROM phone_call c
      WHERE c.id = ${callId} AND c.is_live = 1 AND c.hangup_at IS NOT NULL`);
    if (call?.line) await asFarAsItKnows(this.telephone.hangUp(call.line));
  }

  /** @throws ProviderUnavailable */
  async answer(callId: number): Promise<void> {
    const call = await this.database.row<{ line: string; extension: string }>(sql`
      SELECT c.supplier_call_id AS line, c.extension_number AS extension FROM phone_call c
      WHERE c.id = ${callId} AND c.direction = 'IN' AND c.state = 'RINGING'`);
    if (call) await asFarAsItKnows(this.telephone.answer(call.line, call.extension));
  }

  /**
   * Whether a call that the collector has picked up may go on to the borrower: the time until then may have ended the hours, or
   * brought a stop. One that may not is over.
   */
  mayRing(callId: number): Promise<boolean> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, calls] = await tx.read<[object, Call]>(THROUGH_GATE, lockCall(callId));
      const call = calls[0];
      if (!call || !isLiveCall(call.state) || call.hangupAt !== null) return false;
      return !(await this.refuse(tx, call));
    });
  }

  private claim(callId: number): Promise<Call | null> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [, calls] = await tx.read<[object, Call]>(THROUGH_GATE, lockCall(callId));
      const call = calls[0];
      if (call?.state !== 'REQUESTED' || call.supplierCallId !== null) return null;
      if (call.askedAt === null && (await this.refuse(tx, call))) return null;
      if (call.askedAt === null && tx.now.getTime() - call.requestedAt.getTime() > DIAL_WITHIN_MS) {
        happenedHere(tx, call, { type: 'FAILED', at: tx.now, reason: 'UNREACHABLE', by: 'US' });
        return null;
      }
      if (call.askedAt === null)
        tx.write(sql`
          UPDATE phone_call SET asked_at = ${tx.now}, simulated = ${this.site.simulates('telephone')} WHERE id = ${callId}`);
      return call;
    });
  }

  /** Ends a call that has become forbidden. @returns whether it has */
  private async refuse(tx: Tx, call: Call): Promise<boolean> {
    const reason = await this.forbidden(tx, call);
    if (!reason) return false;
    happenedHere(tx, call, { type: 'FAILED', at: tx.now, reason, hungUpBy: 'SYSTEM', by: 'US' });
    return true;
  }

  /** A reason, arisen since the call was requested, that forbids it now. */
  private async forbidden(tx: Tx, call: Call): Promise<CallReason | null> {
    const { agentId, caseId, contactId, receiptId } = call;
    if (caseId === null || contactId === null || receiptId === null) return null;
    const act = { receiptId, caseId, contactId, actorId: agentId, channel: 'CALL' } as const;
    const { allow, reasons } = await this.compliance.stillAllowed(act, tx);
    if (allow) return null;
    const is = (rule: ComplianceRule) => reasons.some((reason) => reason.rule === rule);
    return is('stop') ? 'STOPPED' : is('paymentInFlight') ? 'PAID' : 'HELD';
  }

  private worthWaiting({ requestedAt }: Call): boolean {
    return this.clock.now().getTime() - requestedAt.getTime() < DIAL_WITHIN_MS;
  }

  /** Reports may have come before this answer: they are looked for after the number is committed, so that none is missed. */
  private async taken(callId: number, supplierCallId: string): Promise<void> {
    const call = await this.uow.transact(SYSTEM, async (tx) => {
      const [calls] = await tx.read<[Call]>(lockCall(callId));
      tx.write(sql`
        UPDATE phone_call SET supplier_call_id = ${supplierCallId}
        WHERE id = ${callId} AND supplier_call_id IS NULL`);
      return calls[0]!;
    });
    await this.reports.applyWaiting(call.supplier, supplierCallId);
    // The collector hung up before the supplier had a number for the call.
    if (call.hangupAt !== null) await this.hangUp(callId);
  }

  private async give(callId: number, reason: CallReason): Promise<void> {
    await this.uow.transact(SYSTEM, async (tx) => {
      const [calls] = await tx.read<[Call]>(lockCall(callId));
      const call = calls[0];
      if (call?.state !== 'REQUESTED') return;
      happenedHere(tx, call, { type: 'FAILED', at: tx.now, reason, by: 'US' });
    });
  }
}

/** The supplier does not know the call, or it is over: the report of its end comes by itself. */
async function asFarAsItKnows(act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
  }
}
