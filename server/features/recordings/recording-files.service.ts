import { Injectable } from '@nestjs/common';
import type { AudioType } from '../../../contract/supervision/recordings.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { sql } from '../../platform/db/sql.js';
import { UnitOfWork } from '../../platform/db/unit-of-work.js';
import { isChunked, type ChunkedFile } from '../../platform/files/chunked-file.js';
import { SealedFiles } from '../../platform/files/sealed-files.js';
import { audioTypeOf } from '../../domain/calls/audio.rules.js';
import { WavPeaks } from '../../domain/recordings/wav.rules.js';

export interface Shape {
  type: AudioType;
  durationMs: number | null;
  peaks: Buffer | null;
}
/** The recording in a call's row: the file, and the shape once it is known. */
export interface Kept {
  callId: number;
  recording: string;
  shape: Shape | null;
}
export interface Opened {
  file: ChunkedFile;
  shape: Shape;
}

/** A recording's file: one of before is brought into chunks, and its shape is read, when it is first asked for. */
@Injectable()
export class RecordingFilesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly files: SealedFiles,
  ) {}

  /** @returns null when the file is gone, or is no sound */
  async open({ callId, recording, shape }: Kept): Promise<Opened | null> {
    const name = isChunked(recording) ? recording : await this.inChunks(callId, recording);
    const file = name === null ? null : await this.files.openChunked('recordings', name);
    if (!file) return null;
    const known = shape ?? (await this.measure(callId, file));
    return known && { file, shape: known };
  }

  /** Whoever comes second takes the first one's file. @returns null when the file is gone */
  private async inChunks(callId: number, before: string): Promise<string | null> {
    const sound = await this.files.open('recordings', before);
    if (!sound) return null;
    const name = await this.files.keep('recordings', sound);
    const kept = await this.uow.transact(SYSTEM, async (tx) => {
      const [[call]] = await tx.read<[{ recording: string | null }]>(sql`
        SELECT h.recording FROM phone_call h WHERE h.id = ${callId} FOR UPDATE`);
      if (call?.recording !== before) return call?.recording ?? null;
      // The recording is the same one to everybody who sees it: the call keeps its version.
      tx.write(sql`UPDATE phone_call SET recording = ${name} WHERE id = ${callId}`);
      return name;
    });
    await this.files.remove('recordings', kept === name ? before : name);
    return kept;
  }

  private async measure(callId: number, file: ChunkedFile): Promise<Shape | null> {
    const peaks = new WavPeaks(file.length);
    let type: AudioType | null = null;
    for await (const part of file.read()) {
      type ??= audioTypeOf(part);
      if (type !== 'audio/wav') break;
      peaks.add(part);
    }
    if (!type) return null;
    const shape = { type, ...peaks.result() };
    await this.uow.transact(SYSTEM, async (tx) =>
      tx.write(sql`
        INSERT INTO recording_shape (call_id, type, duration_ms, peaks)
        VALUES (${callId}, ${shape.type}, ${shape.durationMs}, ${shape.peaks})
        ON DUPLICATE KEY UPDATE type = VALUES(type), duration_ms = VALUES(duration_ms), peaks = VALUES(peaks)`),
    );
    return shape;
  }
}
