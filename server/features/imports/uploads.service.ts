import { webcrypto } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { ImportStarted } from '../../../contract/cases/imports.js';
import type { Actor } from '../../platform/auth/actor.js';
import { AppError } from '../../platform/http/app-error.js';
import { Logger } from '../../platform/logger/logger.js';
import { Push } from '../../platform/push/push.js';
import { openBytes } from './import-source.reader.js';
import { ImportsService } from './imports.service.js';
import type { SourceRow } from '../../domain/imports/loan-row.rules.js';

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
  private stopping = false;

  constructor(
    private readonly imports: ImportsService,
    private readonly push: Push,
    private readonly logger: Logger,
  ) {}

  /** @throws import.format, import.header, import.tooHeavy, request.inProgress */
  async start(actor: Actor, file: { name: string; bytes: Buffer }): Promise<ImportStarted> {
    if (this.running || this.stopping) throw new AppError('request.inProgress');
    const started = this.begin(actor, file);
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

  /** @returns what is answered, and `taken`, which is settled when the rows are in. */
  private async begin(
    actor: Actor,
    file: { name: string; bytes: Buffer },
  ): Promise<ImportStarted & { taken: Promise<unknown> }> {
    const { kind, rows, close } = await openBytes(file.bytes);
    try {
      // Not by a hash object: 64 MiB would hold up everybody else's requests.
      const hash = await webcrypto.subtle.digest('SHA-256', file.bytes);
      const { institutionIds } = actor;
      const options = { actor, fileName: file.name, fileHash: Buffer.from(hash), institutionIds };
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
