import { createHash } from 'node:crypto';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { ImportStarted } from '../../../contract/imports.js';
import type { Actor } from '../../platform/auth/actor.js';
import { AppError } from '../../platform/http/app-error.js';
import { Logger } from '../../platform/logger/logger.js';
import { openBytes } from './import-source.js';
import { ImportsService } from './imports.service.js';
import type { SourceRow } from './loan-row.rules.js';

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
    private readonly logger: Logger,
  ) {}

  /** @throws import.format, import.header, request.inProgress */
  async start(actor: Actor, file: { name: string; bytes: Buffer }): Promise<ImportStarted> {
    const { kind, rows } = await openBytes(file.bytes);
    if (this.running || this.stopping) throw new AppError('request.inProgress');
    const options = {
      actor,
      fileName: file.name,
      fileHash: createHash('sha256').update(file.bytes).digest(),
      institutionIds: actor.institutionIds,
    };
    const started = this.imports.begin(kind, options);
    this.running = started
      .then((importId) => this.imports.resume(importId, kind, this.untilStopped(rows), options))
      .catch((error: unknown) => this.logger.error(error))
      .finally(() => (this.running = null));
    return { importId: await started, kind };
  }

  private async *untilStopped(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
    for await (const row of rows) {
      if (this.stopping) throw new Error('The server stops: the import ends here');
      yield row;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.running;
  }
}
