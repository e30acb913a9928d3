import { Injectable } from '@nestjs/common';
import { isLiveCall } from '../../../contract/contact/calls.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { Logger } from '../../platform/logger/logger.js';
import { CallLinesService } from './call-lines.service.js';
import { CallReportsService } from './call-reports.service.js';
import { happenedHere } from '../../domain/calls/call-progress.writes.js';
import { DIAL_WITHIN_MS, LOST_AFTER_MS } from '../../domain/calls/call.rules.js';
import { lockCall, type Call } from '../../domain/calls/call.sql.js';

const RECONCILE_SIZE = 200;
const HANG_UP_MS = 3_000;

/** Repairs what lost reports and lost jobs leave behind: waiting reports, and calls without a hang-up. */
@Injectable()
export class CallUpkeepService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly lines: CallLinesService,
    private readonly reports: CallReportsService,
    private readonly logger: Logger,
  ) {}

  async reconcile(): Promise<void> {
    await this.reports.reconcile();
    await this.askAgain();
    await this.reap();
  }

  /** Does the work of jobs that Redis lost: ends calls that were never dialled, and asks for hang-ups again. */
  private async askAgain(): Promise<void> {
    const now = this.clock.now().getTime();
    const left = await this.database.rows<{ id: number; hangup: number }>(sql`
      SELECT c.id, c.hangup_at IS NOT NULL AS hangup FROM phone_call c WHERE c.is_live = 1 AND (
        c.hangup_at < ${new Date(now - HANG_UP_MS)}
        OR (c.direction = 'OUT' AND c.asked_at IS NULL AND c.requested_at < ${new Date(now - DIAL_WITHIN_MS)}))
      ORDER BY c.requested_at LIMIT ${String(RECONCILE_SIZE)}`);
    for (const { id, hangup } of left) {
      if (hangup) await this.repeatRequest(id);
      else await this.lines.dial(id);
    }
  }

  /** A failing supplier must not stop the remaining calls. */
  private async repeatRequest(callId: number): Promise<void> {
    try {
      await this.lines.hangUp(callId);
    } catch (error) {
      this.logger.warn('A hang-up could not be asked for', { call: callId, reason: String(error) });
    }
  }

  /** Ends calls that never got a hang-up. The supplier's own report overrides this if it still comes. */
  private async reap(): Promise<void> {
    const now = this.clock.now().getTime();
    const silent = await this.database.rows<{ id: number }>(sql`
      SELECT c.id FROM phone_call c WHERE c.is_live = 1 AND (
        (c.state = 'REQUESTED' AND c.requested_at < ${new Date(now - LOST_AFTER_MS.REQUESTED)})
        OR (c.state = 'RINGING' AND c.requested_at < ${new Date(now - LOST_AFTER_MS.RINGING)})
        OR (c.state = 'ANSWERED' AND COALESCE(c.answered_at, c.requested_at) < ${new Date(now - LOST_AFTER_MS.ANSWERED)}))
      ORDER BY c.requested_at LIMIT ${String(RECONCILE_SIZE)}`);
    for (const { id } of silent) await this.end(id);
  }

  private async end(callId: number): Promise<void> {
    await this.uow.transact(SYSTEM, async (tx) => {
      const [calls] = await tx.read<[Call]>(lockCall(callId));
      const call = calls[0];
      if (!call || !isLiveCall(call.state)) return;
      happenedHere(tx, call, {
        type: call.state === 'REQUESTED' ? 'FAILED' : 'ENDED',
        at: tx.now,
        reason: 'LOST',
        by: 'US',
      });
    });
  }
}
