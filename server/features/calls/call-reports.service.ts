import { Injectable } from '@nestjs/common';
import {
  isLiveCall,
  type CallReport,
  type CallReportAnswer,
  type ReportType,
} from '../../../contract/contact/calls.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { canonicalNumber, Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../platform/db/unit-of-work.js';
import { Logger } from '../../platform/logger/logger.js';
import { Settings } from '../../platform/settings/settings.js';
import { happenedHere } from '../../domain/calls/call-progress.writes.js';
import { callOfKey, REPORT_WAIT_MS, type Happening } from '../../domain/calls/call.rules.js';
import { emitCall, lockReportedCall, requestHangUp, type Call } from '../../domain/calls/call.sql.js';
import { IncomingCallsService } from './incoming-calls.service.js';

interface Stored {
  id: number;
  type: ReportType;
  at: Date;
  rawEnc: Buffer;
}

const RECONCILE_SIZE = 200;
const EXPIRE_SIZE = 5_000;
/** The sweep leaves younger reports to the process that received them. */
const SETTLING_MS = 3_000;

/**
 * Keeps what the telephone supplier reports, and applies it. A report is stored before anything is done with it and once
 * however often it comes; one whose call is not known waits for it; one that could not be applied just now is applied by
 * the sweep. Applying is idempotent and knows no order.
 */
@Injectable()
export class CallReportsService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly incoming: IncomingCallsService,
    private readonly logger: Logger,
    private readonly settings: Settings,
  ) {}

  async receive(report: CallReport): Promise<CallReportAnswer> {
    const id = await this.ids.take();
    const stored = await this.database.run(sql`
      INSERT IGNORE INTO call_report (id, supplier, event_id, supplier_call_id, call_id, type, at, raw_enc, received_at)
      VALUES (${id}, ${report.supplier}, ${report.eventId}, ${report.callId}, ${callOfKey(report.idempotencyKey)},
        ${report.type}, ${new Date(report.at)}, ${this.vault.seal(JSON.stringify(report))}, ${this.clock.now()})`);
    if (stored.affectedRows === 0) return { repeated: true };
    try {
      await this.apply(id);
      if (report.type === 'INCOMING') await this.applyWaiting(report.supplier, report.callId);
    } catch (error) {
      // It is stored: the supplier need not send it again, and the sweep will apply it.
      this.logger.warn('A telephone report waits for the sweep', { report: id, reason: String(error) });
    }
    return { repeated: false };
  }

  /** Applies the reports that came before their call did. */
  async applyWaiting(supplier: string, supplierCallId: string): Promise<void> {
    const waiting = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM call_report
      WHERE supplier = ${supplier} AND supplier_call_id = ${supplierCallId} AND settled_at IS NULL ORDER BY id`);
    for (const { id } of waiting) await this.apply(id);
  }

  /** Tries waiting reports again, newest first, and gives them up after a day. */
  async reconcile(): Promise<void> {
    const now = this.clock.now().getTime();
    await this.uow.transact(SYSTEM, async (tx) =>
      tx.write(sql`
        UPDATE call_report SET settled_at = ${tx.now}, outcome = 'EXPIRED'
        WHERE settled_at IS NULL AND received_at < ${new Date(now - REPORT_WAIT_MS)} LIMIT ${EXPIRE_SIZE}`),
    );
    const waiting = await this.database.rows<{ id: number }>(sql`
      SELECT id FROM call_report
      WHERE settled_at IS NULL AND received_at < ${new Date(now - SETTLING_MS)}
      ORDER BY received_at DESC LIMIT ${String(RECONCILE_SIZE)}`);
    for (const { id } of waiting) await this.applyAgain(id);
  }

  /** A report that fails must not stop the others, nor the rest of the sweep. */
  private async applyAgain(reportId: number): Promise<void> {
    try {
      await this.apply(reportId);
    } catch (error) {
      this.logger.warn('A telephone report can still not be applied', {
        report: reportId,
        reason: String(error),
      });
    }
  }

  /** @returns false when its call is not known (yet). */
  private apply(reportId: number): Promise<boolean> {
    return this.uow.transact(SYSTEM, async (tx) => {
      const [reports, calls] = await tx.read<[Stored, Call]>(
        sql`SELECT r.id, r.type, r.at, r.raw_enc AS rawEnc FROM call_report r
            WHERE r.id = ${reportId} AND r.settled_at IS NULL FOR UPDATE`,
        lockReportedCall(reportId),
      );
      const [stored, call] = [reports[0], calls[0]];
      if (!stored) return true;
      const report = JSON.parse(this.vault.open(stored.rawEnc)) as CallReport;
      const known = await (call ? this.applyTo(tx, call, report) : this.begin(tx, report));
      if (known) {
        tx.write(sql`
          UPDATE call_report SET settled_at = ${tx.now}, outcome = 'APPLIED' WHERE id = ${reportId}`);
      }
      return known;
    });
  }

  private async applyTo(tx: Tx, call: Call, report: CallReport): Promise<true> {
    const { id: callId, agentId, caseId } = call;
    if (report.type === 'INCOMING') return true;
    if (report.type !== 'RECORDING') {
      const happening: Happening = { ...report, type: report.type, at: new Date(report.at) };
      const shown = call.direction === 'OUT' && report.from ? canonicalNumber(report.from) : null;
      const { state } = happenedHere(tx, call, happening, shown);
      if (shown !== null && isLiveCall(state)) await this.hangUpOther(tx, call, shown);
    } else if (call.recordingUrl === null) {
      tx.write(sql`UPDATE phone_call SET recording_url = ${report.recordingUrl} WHERE id = ${callId}`);
      emitCall(tx, 'call.recordingOffered', { callId, agentId, caseId });
    }
    return true;
  }

  /** Where the register is in force nobody is called from another number than was stated. */
  private async hangUpOther(tx: Tx, call: Call, shown: string): Promise<void> {
    const { id: callId, agentId, caseId, institutionId, callerNumber, hangupAt } = call;
    if (callerNumber === null || shown === callerNumber || hangupAt !== null) return;
    const { onlyRegistered } = (await this.settings.of(institutionId)).configured.regulatorTerms;
    if (!onlyRegistered) return;
    requestHangUp(tx, call, 'CALLER_NUMBER');
    tx.emit('call.numberDiffered', { callId, agentId, caseId, institutionId });
  }

  /** Only a call from outside begins with a report. */
  private begin(tx: Tx, report: CallReport): Promise<boolean> | false {
    return report.type === 'INCOMING' && this.incoming.begin(tx, report);
  }
}
