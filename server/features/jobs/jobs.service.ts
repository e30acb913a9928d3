import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/auth/actor.js';
import { AppError } from '../../platform/http/app-error.js';
import { ExportFilesService } from '../../platform/exports/export-files.service.js';
import { ImportsService } from '../imports/imports.service.js';
import { ScheduleUploadsService } from '../schedules/uploads.service.js';
import { SheetUploadsService } from '../sheet-uploads/sheet-uploads.service.js';
import { JobsQueries } from './jobs.queries.js';

/** Begins jobs again and stops them, each by the rule of its kind in `jobs.rules.ts`. */
@Injectable()
export class JobsService {
  constructor(
    private readonly queries: JobsQueries,
    private readonly exports: ExportFilesService,
    private readonly imports: ImportsService,
    private readonly schedules: ScheduleUploadsService,
    private readonly sheets: SheetUploadsService,
  ) {}

  /** @returns the new job. @throws job.notFound, job.noRetry, export.quota, permission.denied */
  async retry(actor: Actor, id: number): Promise<{ id: number }> {
    const { mayRetry } = await this.queries.info(actor, id);
    if (!mayRetry) throw new AppError('job.noRetry');
    const { jobId } = await this.exports.again(actor, id);
    return { id: jobId };
  }

  /** Its results so far stay, unless it is done as a whole. @throws job.notFound, job.over when there is nothing to stop */
  async cancel(actor: Actor, id: number): Promise<void> {
    const { kind, mayCancel } = await this.queries.info(actor, id);
    if (!mayCancel) throw new AppError('job.over');
    const stopped =
      kind === 'EXPORT'
        ? await this.exports.fail(id)
        : kind === 'IMPORT'
          ? await this.imports.cancel(actor, id)
          : kind === 'SCHEDULE'
            ? await this.schedules.cancel(actor, id)
            : await this.sheets.cancel(actor, id);
    if (!stopped) throw new AppError('job.over');
  }
}
