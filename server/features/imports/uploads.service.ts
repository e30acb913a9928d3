import { webcrypto } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type {
  FileReading,
  ImportLook,
  ImportMapping,
  ImportPreview,
  NamedMapping,
} from '../../../contract/cases/import-mapping.js';
import type { ImportStarted } from '../../../contract/cases/imports.js';
import type { Actor } from '../../platform/auth/actor.js';
import { AppError } from '../../platform/http/app-error.js';
import { Logger } from '../../platform/logger/logger.js';
import { Push } from '../../platform/push/push.js';
import { ImportMappingsService } from './import-mappings.service.js';
import { ImportPreviewService } from './import-preview.service.js';
import { openBytes } from './import-source.reader.js';
import { ImportsService } from './imports.service.js';
import { RefusedRowsService } from './refused-rows.service.js';
import type { SourceRow } from '../../domain/imports/loan-row.rules.js';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** `waits`: new loans are worked by nobody until a person releases the import. */
export interface UploadChoice {
  mapping: NamedMapping | undefined;
  waits: boolean;
}

/** Rows between two looks at whether somebody has cancelled it. */
const LOOK_EVERY = 500;

/**
 * Imports that come by HTTP. The file is checked before the answer and its rows are taken in after it, one import at a
 * time in a server. It is held in memory, never on disk: it is personal data in the clear. A server that stops marks its
 * import FAILED; sending the file again goes on where it was.
 */
@Injectable()
export class UploadsService implements BeforeApplicationShutdown {
  private running: Promise<unknown> | null = null;
  private looking = false;
  private stopping = false;

  constructor(
    private readonly imports: ImportsService,
    private readonly previews: ImportPreviewService,
    private readonly mappings: ImportMappingsService,
    private readonly refused: RefusedRowsService,
    private readonly push: Push,
    private readonly logger: Logger,
  ) {}

  /** @throws import.format, import.tooHeavy, request.inProgress */
  look(actor: Actor, { bytes }: UploadedFile, reading: FileReading): Promise<ImportLook> {
    return this.alone(() => this.mappings.look(actor, bytes, reading));
  }

  /** @throws import.format, import.header, import.heading, import.tooHeavy, import.hopeless, request.inProgress */
  preview(actor: Actor, { bytes }: UploadedFile, mapping?: ImportMapping): Promise<ImportPreview> {
    return this.alone(async () => {
      const file = await openBytes(bytes, mapping);
      try {
        return await this.previews.preview(actor, file);
      } finally {
        await file.close();
      }
    });
  }

  /** @throws also request.inProgress: see `RefusedRowsService` */
  refusedRows(
    actor: Actor,
    importId: number,
    { bytes }: UploadedFile,
    mapping?: ImportMapping,
  ): Promise<string> {
    return this.alone(() => this.refused.csv(actor, importId, bytes, mapping));
  }

  /** @throws import.format, import.header, import.heading, import.tooHeavy, request.inProgress */
  async start(actor: Actor, file: UploadedFile, choice: UploadChoice): Promise<ImportStarted> {
    if (this.running || this.stopping) throw new AppError('request.inProgress');
    const started = this.begin(actor, file, choice);
    // From here on: a file that is being looked at takes as much memory as one that is being read.
    this.running = started
      .then(
        ({ taken }) => taken,
        // The sender is told.
        () => undefined,
      )
      .catch((error: unknown) => {
        // A refusal stands in the run.
        if (!(error instanceof AppError)) this.logger.error(error);
      })
      .finally(() => (this.running = null));
    const { importId, kind } = await started;
    return { importId, kind };
  }

  /** One file at a time beside the one that is imported: each takes memory as it is read. */
  private async alone<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.looking || this.stopping) throw new AppError('request.inProgress');
    this.looking = true;
    try {
      return await work();
    } finally {
      this.looking = false;
    }
  }

  /** @returns what is answered, and `taken`, which is settled when the rows are in. */
  private async begin(
    actor: Actor,
    file: UploadedFile,
    { mapping, waits }: UploadChoice,
  ): Promise<ImportStarted & { taken: Promise<unknown> }> {
    const { kind, rows, close } = await openBytes(file.bytes, mapping);
    try {
      if (mapping) await this.mappings.keep(actor, mapping);
      // Not by a hash object: 64 MiB would hold up everybody else's requests.
      const hash = await webcrypto.subtle.digest('SHA-256', file.bytes);
      const { institutionIds } = actor;
      const options = {
        ...{ actor, fileName: file.name, fileHash: Buffer.from(hash), institutionIds },
        waits: waits && kind === 'LOANS',
      };
      const importId = await this.imports.begin(kind, options);
      return {
        importId,
        kind,
        taken: this.imports
          .resume(importId, kind, this.untilStopped(rows, importId, actor), options)
          .finally(() => this.push.progress('importEnded', actor.institutionId)),
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  private async *untilStopped(
    rows: AsyncIterable<SourceRow>,
    importId: number,
    { userId }: Actor,
  ): AsyncGenerator<SourceRow> {
    let read = 0;
    for await (const row of rows) {
      if (read++ % LOOK_EVERY === 0) {
        if (await this.imports.isCancelled(importId)) throw new AppError('job.cancelled');
        this.push.progress('import', userId);
      }
      if (this.stopping) throw new Error('The server stops: the import ends here');
      yield row;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }
}
