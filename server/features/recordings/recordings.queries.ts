import { Injectable } from '@nestjs/common';
import type { CallRow } from '../../../contract/contact/calls.js';
import { isLiveCall } from '../../../contract/contact/calls.js';
import type {
  AudioType,
  RecordingInfo,
  RecordingNote,
  RecordingState,
} from '../../../contract/supervision/recordings.js';
import type { Actor } from '../../platform/auth/actor.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { sql } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { CallsQueries } from '../calls/calls.queries.js';
import { RecordingFilesService, type Opened } from './recording-files.service.js';

/** A supplier that has not delivered by then will not. */
const DELIVERED_WITHIN_MS = 15 * 60_000;
const MAX_LISTENS = 100;

interface KeptRow {
  recording: string | null;
  type: AudioType | null;
  durationMs: number | null;
  peaks: Buffer | null;
}

@Injectable()
export class RecordingsQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly calls: CallsQueries,
    private readonly files: RecordingFilesService,
  ) {}

  /** Reading this is not listening. @throws call.notFound */
  async about(actor: Actor, callId: number): Promise<RecordingInfo> {
    const call = await this.calls.one(actor, callId);
    if (!call) throw new AppError('call.notFound');
    const [opened, notes, listens] = await Promise.all([
      this.open(callId),
      this.notes(callId),
      actor.permissions.has('recording:note') ? this.listens(callId) : null,
    ]);
    const { callTime, duration, agentId, agentName, contactName, contactRelation, calledNumber } = call;
    return {
      callId,
      state: opened ? 'READY' : this.stateOf(call),
      ...{ callTime, duration, agentId, agentName, contactName, contactRelation, calledNumber },
      taskId: call.taskId,
      orderId: call.orderId,
      sound: opened && soundOf(opened),
      notes,
      listens,
    };
  }

  private stateOf({ state, answerTime, endTime, recording }: CallRow): RecordingState {
    if (isLiveCall(state)) return 'PENDING';
    if (answerTime === null) return 'NONE';
    const over = this.clock.now().getTime() - Date.parse(endTime ?? answerTime);
    return !recording && over < DELIVERED_WITHIN_MS ? 'PENDING' : 'MISSING';
  }

  private async open(callId: number): Promise<Opened | null> {
    const kept = await this.database.row<KeptRow>(sql`
      SELECT h.recording, s.type, s.duration_ms AS durationMs, s.peaks FROM phone_call h
      LEFT JOIN recording_shape s ON s.call_id = h.id WHERE h.id = ${callId}`);
    if (!kept || kept.recording === null) return null;
    const { recording, type, durationMs, peaks } = kept;
    return this.files.open({ callId, recording, shape: type && { type, durationMs, peaks } });
  }

  private async notes(callId: number): Promise<RecordingNote[]> {
    const rows = await this.database.rows<
      Omit<RecordingNote, 'text' | 'at'> & { textEnc: Buffer; at: Date }
    >(sql`
      SELECT n.id, n.second, n.text_enc AS textEnc, u.name AS \`by\`, n.at FROM recording_note n
      JOIN user u ON u.id = n.author_id WHERE n.call_id = ${callId} ORDER BY n.second, n.id`);
    return rows.map(({ textEnc, at, ...note }) => ({
      ...note,
      text: this.vault.open(textEnc),
      at: at.toISOString(),
    }));
  }

  private async listens(callId: number): Promise<{ by: string; at: string }[]> {
    const rows = await this.database.rows<{ by: string; at: Date }>(sql`
      SELECT u.name AS \`by\`, l.at FROM recording_listen l JOIN user u ON u.id = l.user_id
      WHERE l.call_id = ${callId} ORDER BY l.at DESC LIMIT ${String(MAX_LISTENS)}`);
    return rows.map(({ by, at }) => ({ by, at: at.toISOString() }));
  }
}

function soundOf({ file, shape }: Opened): RecordingInfo['sound'] {
  const { type, durationMs, peaks } = shape;
  return {
    type,
    bytes: file.length,
    seconds: durationMs === null ? null : durationMs / 1000,
    peaks: peaks && peaks.toString('base64'),
  };
}
