import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AudioType, NewRecordingNote, VoiceQuery } from '../../../contract/supervision/recordings.js';
import type { Actor } from '../../platform/auth/actor.js';
import { TokenBuckets } from '../../platform/auth/budgets/token-buckets.js';
import { Clock } from '../../platform/clock/clock.js';
import { Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { Ids } from '../../platform/db/ids.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { AppError, fieldError } from '../../platform/http/app-error.js';
import { BehaviourRecords } from '../../platform/behaviour/behaviour-records.js';
import { durationOf } from '../../domain/calls/call.rules.js';
import { callVisibleTo } from '../calls/calls.queries.js';
import { rangeOf, type Span } from '../../domain/recordings/range.rules.js';
import { RecordingFilesService, type Shape } from './recording-files.service.js';

/** A listening that goes on for longer is another one. */
const LISTEN_MS = 4 * 3_600_000;
/** Listenings that one session may begin. A person does not begin one every two seconds for long. */
const BEGUN = { burst: 40, perSecond: 0.5 };
const PART_BYTES = 64 * 1024;

interface PlayRequest extends VoiceQuery {
  range: string | undefined;
  /** The value of If-Range: a range of another file would not fit. */
  ifRange: string | undefined;
}
export interface Voice {
  callId: number;
  type: AudioType;
  tag: string;
  length: number;
  /** Null when what was asked for lies beyond the end. */
  span: Span | null;
  isPart: boolean;
  stream: Readable | null;
}
interface Found {
  institutionId: number;
  recording: string | null;
  caseId: number | null;
  type: AudioType | null;
  durationMs: number | null;
  answeredAt: Date | null;
  endedAt: Date | null;
  heardAt: Date | null;
}

/** Recordings as they are heard: to those who may hear them, and every listening is logged before its first byte. */
@Injectable()
export class RecordingsService {
  private readonly begun = new TokenBuckets(BEGUN);

  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly files: RecordingFilesService,
    private readonly behaviours: BehaviourRecords,
  ) {}

  /** @throws call.notFound, call.noRecording, request.tooMany */
  async play(actor: Actor, request: PlayRequest): Promise<Voice> {
    const { callId } = request;
    const listen = request.listen ?? (request.range === undefined ? null : `session-${actor.sessionId}`);
    const found = await this.find(actor, callId, listen);
    const shape: Shape | null = found.type && { type: found.type, durationMs: null, peaks: null };
    const opened =
      found.recording === null ? null : await this.files.open({ callId, recording: found.recording, shape });
    if (!opened) throw new AppError('call.noRecording');
    const { length } = opened.file;
    const tag = `"call-${callId}"`;
    const fits = request.ifRange === undefined || request.ifRange === tag;
    const range = rangeOf(fits ? request.range : undefined, length);
    const voice = { callId, type: opened.shape.type, tag, length };
    if (range === 'beyond') return { ...voice, span: null, isPart: true, stream: null };
    await this.note(actor, found, { ...request, listen });
    const span = range === 'whole' ? { from: 0, end: length } : range;
    const stream = Readable.from(opened.file.read(span.from, span.end), {
      objectMode: false,
      highWaterMark: PART_BYTES,
    });
    return { ...voice, span, isPart: range !== 'whole', stream };
  }

  /**
   * The same clientRequestId again writes nothing more.
   *
   * @throws call.notFound, call.noRecording, recording.beyondEnd, request.reused
   */
  async addNote(actor: Actor, { clientRequestId, ...note }: NewRecordingNote): Promise<{ id: number }> {
    const { callId, second, text } = note;
    await this.checkSecond(actor, note);
    const id = await this.ids.take();
    return this.uow.once(actor, ['recordingNote', clientRequestId, note], async (tx) => {
      const [[call]] = await tx.read<[{ institutionId: number; recording: string | null }]>(sql`
        SELECT h.institution_id AS institutionId, h.recording FROM phone_call h
        WHERE h.id = ${callId} AND ${callVisibleTo(actor)}`);
      if (!call) throw new AppError('call.notFound');
      if (call.recording === null) throw new AppError('call.noRecording');
      tx.write(sql`
        INSERT INTO recording_note (id, call_id, second, text_enc, author_id, at)
        VALUES (${id}, ${callId}, ${second}, ${this.vault.seal(text)}, ${actor.userId}, ${tx.now})`);
      tx.emit('recording.noted', { callId, noteId: id, second, institutionId: call.institutionId });
      return { id };
    });
  }

  /** For a format that only a player measures, the call's own length is the end. */
  private async checkSecond(
    actor: Actor,
    { callId, second }: Omit<NewRecordingNote, 'clientRequestId'>,
  ): Promise<void> {
    const { recording, type, durationMs, answeredAt, endedAt } = await this.find(actor, callId, null);
    if (recording === null) throw new AppError('call.noRecording');
    const shape: Shape | null = type && { type, durationMs, peaks: null };
    const measured = shape ?? (await this.files.open({ callId, recording, shape }))?.shape;
    if (!measured) throw new AppError('call.noRecording');
    const seconds =
      measured.durationMs === null ? durationOf({ answeredAt, endedAt }) : measured.durationMs / 1000;
    if (second > seconds) throw fieldError('recording.beyondEnd', 'second', { seconds: Math.floor(seconds) });
  }

  private async find(actor: Actor, callId: number, listen: string | null): Promise<Found> {
    const found = await this.database.row<Found>(sql`
      SELECT h.recording, h.institution_id AS institutionId, h.case_id AS caseId, h.answered_at AS answeredAt, h.ended_at AS endedAt, s.type,
        s.duration_ms AS durationMs, l.at AS heardAt
      FROM phone_call h
      LEFT JOIN recording_shape s ON s.call_id = h.id
      LEFT JOIN recording_listen l ON l.user_id = ${actor.userId} AND l.call_id = h.id AND l.listen = ${listen}
      WHERE h.id = ${callId} AND ${callVisibleTo(actor)}`);
    if (!found) throw new AppError('call.notFound');
    return found;
  }

  private async note(
    actor: Actor,
    { caseId, institutionId, heardAt }: Found,
    { callId, listen }: { callId: number; listen: string | null },
  ): Promise<void> {
    const now = this.clock.now().getTime();
    const isSame = (at: Date | null | undefined) => at && now - at.getTime() < LISTEN_MS;
    if (isSame(heardAt)) return;
    const session = String(actor.sessionId);
    if (!this.begun.take(session))
      throw new AppError('request.tooMany', { seconds: this.begun.wait(session) });
    const behaviourId = await this.ids.take();
    const behaviour = { type: 'PLAY_RECORDING', caseId, detail: `call ${callId}` } as const;
    await this.uow.transact(actor, async (tx) => {
      // The call is the lock: of two ranges that a player asks for at once, one writes it down.
      const [, [heard]] = await tx.read<[object, { at: Date }]>(
        sql`SELECT h.id FROM phone_call h WHERE h.id = ${callId} FOR UPDATE`,
        sql`SELECT l.at FROM recording_listen l
            WHERE l.user_id = ${actor.userId} AND l.call_id = ${callId} AND l.listen = ${listen} FOR UPDATE`,
      );
      if (isSame(heard?.at)) return;
      tx.write(
        heard
          ? sql`
            UPDATE recording_listen SET at = ${tx.now}
            WHERE user_id = ${actor.userId} AND call_id = ${callId} AND listen = ${listen}`
          : sql`
            INSERT INTO recording_listen (user_id, call_id, listen, at)
            VALUES (${actor.userId}, ${callId}, ${listen ?? `once-${behaviourId}`}, ${tx.now})`,
      );
      this.behaviours.recordIn(tx, actor, behaviourId, behaviour);
      tx.emit('recording.listened', { callId, listenerId: actor.userId, institutionId });
    });
  }
}
