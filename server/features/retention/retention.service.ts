import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Database } from '../../platform/db/database.js';
import { Logger } from '../../platform/logger/logger.js';
import { ExportFilesService } from '../../platform/exports/export-files.service.js';
import { PURGES, type Purge } from '../../domain/retention/retention.rules.js';

/** Rows of one transaction: few enough that nobody has to wait for their locks. */
const BATCH = 1_000;
/** Batches of one table in one run. The next run, within the hour, deletes the rest. */
const MAX_BATCHES = 500;

/** Deletes rows that have outlived what they are kept for. Killed anywhere, the next run goes on. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly exports: ExportFilesService,
    private readonly logger: Logger,
  ) {}

  /** @returns how many rows it deleted, by table. */
  async purge(batch = BATCH): Promise<Record<string, number>> {
    const now = this.clock.now();
    const deleted: Record<string, number> = {};
    for (const each of PURGES)
      deleted[each.table] = (deleted[each.table] ?? 0) + (await this.purgeOne(each, now, batch));
    deleted['export_file'] = await this.exports.expire();
    if (Object.values(deleted).some((count) => count > 0)) this.logger.info({ deleted }, 'Old rows deleted');
    return deleted;
  }

  private async purgeOne({ statement }: Purge, now: Date, batch: number): Promise<number> {
    let deleted = 0;
    for (let count = 0; count < MAX_BATCHES; count++) {
      const { affectedRows } = await this.database.run(statement(now, batch));
      deleted += affectedRows;
      if (affectedRows < batch) break;
    }
    return deleted;
  }
}
