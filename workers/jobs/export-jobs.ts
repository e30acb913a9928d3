import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AuditService } from '../../server/features/audit/audit.service.js';
import { CaseExportService } from '../../server/features/case-work/cases/list/case-export.service.js';
import { RecordFilesService } from '../../server/features/monitoring/record-files.service.js';
import { PromiseListsService } from '../../server/features/case-work/promises/promise-lists.service.js';
import { RanksService } from '../../server/features/ranks/ranks.service.js';
import { StatisticsService } from '../../server/features/statistics/statistics.service.js';
import { SignInFilesService } from '../../server/features/users/sign-in-files.service.js';
import { ExportFilesService } from '../../server/platform/exports/export-files.service.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { Push } from '../../server/platform/push/push.js';
import type { NewJob } from './new-job.js';

/** A file of so many rows is made in memory: one at a time. */
const inTurn = pLimit(1);

export function exportJob(fileId: number): NewJob {
  return { name: 'exports.write', data: { fileId }, options: { jobId: `export-${fileId}` } };
}

@Injectable()
export class ExportJobs {
  constructor(
    private readonly audit: AuditService,
    private readonly cases: CaseExportService,
    private readonly statistics: StatisticsService,
    private readonly promises: PromiseListsService,
    private readonly ranks: RanksService,
    private readonly records: RecordFilesService,
    private readonly signIns: SignInFilesService,
    private readonly files: ExportFilesService,
    private readonly jobs: Jobs,
    private readonly push: Push,
  ) {}

  write(fileId: number): Promise<void> {
    const tell = (userId: number) => this.push.progress('export', userId);
    const makes = {
      cases: this.cases.make,
      statistics: this.statistics.make,
      promises: this.promises.make,
      ranks: this.ranks.make,
      audit: this.audit.make,
      behaviours: this.records.makeBehaviours,
      calls: this.records.makeCalls,
      signIns: this.signIns.make,
    };
    return inTurn(() => this.files.write(fileId, tell, makes));
  }

  /** Adds the jobs again that Redis lost. One that still exists is not doubled. */
  async reconcile(): Promise<void> {
    const late = await this.files.late();
    if (late.length > 0) await this.jobs.add(late.map(exportJob));
  }
}
