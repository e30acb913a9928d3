import { Injectable } from '@nestjs/common';
import { SYSTEM } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { Logger } from '../../platform/logger/logger.js';
import { ProviderClient, ProviderRefused } from '../../platform/providers/provider-client.js';
import { audioTypeOf } from '../../domain/calls/audio.rules.js';
import { emitCall, lockCall, type Call } from '../../domain/calls/call.sql.js';

const RECONCILE_SIZE = 20;
const TIMEOUT_MS = 90_000;

/** Recordings: downloaded from the supplier into our own encrypted files. */
@Injectable()
export class CallRecordingsService {
  private sweeping = false;

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly files: SealedFiles,
    private readonly provider: ProviderClient,
    private readonly logger: Logger,
  ) {}

  /** May run any number of times: a call keeps its first recording. @throws ProviderUnavailable when a retry may help */
  async pull(callId: number): Promise<void> {
    const offered = await this.database.row<{ url: string }>(sql`
      SELECT c.recording_url AS url FROM phone_call c
      WHERE c.id = ${callId} AND c.recording_url IS NOT NULL AND c.recording IS NULL`);
    if (!offered) return;
    const sound = await this.download(offered.url);
    if (!sound) return this.giveUp(callId);
    const name = await this.files.keep('recordings', sound);
    const kept = await this.uow.transact(SYSTEM, async (tx) => {
      const [calls] = await tx.read<[Call]>(lockCall(callId));
      const call = calls[0];
      if (!call || call.recording !== null) return false;
      tx.write(sql`UPDATE phone_call SET recording = ${name}, version = version + 1 WHERE id = ${callId}`);
      emitCall(tx, 'call.recorded', { callId, agentId: call.agentId, caseId: call.caseId });
      return true;
    });
    if (!kept) await this.files.remove('recordings', name);
  }

  /** Downloads recordings whose job was lost. Only one sweep runs at a time, however slow the supplier is. */
  async reconcile(): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      await this.pullLeft();
    } finally {
      this.sweeping = false;
    }
  }

  private async pullLeft(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - TIMEOUT_MS);
    const left = await this.database.rows<{ id: number }>(sql`
      SELECT c.id FROM phone_call c
      WHERE c.unpulled = 1 AND c.requested_at < ${since} ORDER BY c.requested_at DESC LIMIT ${String(RECONCILE_SIZE)}`);
    for (const { id } of left) {
      try {
        await this.pull(id);
      } catch (error) {
        this.logger.warn('A recording is still left behind', { call: id, reason: String(error) });
      }
    }
  }

  private async download(url: string): Promise<Buffer | null> {
    try {
      const bytes = await this.provider.download('telephone', url);
      return audioTypeOf(bytes) ? bytes : null;
    } catch (error) {
      if (error instanceof ProviderRefused) return null;
      throw error;
    }
  }

  /** No recording exists, or the file is not audio: do not retry. */
  private async giveUp(callId: number): Promise<void> {
    this.logger.warn('A recording could not be had', { call: callId });
    await this.uow.transact(SYSTEM, async (tx) =>
      tx.write(sql`UPDATE phone_call SET recording_url = NULL WHERE id = ${callId} AND recording IS NULL`),
    );
  }
}
